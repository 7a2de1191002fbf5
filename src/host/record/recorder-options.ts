/** Options of the recorder. */

import type { Clock } from '../common/clock.ts';
import type { Limits } from '../common/limits.ts';

export type RecorderOptions = {
  /** Absent if nothing is written to disk and nothing is restored. */
  readonly disk?: {
    /** The state folder. */
    readonly folder: string;
    /** Starts without restored terminals; the existing records are archived. */
    readonly clean: boolean;
    /** Also writes a raw log of everything that terminals print. */
    readonly raw: boolean;
  };
  readonly limits: Pick<Limits, 'outputMiB' | 'outputsMiB'>;
  readonly clock: Clock;
  readonly log: (message: string) => void;
};
