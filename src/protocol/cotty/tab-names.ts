/** Names of terminals that nobody has named: `term:3` only counts one, and its tab shows something else. */

import { cottyMeta } from '../common/meta.ts';
import type { TerminalInfo } from '../terminal/state.ts';
import type { TerminalMeta } from './cotty-meta.ts';
import { programName } from './program-name.ts';

export const NUMBERED = 'term:';

/** Whether somebody has named the terminal. */
export function isNamed(title: string): boolean {
  return !title.startsWith(NUMBERED) || !/^\d+$/.test(title.slice(NUMBERED.length));
}

/** Returns what the tab may show instead of a name: the program that runs there, and its folder. */
export function namesOnTab({ title, _meta }: Pick<TerminalInfo, 'title' | '_meta'>): readonly string[] {
  if (isNamed(title)) return [];
  const { cwd, running, foreground } = cottyMeta<TerminalMeta>(_meta);
  const program = running === undefined ? [] : [programName({ running, foreground })];
  return [...program, ...(cwd === undefined ? [] : [folderName(cwd)])];
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
