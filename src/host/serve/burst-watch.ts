/** Frees memory after each burst of output: packs the terminals' screens, then calls `afterBurst`. */

import { dataIn } from '../../protocol/envelope.ts';
import { BurstEnd } from '../../screen/skim/burst-end.ts';
import type { Clock } from '../common/clock.ts';

import type { EnvelopeReceiver } from '../stream/store.ts';
import type { Terminals } from '../terminal/terminals.ts';

type Watched = {
  readonly terminals: Terminals;
  readonly clock: Clock;
  readonly afterBurst: () => void;
};

/** Milliseconds between two screens: packing one takes about ten, and keys are handled in between. */
const STEP_MS = 20;

export class BurstWatch implements EnvelopeReceiver {
  readonly #end: BurstEnd;

  constructor({ terminals, clock, afterBurst }: Watched) {
    const onEnd = () => {
      // Screens are packed only when the burst is over: during it each would soon be unpacked again.
      for (const [at, { kept }] of terminals.listed.entries()) clock.after(at * STEP_MS, kept.screen.pack);
      afterBurst();
    };
    this.#end = new BurstEnd({ onEnd, after: (ms, act) => clock.after(ms, act) });
  }

  take({ action }: Parameters<EnvelopeReceiver['take']>[0]): void {
    if (action.type === 'terminal/input') this.#end.touched();
    else this.#end.printed(dataIn(action)?.data.length ?? 0);
  }

  close(): void {
    this.#end.close();
  }
}
