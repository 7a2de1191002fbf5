/** Finds terminals by name: the URI, its last part, or the title. */

import type { TerminalInfo } from '../protocol/terminal/state.ts';

/** Returns the matches of the most exact kind: a title equal to another terminal's id does not hide that terminal. */
export function terminalsNamed(terminals: readonly TerminalInfo[], name: string): readonly TerminalInfo[] {
  const matchers: readonly ((terminal: TerminalInfo) => boolean)[] = [
    ({ resource }) => resource === name,
    ({ resource }) => idOf(resource) === name,
    ({ title }) => title === name,
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
