/** All that a terminal prints, as the ledger reads it. Places count UTF-16 units. */

export type TextSource = {
  /** The place after everything printed. */
  readonly end: number;
  /** Returns the text between two places, as far as it is held for a cursor. */
  read(from: number, to?: number): string;
  /** Number of line ends before a place that is held. */
  lineAt(place: number): number;
  /** Keeps text from here on, at most `most` UTF-16 units. */
  cursor(most: number, at?: number): TextCursor;
};

export type TextCursor = {
  readonly at: number;
  /** Releases the text before a place. */
  moveTo(place: number): void;
  close(): void;
};
