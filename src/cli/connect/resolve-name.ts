/** Finds what a name on the command line means, or explains why it means nothing. */

import {
  fullName,
  type NamedTerminal,
  type ReadName,
  type ReadTerminal,
  readName,
  readTerminal,
} from '../../protocol/cotty/terminal-names.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { printable } from '../common/plain-text.ts';

/** Finds a terminal; the name of one of its commands, `build:7`, is refused. */
export function resolveName(terminals: readonly TerminalInfo[], name: string): ReadTerminal<TerminalInfo> {
  const read = readTerminal(terminals, name);
  return read.ok || read.found.length > 0 ? read : { ...read, error: unknown(read.error, terminals, name) };
}

/** Finds a terminal, or commands of one: `build:7`, `build:3-7`, `build:-2`. */
export function resolveRuns(terminals: readonly TerminalInfo[], name: string): ReadName<TerminalInfo> {
  const read = readName(terminals, name);
  return read.ok || read.found.length > 0 ? read : { ...read, error: unknown(read.error, terminals, name) };
}

/** Names the terminals that there are. */
function unknown(error: string, terminals: readonly NamedTerminal[], name: string): string {
  if (terminals.length === 0) return `${error}, and no other one; to make it: cotty new ${printable(name)}`;
  return `${error}; these are open: ${terminals.map((each) => printable(fullName(each))).join(', ')}`;
}
