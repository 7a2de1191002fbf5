/**
 * Queues of input for a program, written to the pty as fast as the program reads: what people type goes first, in its
 * order, and the replies to queries of the program behind it.
 *
 * A program may ask faster than it reads. So replies have a small limit of their own, and cost few writes.
 */

import type { Clock } from '../ground/clock.ts';
import { ByteQueue } from './byte-queue.ts';

/** Writes bytes and returns how many were written; `full`: try again later; `gone`: nothing will be read any more. */
export type WriteSome = (bytes: Uint8Array) => number | 'full' | 'gone';

/** Limit in bytes, four pastes of the largest size. A text beyond it is refused whole, never shortened. */
export const MAX_WAITING = 4 * 1024 * 1024;

/** Limit in bytes. A reply beyond it is dropped, and so are all later ones until those that wait are written. */
export const MAX_REPLIES = 16 * 1024;

/** Bytes written in one turn of the event loop. */
const TURN_BYTES = 64 * 1024;

/** Delays between attempts to write to a program that does not read: doubled each time, up to the last. */
const FIRST_RETRY_MS = 1;
const LAST_RETRY_MS = 16;

export class PtyInput {
  readonly #writeSome: WriteSome;
  readonly #clock: Clock;
  readonly #typed = new ByteQueue();
  #replies: Uint8Array[] = [];
  #replyBytes = 0;
  #droppedReply = false;
  #retryMs = FIRST_RETRY_MS;
  #cancelRetry: (() => void) | undefined;
  #turnIsDue = false;
  #closed = false;

  constructor(writeSome: WriteSome, clock: Clock) {
    this.#writeSome = writeSome;
    this.#clock = clock;
  }

  get room(): number {
    return this.#closed ? 0 : MAX_WAITING - this.#typed.bytes;
  }

  /** Whether a reply may still be taken. One that is not taken need not be made. */
  get takesReplies(): boolean {
    return !this.#closed && !this.#droppedReply;
  }

  write(input: string | Uint8Array): boolean {
    const bytes = typeof input === 'string' ? Buffer.from(input, 'utf8') : input;
    if (bytes.length > this.room) return false;
    this.#typed.add(bytes);
    if (!this.#waits) this.#push();
    return true;
  }

  /** Takes a reply to a query. All replies of one turn of the event loop are written together. */
  reply(text: string): void {
    if (!this.takesReplies) return;
    const bytes = Buffer.from(text, 'utf8');
    this.#droppedReply = this.#replyBytes + bytes.length > MAX_REPLIES;
    if (this.#droppedReply) return;
    this.#replies.push(bytes);
    this.#replyBytes += bytes.length;
    this.#pushLater();
  }

  close(): void {
    this.#closed = true;
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    this.#typed.clear();
    this.#replies = [];
    this.#replyBytes = 0;
  }

  /** Whether the program did not read, so that the next attempt has its time already. */
  get #waits(): boolean {
    return this.#cancelRetry !== undefined;
  }

  #pushLater(): void {
    if (this.#turnIsDue || this.#waits) return;
    this.#turnIsDue = true;
    this.#clock.soon(() => {
      this.#turnIsDue = false;
      if (!this.#waits) this.#push();
    });
  }

  #push(): void {
    this.#cancelRetry = undefined;
    for (let left = TURN_BYTES; this.#typed.bytes + this.#replyBytes > 0; ) {
      if (left <= 0) {
        this.#pushLater();
        return;
      }
      const typed = this.#typed.bytes > 0;
      const taken = this.#writeSome(typed ? this.#typed.front(left) : Buffer.concat(this.#replies));
      if (taken === 'gone') {
        this.close();
        return;
      }
      if (taken === 'full' || taken === 0) {
        this.#retry();
        return;
      }
      this.#retryMs = FIRST_RETRY_MS;
      left -= taken;
      if (typed) this.#typed.remove(taken);
      else this.#removeReplies(taken);
    }
  }

  #removeReplies(taken: number): void {
    let end = 0;
    let count = 0;
    for (; end < taken; count += 1) end += this.#replies[count]?.length ?? taken;
    const last = this.#replies[count - 1];
    // Nothing may come between the halves of a reply that was written in part, not even a key.
    if (last !== undefined && end > taken) this.#typed.addInFront(last.subarray(last.length - (end - taken)));
    this.#replies.splice(0, count);
    this.#replyBytes -= end;
    if (this.#replyBytes === 0) this.#droppedReply = false;
  }

  #retry(): void {
    this.#cancelRetry = this.#clock.after(this.#retryMs, () => this.#push());
    this.#retryMs = Math.min(2 * this.#retryMs, LAST_RETRY_MS);
  }
}
