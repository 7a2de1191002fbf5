/**
 * Queues of input for a program, written to the pty as fast as the program reads: what people type goes first, in its
 * order, and the replies to queries of the program behind it.
 *
 * A program may ask faster than it reads. So replies have a small limit of their own, and cost few writes.
 *
 * A program reads replies key by key. While the terminal hands over whole lines, the one that asked is not ready yet, or is
 * about to end: then its replies would be read by the shell, as keys. So they wait a moment, and are thrown away when the
 * command ends.
 */

import type { Clock } from '../common/clock.ts';

// Bytes that wait to be written, joined so that many small pieces take few writes.

/** A front piece of at least this size, in bytes, is written as it is: joining would copy it again and again. */
const LARGE = 4096;

class ByteQueue {
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  add(piece: Uint8Array): void {
    if (piece.length > 0) this.#pieces.push(piece);
    this.#bytes += piece.length;
  }

  /** Adds bytes that are to be written before all that wait. */
  addInFront(piece: Uint8Array): void {
    if (piece.length > 0) this.#pieces.unshift(piece);
    this.#bytes += piece.length;
  }

  /** Returns the next bytes, joined: at most `most`, and none when the queue is empty. They stay in the queue. */
  front(most: number): Uint8Array {
    const [first] = this.#pieces;
    if (first !== undefined && first.length < LARGE && this.#pieces.length > 1) this.#joinFront(most);
    return (this.#pieces[0] ?? new Uint8Array()).subarray(0, most);
  }

  /** Removes that many bytes of the front, which were written. */
  remove(count: number): void {
    const [first = new Uint8Array()] = this.#pieces;
    if (count < first.length) this.#pieces[0] = first.subarray(count);
    else this.#pieces.shift();
    this.#bytes -= Math.min(count, first.length);
  }

  clear(): void {
    this.#pieces = [];
    this.#bytes = 0;
  }

  #joinFront(most: number): void {
    let count = 0;
    let bytes = 0;
    for (; count < this.#pieces.length && bytes < most; count += 1) bytes += this.#pieces[count]?.length ?? 0;
    // A large piece at the end need not be copied.
    const last = this.#pieces[count - 1];
    if (count > 1 && last !== undefined && last.length >= LARGE) count -= 1;
    this.#pieces.splice(0, count, Buffer.concat(this.#pieces.slice(0, count)));
  }
}

/** Writes bytes and returns how many were written; `full`: try again later; `gone`: nothing will be read any more. */
export type WriteSome = (bytes: Uint8Array) => number | 'full' | 'gone';

/** Asks whether the terminal hands over whole lines; undefined when that is not known. */
export type AskLineEditing = (answer: (lineEditing: boolean | undefined) => void) => void;

/** Limit in bytes, four pastes of the largest size. A text beyond it is refused whole, never shortened. */
export const MAX_WAITING = 4 * 1024 * 1024;

/** Limit in bytes. A reply beyond it is dropped, and so are all later ones until those that wait are written. */
export const MAX_REPLIES = 16 * 1024;

/** Bytes written in one turn of the event loop. */
const TURN_BYTES = 64 * 1024;

/** Delays between attempts to write to a program that does not read: doubled each time, up to the last. */
const FIRST_RETRY_MS = 1;
const LAST_RETRY_MS = 16;

/** Time that replies wait for a program which reads keys. Then they are written for whoever reads. */
const HELD_MS = 250;

export class PtyInput {
  readonly #writeSome: WriteSome;
  readonly #clock: Clock;
  readonly #askLineEditing: AskLineEditing;
  readonly #typed = new ByteQueue();
  #replies: Uint8Array[] = [];
  #replyBytes = 0;
  #droppedReply = false;
  /** When the first of the replies that wait was taken. */
  #repliesSince = 0;
  #asking = false;
  /** Cancels the next look at the modes. */
  #cancelLook: (() => void) | undefined;
  #lookMs = FIRST_RETRY_MS;
  #retryMs = FIRST_RETRY_MS;
  #cancelRetry: (() => void) | undefined;
  #turnIsDue = false;
  #closed = false;

  constructor(writeSome: WriteSome, clock: Clock, askLineEditing: AskLineEditing) {
    this.#writeSome = writeSome;
    this.#clock = clock;
    this.#askLineEditing = askLineEditing;
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
    if (this.#replyBytes === 0) this.#repliesSince = this.#clock.now();
    this.#replies.push(bytes);
    this.#replyBytes += bytes.length;
    if (this.#cancelLook === undefined) this.#pushLater();
  }

  /** Throws away the replies that wait: nobody is left to read them. */
  forgetReplies(): void {
    this.#cancelLook?.();
    this.#cancelLook = undefined;
    this.#lookMs = FIRST_RETRY_MS;
    this.#replies = [];
    this.#replyBytes = 0;
    this.#droppedReply = false;
  }

  close(): void {
    this.#closed = true;
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    this.#typed.clear();
    this.forgetReplies();
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
    for (let left = TURN_BYTES; this.#typed.bytes > 0; ) {
      if (left <= 0) {
        this.#pushLater();
        return;
      }
      const taken = this.#writeNow(this.#typed.front(left));
      if (taken === 0) return;
      left -= taken;
      this.#typed.remove(taken);
    }
    this.#offerReplies();
  }

  /** Writes the replies if a program reads keys, or has not begun to in time. */
  #offerReplies(): void {
    if (this.#replyBytes === 0 || this.#asking) return;
    this.#cancelLook?.();
    this.#cancelLook = undefined;
    this.#asking = true;
    this.#askLineEditing((lineEditing) => {
      this.#asking = false;
      if (this.#replyBytes === 0 || this.#waits) return;
      if (lineEditing === true && this.#clock.now() - this.#repliesSince < HELD_MS) this.#lookLater();
      else this.#pushReplies();
    });
  }

  #lookLater(): void {
    this.#cancelLook = this.#clock.after(this.#lookMs, () => {
      this.#cancelLook = undefined;
      if (!this.#waits) this.#push();
    });
    this.#lookMs = Math.min(2 * this.#lookMs, LAST_RETRY_MS);
  }

  #pushReplies(): void {
    this.#lookMs = FIRST_RETRY_MS;
    // A key that was typed while the modes were asked for goes first.
    while (this.#replyBytes > 0 && this.#typed.bytes === 0) {
      const taken = this.#writeNow(Buffer.concat(this.#replies));
      if (taken === 0) return;
      this.#removeReplies(taken);
    }
    if (this.#typed.bytes > 0) this.#push();
  }

  /** Returns how many bytes were written: none if the program does not read now, and will be tried again, or is gone. */
  #writeNow(bytes: Uint8Array): number {
    const taken = this.#writeSome(bytes);
    if (taken === 'gone') this.close();
    else if (taken === 'full' || taken === 0) this.#retry();
    else {
      this.#retryMs = FIRST_RETRY_MS;
      return taken;
    }
    return 0;
  }

  #removeReplies(taken: number): void {
    let end = 0;
    let count = 0;
    for (; end < taken; count += 1) end += this.#replies[count]?.length ?? taken;
    const last = this.#replies[count - 1];
    // A reply that was written in part is completed first: not even a key may come between its halves.
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
