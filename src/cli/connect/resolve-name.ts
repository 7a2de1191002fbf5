/** Finds the terminal that NAME on the command line means, or explains why there is none. */

import { idOf, terminalsNamed } from '../../client/find-terminal.ts';
import { fullName, machineOf, onMachine } from '../../client/machine-name.ts';
import { namesOnTab } from '../../protocol/cotty/tab-names.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { printable } from '../common/plain-text.ts';

export type Resolved =
  | { readonly ok: true; readonly terminal: TerminalInfo }
  | { readonly ok: false; readonly error: string };

export function resolveName(terminals: readonly TerminalInfo[], name: string, exact = false): Resolved {
  const own = terminalsNamed(terminals, name);
  // The text of a tab counts only if no terminal has that name.
  const found = own.length > 0 || exact ? own : terminals.filter((each) => tabNames(each).includes(name));
  const [terminal] = found;
  if (terminal !== undefined && found.length === 1) return { ok: true, terminal };
  return { ok: false, error: found.length > 1 ? ambiguous(name, found) : unknown(name, terminals) };
}

function ambiguous(name: string, found: readonly TerminalInfo[]): string {
  const ids = found.map((each) => `  ${printable(idOf(each.resource))}  (${printable(fullName(each))})`);
  return `"${name}" is the name of ${found.length} terminals; use one of these instead:\n${ids.join('\n')}`;
}

function unknown(name: string, terminals: readonly TerminalInfo[]): string {
  if (terminals.length === 0)
    return `there is no terminal "${name}", and no other one; to make it: cotty new ${name}`;
  const titles = terminals.map(bothNames).join(', ');
  return `there is no terminal "${name}"; these are open: ${titles}`;
}

/** `term:1 (app)` where the tab shows another name than the terminal's own. */
function bothNames(terminal: TerminalInfo): string {
  const [shown] = namesOnTab(terminal);
  const name = fullName(terminal);
  return printable(shown === undefined ? name : `${name} (${shown})`);
}

/** What the tab shows, for a terminal of another machine also with that before it. */
function tabNames(terminal: TerminalInfo): readonly string[] {
  const names = namesOnTab(terminal);
  const machine = machineOf(terminal);
  return machine === undefined ? names : [...names, ...names.map((name) => onMachine(machine, name))];
}
