/** Short messages at the edge of the page; some offer a way back. */

import { type ReadonlySignal, signal } from '@preact/signals';
import { reasonOf } from '../../protocol/common/reason-of.ts';

export type Said = {
  readonly id: number;
  readonly text: string;
  readonly kind: 'info' | 'bad';
  readonly act?: { readonly label: string; readonly run: () => void };
};

/** Limit: messages at a time; the oldest goes. */
const MOST = 4;
const SHOWN_MS = 6_000;

export class Messages {
  readonly #all = signal<readonly Said[]>([]);
  #lastId = 0;

  get all(): ReadonlySignal<readonly Said[]> {
    return this.#all;
  }

  say(text: string, how: Partial<Pick<Said, 'kind' | 'act'>> & { readonly ms?: number } = {}): void {
    const { ms = SHOWN_MS, kind = 'info', act } = how;
    this.#lastId += 1;
    const id = this.#lastId;
    // Said again, it does not pile up.
    const others = this.#all.value.filter((said) => said.text !== text);
    this.#all.value = [...others, { id, text, kind, ...(act && { act }) }].slice(-MOST);
    setTimeout(() => this.drop(id), ms);
  }

  bad(error: unknown): void {
    this.say(reasonOf(error), { kind: 'bad' });
  }

  /** Says why when work fails that nobody waits for. */
  watch(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.bad(error));
  }

  drop(id: number): void {
    this.#all.value = this.#all.value.filter((said) => said.id !== id);
  }
}
