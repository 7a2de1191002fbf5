/** What a shell says of itself by marks, which is surer than all that can be found out about it. */

import type { Mark } from './mark.ts';

export type ShellSays = {
  /** Name of the shell, `zsh`. */
  readonly shell?: string;
  /** The file that its history is written to. */
  readonly histFile?: string;
  /** The keys of its line editor. */
  readonly editMode?: 'vi' | 'emacs';
  /** Its PATH, as it is at the prompt. */
  readonly path?: string;
  /** What it runs without a file: builtins, keywords, aliases, functions; undefined where it has too many to tell. */
  readonly names?: ReadonlySet<string> | undefined;
};

/** Returns the same object when the mark says nothing new, or is of a shell inside this one. */
export function shellSays(known: ShellSays, mark: Mark): ShellSays {
  if (mark.kind !== 'property' || mark.unverified || mark.shell !== undefined) return known;
  const { key, value } = mark;
  if (key === 'Shell') return { ...known, shell: value };
  if (key === 'HistFile') return { ...known, histFile: value };
  if (key === 'EditMode') return { ...known, editMode: value === 'vi' ? 'vi' : 'emacs' };
  if (key === 'Path') return { ...known, path: value };
  if (key === 'Names') return { ...known, names: value === '' ? undefined : new Set(value.split(' ')) };
  return known;
}
