/** Default names of terminals: `term:3` is only a number, and the tab shows something else. */

import { cottyMeta } from '../common/meta.ts';
import type { TerminalInfo } from '../terminal/state.ts';
import type { TerminalMeta } from './cotty-meta.ts';
import { programName } from './program-name.ts';

const NUMBERED = 'term:';

/** Whether a user or client has named the terminal. */
export function isNamed(title: string): boolean {
  return !title.startsWith(NUMBERED) || !/^\d+$/.test(title.slice(NUMBERED.length));
}

/** Returns the name of a new terminal when the person gives none: the lowest free `term:N`. */
export function freeName(terminals: readonly Pick<TerminalInfo, 'title'>[]): string {
  const taken = new Set(terminals.map(({ title }) => title));
  for (let number = 1; ; number += 1) {
    const name = `${NUMBERED}${number}`;
    if (!taken.has(name)) return name;
  }
}

/**
 * Returns what the tab may show instead of a name: the program that runs there, and its folder; where other tabs would show
 * the same, both with the number of the terminal behind them, `app:3`.
 */
export function namesOnTab({ title, _meta }: Pick<TerminalInfo, 'title' | '_meta'>): readonly string[] {
  if (isNamed(title)) return [];
  const { cwd, running, foreground, within, program: said } = cottyMeta<TerminalMeta>(_meta);
  const program = running === undefined ? [] : [programName({ running, foreground, within, program: said })];
  const names = [...program, ...(cwd === undefined ? [] : [folderName(cwd)])];
  const number = title.slice(NUMBERED.length);
  return [...names, ...names.map((name) => `${name}:${number}`)];
}

/** Returns `src` of `file:///home/me/src`; the root folder stays. */
function folderName(uri: string): string {
  const name = uri.slice(uri.replace(/\/$/, '').lastIndexOf('/') + 1).replace(/\/$/, '');
  try {
    return decodeURIComponent(name) || '/';
  } catch {
    // A stray % in another host's URI.
    return name;
  }
}
