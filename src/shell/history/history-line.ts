/** A command line of a shell's history file. */
export type HistoryLine = {
  readonly line: string;
  /** Unix milliseconds at which it ran, where the file tells. */
  readonly at?: number;
};
