/** The time that the page shows. It goes on only as often as something of it would change, and while somebody looks. */

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

export class Clock {
  /** Unix milliseconds: each second while seconds are shown, each minute otherwise. */
  readonly now = signal(Date.now());
  /** When the day began, in Unix milliseconds: enough for times of day, which then are not written again each second. */
  readonly today = computed(() => new Date(this.now.value).setHours(0, 0, 0, 0));
  /** Stops the clock. */
  readonly stop: () => void;

  constructor(isSeen: ReadonlySignal<boolean>, showsSeconds: ReadonlySignal<boolean>) {
    const tick = () => {
      this.now.value = Date.now();
    };
    this.stop = effect(() => {
      if (!isSeen.value) return undefined;
      tick();
      const timer = setInterval(tick, showsSeconds.value ? SECOND_MS : MINUTE_MS);
      return () => clearInterval(timer);
    });
  }
}
