/** Lets screens and process give back, after each flood of output, what the flood has left behind. */

import { dataIn } from '../../protocol/envelope.ts';
import { FloodEnd } from '../../screen/skim/flood-end.ts';
import type { Clock } from '../ground/clock.ts';

import type { EnvelopeReceiver } from '../stream/store.ts';
import type { Terminals } from '../terminal/terminals.ts';

type Watched = {
  readonly terminals: Terminals;
  readonly clock: Clock;
  readonly afterFlood: () => void;
};

/** Time between two screens, in milliseconds: one takes some ten, and keys are read in between. */
const STEP_MS = 20;

export class FloodWatch implements EnvelopeReceiver {
  readonly #end: FloodEnd;

  constructor({ terminals, clock, afterFlood }: Watched) {
    const onEnd = () => {
      // Packed only now: while output comes, each terminal would soon be unpacked again.
      for (const [at, { kept }] of terminals.listed.entries()) clock.after(at * STEP_MS, kept.screen.pack);
      afterFlood();
    };
    this.#end = new FloodEnd({ onEnd, after: (ms, act) => clock.after(ms, act) });
  }

  take({ action }: Parameters<EnvelopeReceiver['take']>[0]): void {
    if (action.type === 'terminal/input') this.#end.touched();
    else this.#end.printed(dataIn(action)?.data.length ?? 0);
  }

  close(): void {
    this.#end.close();
  }
}
