/** Properties that a shell reports by its marks. */

import type { Mark } from './mark.ts';

export type ShellSays = {
  /** Name of the shell, `zsh`. */
  readonly shell?: string;
  /** The file that its history is written to. */
  readonly histFile?: string;
  /** The keys of its line editor. */
  readonly editMode?: 'vi' | 'emacs';
};

/** Returns the same object if the sequence has nothing new, or is of an inner shell. */
export function shellSays(known: ShellSays, mark: Mark): ShellSays {
  if (mark.kind !== 'property' || mark.unverified || mark.shell !== undefined) return known;
  const { key, value } = mark;
  if (key === 'Shell') return { ...known, shell: value };
  if (key === 'HistFile') return { ...known, histFile: value };
  if (key === 'EditMode') return { ...known, editMode: value === 'vi' ? 'vi' : 'emacs' };
  return known;
}
