/** A command line of a shell's history file. */
export type HistoryLine = {
  readonly line: string;
  /** When it ran (Unix ms), if the file has the time. */
  readonly at?: number;
};
