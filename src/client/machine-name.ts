/** Names of terminals with the machine they are on, `box:build`, as a client of several hosts knows them. */

import { cottyMeta } from '../protocol/common/meta.ts';
import { nameText } from '../protocol/common/name-text.ts';
import type { TerminalMeta } from '../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../protocol/terminal/state.ts';

/** The machine of a terminal; undefined on the client's own host. */
export function machineOf({ _meta }: Pick<TerminalInfo, '_meta'>): string | undefined {
  return cottyMeta<TerminalMeta>(_meta).machine;
}

/** `box:build`; the name alone for a terminal of the client's own host. */
export function onMachine(machine: string | undefined, name: string): string {
  return machine === undefined ? name : `${nameText(machine)}:${name}`;
}

/** The title of a terminal, with its machine where that is another one. */
export function fullName(terminal: Pick<TerminalInfo, 'title' | '_meta'>): string {
  return onMachine(machineOf(terminal), terminal.title);
}
