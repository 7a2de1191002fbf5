/** The lines of before in the page's list of them, read as it is gone through. */

import { computed, signal } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import {
  foundLines,
  foundPlaces,
  type LineSearch,
  NO_LINES,
  nextLines,
  pastWords,
} from '../../client/history-lines.ts';
import { answered, historyFailure, historyRequest, lookFor } from '../../client/history-search.ts';
import type { Speaker } from '../../protocol/cotty/filter/command-filter.ts';

/** Lines of the shell's history that are listed at most. */
const MOST = 200;

type Needs = {
  readonly client: Pick<Client, 'cotty'>;
  /** The terminal for whose shell a line is looked for. */
  readonly uri: string;
  readonly speaker: () => Speaker;
};

export class LineList {
  readonly #words = signal('');
  readonly #found = signal<LineSearch>(NO_LINES);
  readonly lines = computed(() =>
    foundLines(this.#found.value, [], this.#words.value, this.#needs.speaker()),
  );
  /** Why there are no runs, or what is wrong with a word. */
  readonly said = computed(() => this.#found.value.search.wrong ?? this.#found.value.search.failure);
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Returns the places of what is looked for in a line. */
  places(line: string): ReturnType<typeof foundPlaces> {
    return foundPlaces(line, this.#words.value, this.#needs.speaker());
  }

  look(words: string): void {
    const { client, uri, speaker } = this.#needs;
    this.#words.value = words;
    const found = this.#found.peek();
    this.#found.value = { ...found, search: lookFor(found.search, words, 'newest', speaker()) };
    const past = pastWords(words, speaker());
    if (past !== undefined)
      client.cotty.past(uri, { ...(past !== '' && { words: past }), limit: MOST }).then(
        ({ lines }) => {
          if (this.#words.peek() === words) this.#found.value = { ...this.#found.peek(), past: lines };
        },
        // The runs are listed without them.
        () => {},
      );
    this.read(0);
  }

  /** Reads what is missing with the line at an index in view. */
  read(index: number): void {
    const found = this.#found.peek();
    const ask = nextLines(found, this.lines.peek(), index);
    if (ask === undefined) return;
    this.#found.value = { ...found, search: { ...found.search, asked: ask } };
    void this.#needs.client.cotty
      .history(historyRequest(ask))
      .catch(historyFailure)
      .then((answer) => {
        const now = this.#found.peek();
        this.#found.value = { ...now, search: answered(now.search, ask, answer) };
        this.read(index);
      });
  }
}
