/** Finds terminals by name: the URI, its last part, or the title, before which the machine may stand: `box:build`. */

import type { TerminalInfo } from '../protocol/terminal/state.ts';
import { fullName } from './machine-name.ts';

/**
 * Returns the matches of the most exact kind: a title equal to another terminal's id does not hide that terminal. A title without a
 * machine means the terminal of the own host before one of another machine.
 */
export function terminalsNamed(terminals: readonly TerminalInfo[], name: string): readonly TerminalInfo[] {
  const matchers: readonly ((terminal: TerminalInfo) => boolean)[] = [
    ({ resource }) => resource === name,
    ({ resource }) => idOf(resource) === name,
    (terminal) => fullName(terminal) === name,
    ({ title }) => title === name,
    (terminal) => fullName(terminal).toLowerCase() === name.toLowerCase(),
    ({ title }) => title.toLowerCase() === name.toLowerCase(),
  ];
  for (const matches of matchers) {
    const found = terminals.filter(matches);
    if (found.length > 0) return found;
  }
  return [];
}

/** The last part of a terminal URI, `build-7k2q` of `ahp-terminal:/build-7k2q`. */
export function idOf(uri: string): string {
  return uri.slice(Math.max(uri.lastIndexOf('/'), uri.lastIndexOf(':')) + 1);
}
