/**
 * Gives keys priority: for a few milliseconds after a key, the ptys of other terminals are not read.
 *
 * A program that prints without end keeps several processes busy (itself, the kernel's worker, the host). On a machine with
 * few cores a key and its echo would wait for each of them in turn.
 */

import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { Clock } from '../ground/clock.ts';

/** Time in which an idle machine shows a key. */
const HOLD_MS = 8;
/** Least time between two holds, however fast somebody types or pastes. */
const REST_MS = 16;
/** Terminals that have not printed for so long are not held. */
const BUSY_MS = 50;

export class TypingPriority {
  readonly #hold: (channel: string, held: boolean) => void;
  readonly #clock: Clock;
  /** Time of each terminal's last output. */
  readonly #printed = new Map<string, number>();
  readonly #held = new Set<string>();
  #heldAt = Number.NEGATIVE_INFINITY;

  /** `hold` pauses and resumes the pty that feeds a channel. */
  constructor(hold: (channel: string, held: boolean) => void, clock: Clock) {
    this.#hold = hold;
    this.#clock = clock;
  }

  take({ channel, action }: ActionEnvelope): void {
    if (action.type === 'terminal/data') this.#printed.set(channel, this.#clock.now());
    else if (action.type === 'terminal/input') this.#typed(channel);
    else if (action.type === 'terminal/exited') this.#printed.delete(channel);
  }

  #typed(into: string): void {
    // Somebody types into this held terminal now.
    this.#release(into);
    const now = this.#clock.now();
    const since = now - this.#heldAt;
    // Negative when the clock was set back.
    if (since >= 0 && since < HOLD_MS + REST_MS) return;
    for (const [channel, at] of this.#printed) {
      if (channel === into || now - at >= BUSY_MS) continue;
      this.#held.add(channel);
      this.#hold(channel, true);
    }
    if (this.#held.size === 0) return;
    this.#heldAt = now;
    this.#clock.after(HOLD_MS, () => {
      for (const channel of this.#held) this.#release(channel);
    });
  }

  #release(channel: string): void {
    if (this.#held.delete(channel)) this.#hold(channel, false);
  }
}
