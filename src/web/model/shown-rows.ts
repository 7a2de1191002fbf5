/** The rows of the list as they are shown: filtered, and in an order that does not change while the pointer is over the list. */

import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { matches, type TerminalRow } from './terminal-rows.ts';

export class ShownRows {
  readonly shown: ReadonlySignal<readonly TerminalRow[]>;
  /** The order that is kept, as URIs; undefined while rows may move. */
  readonly #kept = signal<readonly string[] | undefined>(undefined);

  constructor(rows: ReadonlySignal<readonly TerminalRow[]>, filter: ReadonlySignal<string>) {
    this.shown = computed(() => {
      const found = rows.value.filter((row) => filter.value === '' || matches(row, filter.value));
      return this.#kept.value === undefined ? found : keptOrder(found, this.#kept.value);
    });
  }

  /** Keeps the order that is shown now, until `release`. */
  keep(): void {
    this.#kept.value ??= this.shown.peek().map(({ uri }) => uri);
  }

  release(): void {
    this.#kept.value = undefined;
  }
}

/** Rows that have come since stand at the end. */
function keptOrder(rows: readonly TerminalRow[], kept: readonly string[]): readonly TerminalRow[] {
  const place = ({ uri }: TerminalRow) => {
    const at = kept.indexOf(uri);
    return at === -1 ? kept.length : at;
  };
  return [...rows].sort((one, other) => place(one) - place(other));
}
