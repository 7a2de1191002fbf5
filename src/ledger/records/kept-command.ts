/** The running command of a terminal, as it is kept in a checkpoint. Sizes are UTF-16 units. */

import type { LedgerRecord } from './record.ts';

export type KeptCommand = {
  /** Its output is in the other fields. */
  readonly record: LedgerRecord;
  /** The end of what it has printed, and how much and how many line ends came before. */
  readonly text: string;
  readonly before: { readonly chars: number; readonly lines: number };
  /** The beginning of its output, once that is no longer in `text`. */
  readonly head?: string;
  /** Text that was passed on to be written to files. */
  readonly passed: { readonly chars: number; readonly bytes: number; readonly inLine: boolean };
  /** Whether that is in files; else all of it is in `text`. */
  readonly isWritten: boolean;
};
