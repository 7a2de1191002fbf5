/** Which terminal a name means: its URI, the last part of it, or its title. */

import type { TerminalInfo } from '../protocol/terminal/state.ts';

/** Those that the most exact reading finds: a title that looks like another terminal's id cannot hide it. */
export function terminalsNamed(terminals: readonly TerminalInfo[], name: string): readonly TerminalInfo[] {
  const readings: readonly ((terminal: TerminalInfo) => boolean)[] = [
    ({ resource }) => resource === name,
    ({ resource }) => idOf(resource) === name,
    ({ title }) => title === name,
    ({ title }) => title.toLowerCase() === name.toLowerCase(),
  ];
  for (const matches of readings) {
    const found = terminals.filter(matches);
    if (found.length > 0) return found;
  }
  return [];
}

/** The last part of a terminal URI, `build-7k2q` of `ahp-terminal:/build-7k2q`. */
export function idOf(uri: string): string {
  return uri.slice(Math.max(uri.lastIndexOf('/'), uri.lastIndexOf(':')) + 1);
}
