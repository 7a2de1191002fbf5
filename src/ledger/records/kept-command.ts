/** The running command of a terminal, as it is kept in a checkpoint. Sizes are UTF-16 units. */

import type { OutputTimes } from '../../protocol/common/output-times.ts';
import type { LedgerRecord } from './record.ts';

export type KeptCommand = {
  /** Its output is in the other fields. */
  readonly record: LedgerRecord;
  /** The last part of its output, and the counts of what came before. */
  readonly text: string;
  readonly before: { readonly chars: number; readonly lines: number };
  /** The beginning of its output, once that is no longer in `text`. */
  readonly head?: string;
  /** Counts of the output that was passed on to `OutputFiles`; `inLine`: it ends inside a line. */
  readonly passed: { readonly chars: number; readonly bytes: number; readonly inLine: boolean };
  /** When the output came. Earlier versions did not write it. */
  readonly times?: OutputTimes;
  /** True when the passed-on output is in files; otherwise `text` has all of it. */
  readonly isWritten: boolean;
};
