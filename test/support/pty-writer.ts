/**
 * Writes to a program in a pty of node-pty, for as long as the pty is open.
 *
 * The write of node-pty itself comes later, in another thread, and also between the end of the output, at which the descriptor
 * is closed, and the exit of the program, which is told afterwards. Then it fails, or reaches whatever file has the number by
 * then. An answer of the emulator to a program that did not wait for it comes just there.
 */

import { writeSync } from 'node:fs';
import type { IPty } from 'node-pty';

/** Delay before a program is tried again that does not read. */
const RETRY_MS = 2;

/** What node-pty has without a type. */
type Inner = { readonly fd: number; readonly _socket: { readonly destroyed: boolean } };

export class PtyWriter {
  readonly #pty: Inner;
  #queue: Buffer[] = [];
  #retry: NodeJS.Timeout | undefined;

  constructor(pty: IPty) {
    this.#pty = pty as unknown as Inner;
  }

  /** Text for a program that has gone is dropped. */
  write(text: string): void {
    if (text !== '') this.#queue.push(Buffer.from(text));
    if (this.#retry === undefined) this.#flush();
  }

  #flush(): void {
    this.#retry = undefined;
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      const count = this.#writeSome(next);
      if (count === 'later') {
        this.#retry = setTimeout(() => this.#flush(), RETRY_MS);
        return;
      }
      if (count === 'gone') this.#queue = [];
      else if (count < next.length) this.#queue[0] = next.subarray(count);
      else this.#queue.shift();
    }
  }

  #writeSome(bytes: Buffer): number | 'later' | 'gone' {
    const { fd, _socket } = this.#pty;
    if (_socket.destroyed) return 'gone';
    try {
      return writeSync(fd, bytes);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 'later' : 'gone';
    }
  }
}
