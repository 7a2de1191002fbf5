/**
 * Joins the pieces in which a terminal gives a flood — some 4 KiB a read, each of which costs as much as a large one.
 *
 * The kernel fills such a piece anew while the one before it is worked on; whoever reads on at once waits for it. So what
 * is likely to have more behind it is kept until that has come, and never for longer than is felt.
 */

import type { Clock } from './clock.ts';

/** A piece of this size is likely to have more behind it; a smaller one is the end of what was printed. In bytes. */
const FULL_PIECE = 2048;
/** What is kept is passed on when it is this much, in bytes: keys get through in between. */
const JOIN_LIMIT = 64 * 1024;
const JOIN_MS = 1;

export class PtyPieces {
  readonly #pass: (bytes: Buffer) => void;
  readonly #clock: Clock;
  #kept: Buffer[] = [];
  #length = 0;
  #cancel: (() => void) | undefined;

  constructor(pass: (bytes: Buffer) => void, clock: Clock) {
    this.#pass = pass;
    this.#clock = clock;
  }

  readonly add = (bytes: Buffer): void => {
    this.#kept.push(bytes);
    this.#length += bytes.length;
    if (bytes.length < FULL_PIECE || this.#length >= JOIN_LIMIT) this.flush();
    else this.#cancel ??= this.#clock.after(JOIN_MS, () => this.flush());
  };

  /** Before anything is read elsewhere, and at the end. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const [first, ...more] = this.#kept;
    if (first === undefined) return;
    const length = this.#length;
    this.#kept = [];
    this.#length = 0;
    this.#pass(more.length === 0 ? first : Buffer.concat([first, ...more], length));
  }
}
