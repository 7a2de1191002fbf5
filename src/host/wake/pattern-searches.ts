/**
 * Searches finished commands for the patterns of watches, one pattern a turn of the event loop: one may take 100 ms, and
 * keys are handled in between.
 */

import type { Clock } from '../common/clock.ts';
import { type FinishedCommand, type SearchableCommand, searchable } from './finished-wake.ts';
import { searchFor } from './watch-filter.ts';

/** Commands that may wait, each with up to 40 Ki characters of text; beyond it the oldest is searched at once. */
const MOST_WAITING = 64;

type Search = {
  readonly channel: string;
  readonly command: () => SearchableCommand;
  readonly patterns: string[];
  readonly done: (command: SearchableCommand) => void;
  /** Whether it keeps a text in memory that would be freed otherwise. */
  readonly isCounted: boolean;
};

export class PatternSearches {
  readonly #clock: Pick<Clock, 'soon'>;
  #waiting: Search[] = [];
  /** Number of waiting searches that are counted. */
  #counted = 0;
  #scheduled = false;

  constructor(clock: Pick<Clock, 'soon'>) {
    this.#clock = clock;
  }

  /** Calls `done`, in the order of the commands, when the command knows which of the patterns it contains. */
  search(command: SearchableCommand, patterns: readonly string[], done: () => void): void {
    const { channel } = command.finished;
    this.#add({ channel, command: () => command, patterns: [...patterns], done, isCounted: true });
    while (this.#counted > MOST_WAITING) this.#end(1);
  }

  /** Like `search`, for a command whose text is read when its turn comes, so that any number may wait. */
  searchKept(
    finished: FinishedCommand,
    patterns: readonly string[],
    done: (command: SearchableCommand) => void,
  ): void {
    let known: SearchableCommand | undefined;
    const command = (): SearchableCommand => {
      known ??= searchable(finished);
      return known;
    };
    this.#add({ channel: finished.channel, command, patterns: [...patterns], done, isCounted: false });
  }

  /**
   * Calls every `done` now, or those for the commands of some channels; what a command was not searched for yet is searched
   * when it is asked.
   */
  finish(isMeant: (channel: string) => boolean = () => true): void {
    const meant = this.#waiting.filter(({ channel }) => isMeant(channel));
    this.#waiting = this.#waiting.filter((search) => !meant.includes(search));
    for (const search of meant) this.#notify(search);
  }

  #add(search: Search): void {
    this.#waiting.push(search);
    if (search.isCounted) this.#counted += 1;
    if (!this.#scheduled) this.#turn();
  }

  #end(count: number): void {
    for (const search of this.#waiting.splice(0, count)) this.#notify(search);
  }

  #notify({ command, done, isCounted }: Search): void {
    if (isCounted) this.#counted -= 1;
    done(command());
  }

  #turn(): void {
    const [first] = this.#waiting;
    if (first === undefined) return;
    const pattern = first.patterns.shift();
    if (pattern !== undefined) searchFor(pattern, first.command());
    if (first.patterns.length === 0) this.#end(1);
    if (this.#waiting.length === 0) return;
    this.#scheduled = true;
    this.#clock.soon(() => {
      this.#scheduled = false;
      this.#turn();
    });
  }
}
