/** A queue of desktop notices: shows at most one a second, and joins what comes meanwhile. */

import type { Notice } from './notice-bytes.ts';

export type NoticesOptions = {
  readonly show: (notice: Notice) => void;
  readonly now: () => number;
  /** Runs something later; returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
};

const BETWEEN_MS = 1_000;
/** Notices named when several are joined; the others are counted. */
const NAMED = 3;

export class Notices {
  readonly #options: NoticesOptions;
  #waiting: Notice[] = [];
  /** Notices that will only be counted. */
  #more = 0;
  #last = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(options: NoticesOptions) {
    this.#options = options;
  }

  tell(notices: readonly Notice[]): void {
    for (const notice of notices) {
      if (this.#waiting.length < NAMED) this.#waiting.push(notice);
      else this.#more += 1;
    }
    if (this.#waiting.length === 0 || this.#cancel !== undefined) return;
    const { now, after } = this.#options;
    const since = now() - this.#last;
    // A clock that went backwards must not silence the window.
    const wait = since >= 0 ? BETWEEN_MS - since : 0;
    if (wait <= 0) this.#show();
    else this.#cancel = after(wait, () => this.#show());
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#waiting = [];
    this.#more = 0;
  }

  #show(): void {
    this.#cancel = undefined;
    const notice = together(this.#waiting, this.#more);
    this.#waiting = [];
    this.#more = 0;
    if (notice === undefined) return;
    this.#last = this.#options.now();
    this.#options.show(notice);
  }
}

function together(notices: readonly Notice[], more: number): Notice | undefined {
  const [first, ...rest] = notices;
  if (first === undefined || rest.length === 0) return first;
  const named = notices.map(({ title, body }) => `${title}: ${body}`);
  const counted = more === 0 ? [] : [`and ${more} more`];
  return { title: `${notices.length + more} notices`, body: [...named, ...counted].join(' · ') };
}
