/** Command lines of before, from the record of all terminals and the history file of the shell. */

export type PastLine = {
  readonly line: string;
  /** Unix milliseconds, where it is known. */
  readonly at?: number;
  readonly exitCode?: number;
  /** File URI. */
  readonly cwd?: string;
};

/** Newest first, those of the terminal's folder before all others, each line once. */
export type PastResult = { readonly lines: readonly PastLine[]; readonly more: boolean };

export type PastQuery = {
  /** Only lines that begin with this text and go on after it. */
  readonly prefix?: string;
  /** Only lines with each of these words, in any order; capitals count only if the text has some. */
  readonly words?: string;
  /** Number of lines to leave out, for the next page. */
  readonly skip?: number;
  readonly limit?: number;
};
