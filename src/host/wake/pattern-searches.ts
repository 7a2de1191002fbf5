/**
 * Searches finished commands for the patterns of watches, one pattern a turn of the event loop: one may take 100 ms, and
 * keys are handled in between.
 */

import type { Clock } from '../ground/clock.ts';
import type { SearchableCommand } from './finished-wake.ts';
import { searchFor } from './watch-filter.ts';

/** Commands that may wait, each with up to 40 Ki characters of text; beyond it the oldest is searched at once. */
const MOST_WAITING = 64;

type Search = {
  readonly command: SearchableCommand;
  readonly patterns: string[];
  readonly done: () => void;
};

export class PatternSearches {
  readonly #clock: Pick<Clock, 'soon'>;
  readonly #waiting: Search[] = [];
  #scheduled = false;

  constructor(clock: Pick<Clock, 'soon'>) {
    this.#clock = clock;
  }

  /** Calls `done`, in the order of the commands, when the command knows which of the patterns it contains. */
  search(command: SearchableCommand, patterns: readonly string[], done: () => void): void {
    this.#waiting.push({ command, patterns: [...patterns], done });
    if (this.#waiting.length > MOST_WAITING) this.#end(1);
    if (!this.#scheduled) this.#turn();
  }

  /** Calls every `done` now; what a command was not searched for yet is searched when it is asked. */
  finish(): void {
    this.#end(this.#waiting.length);
  }

  #end(count: number): void {
    for (const { done } of this.#waiting.splice(0, count)) done();
  }

  #turn(): void {
    const [first] = this.#waiting;
    if (first === undefined) return;
    const pattern = first.patterns.shift();
    if (pattern !== undefined) searchFor(pattern, first.command);
    if (first.patterns.length === 0) this.#end(1);
    if (this.#waiting.length === 0) return;
    this.#scheduled = true;
    this.#clock.soon(() => {
      this.#scheduled = false;
      this.#turn();
    });
  }
}
