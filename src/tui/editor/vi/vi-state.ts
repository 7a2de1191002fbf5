/** What the keys of vi remember beside the line: the mode, a command that is not whole yet, and what `.` and `;` repeat. */

export type ViState = {
  readonly mode: 'insert' | 'normal';
  /** Keys of a command that is not whole yet. */
  readonly pending: string;
  /** The last `f`, `F`, `t` or `T` with its character. */
  readonly find: ViFind | undefined;
  /** The last change, for `.`: its keys, and what was typed after them. */
  readonly change: { readonly keys: string; readonly typed: string } | undefined;
  /** The change by which inserting began, and the cursor at that moment. */
  readonly inserting: { readonly keys: string; readonly from: number } | undefined;
};

export type ViFind = { readonly key: 'f' | 'F' | 't' | 'T'; readonly character: string };

/** A new line begins with inserting, as in the shells. */
export const VI_INSERT: ViState = {
  mode: 'insert',
  pending: '',
  find: undefined,
  change: undefined,
  inserting: undefined,
};
