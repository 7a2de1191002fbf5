/**
 * Gives keys priority: for a few milliseconds after a key, the ptys of other terminals are not read.
 *
 * A program that prints without end keeps several processes busy (itself, the kernel's worker, the host). On a machine with
 * few cores a key and its echo would wait for each of them in turn.
 */

import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { Clock } from '../common/clock.ts';

/** Milliseconds in which an idle machine shows the echo of a key. */
const PAUSE_MS = 8;
/** Least milliseconds between two pauses, however fast somebody types or pastes. */
const REST_MS = 16;
/** Terminals that have printed nothing for so many milliseconds are not paused. */
const BUSY_MS = 50;

export class TypingPriority {
  readonly #pause: (channel: string, paused: boolean) => void;
  readonly #clock: Clock;
  /** When each terminal last printed. */
  readonly #printed = new Map<string, number>();
  readonly #paused = new Set<string>();
  #pausedAt = Number.NEGATIVE_INFINITY;

  /** `pause` pauses and resumes the pty that feeds a channel. */
  constructor(pause: (channel: string, paused: boolean) => void, clock: Clock) {
    this.#pause = pause;
    this.#clock = clock;
  }

  take({ channel, action }: ActionEnvelope): void {
    if (action.type === 'terminal/data') this.#printed.set(channel, this.#clock.now());
    else if (action.type === 'terminal/input') this.#typed(channel);
    else if (action.type === 'terminal/exited') this.#printed.delete(channel);
  }

  #typed(into: string): void {
    // This terminal was paused, but gets keys now.
    this.#release(into);
    const now = this.#clock.now();
    const since = now - this.#pausedAt;
    // Negative when the clock was set back.
    if (since >= 0 && since < PAUSE_MS + REST_MS) return;
    for (const [channel, at] of this.#printed) {
      if (channel === into || now - at >= BUSY_MS) continue;
      this.#paused.add(channel);
      this.#pause(channel, true);
    }
    if (this.#paused.size === 0) return;
    this.#pausedAt = now;
    this.#clock.after(PAUSE_MS, () => {
      for (const channel of this.#paused) this.#release(channel);
    });
  }

  #release(channel: string): void {
    if (this.#paused.delete(channel)) this.#pause(channel, false);
  }
}
