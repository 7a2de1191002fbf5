/**
 * The input queues of a pty, written as fast as the program reads: first what clients type, in order, then replies to queries of
 * the program.
 *
 * A program may send queries faster than it reads the replies, so replies have a small limit of their own.
 *
 * While the pty is in canonical mode (line editing), the program that sent the query is not ready yet or is about to end, and the
 * shell would read the replies as keys. So replies wait a moment, and are dropped when the command ends.
 */

import type { Clock } from '../common/clock.ts';
import type { ModesAnswer, TtyModes } from './modes/tty-modes.ts';
import type { IsRead } from './pty-port.ts';

// The queue joins small pieces, so that they take few writes.

/** A piece of at least this size, in bytes, is not joined with others: it would be copied again and again. */
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

  /** Adds bytes at the front of the queue. */
  addInFront(piece: Uint8Array): void {
    if (piece.length > 0) this.#pieces.unshift(piece);
    this.#bytes += piece.length;
  }

  /** Returns the next bytes, at most `most`; none if the queue is empty. They stay in the queue until `remove`. */
  front(most: number): Uint8Array {
    const [first] = this.#pieces;
    if (first !== undefined && first.length < LARGE && this.#pieces.length > 1) this.#joinFront(most);
    return (this.#pieces[0] ?? new Uint8Array()).subarray(0, most);
  }

  /** Removes `count` bytes from the front, which were written. */
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

/** Writes bytes and returns how many were written; `full`: try again later; `gone`: the pty is closed. */
export type WriteSome = (bytes: Uint8Array) => number | 'full' | 'gone';

/** Asks for the modes of the pty. */
export type AskModes = (answer: ModesAnswer) => void;

type Reply = { readonly bytes: Uint8Array; readonly isRead: IsRead | undefined };

/** Limit in bytes: four pastes of the largest size. Input that does not fit is refused as a whole. */
export const MAX_WAITING = 4 * 1024 * 1024;

/** Limit in bytes. A reply that does not fit is dropped, and so are all later ones until the waiting ones are written. */
export const MAX_REPLIES = 16 * 1024;

/** Bytes written in one turn of the event loop. */
const TURN_BYTES = 64 * 1024;

/** Delay between attempts to write to a program that does not read: doubled each time, up to the maximum. */
const FIRST_RETRY_MS = 1;
const LAST_RETRY_MS = 16;

/** Milliseconds for which replies wait for the end of canonical mode. After that they are written anyway. */
const HELD_MS = 250;

export class PtyInput {
  readonly #writeSome: WriteSome;
  readonly #clock: Clock;
  readonly #askModes: AskModes;
  readonly #typed = new ByteQueue();
  #replies: Reply[] = [];
  #replyBytes = 0;
  #droppedReply = false;
  /** When the oldest waiting reply was queued. */
  #repliesSince = 0;
  #asking = false;
  /** Cancels the next check of the modes. */
  #cancelCheck: (() => void) | undefined;
  #checkMs = FIRST_RETRY_MS;
  #retryMs = FIRST_RETRY_MS;
  #cancelRetry: (() => void) | undefined;
  #turnIsDue = false;
  #closed = false;

  constructor(writeSome: WriteSome, clock: Clock, askModes: AskModes) {
    this.#writeSome = writeSome;
    this.#clock = clock;
    this.#askModes = askModes;
  }

  get room(): number {
    return this.#closed ? 0 : MAX_WAITING - this.#typed.bytes;
  }

  /** Whether replies are accepted now. If not, the caller need not compute one. */
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

  /** Queues a reply to a query. All replies of one turn of the event loop are written together. */
  reply(text: string, isRead?: IsRead): void {
    if (!this.takesReplies) return;
    const bytes = Buffer.from(text, 'utf8');
    this.#droppedReply = this.#replyBytes + bytes.length > MAX_REPLIES;
    if (this.#droppedReply) return;
    if (this.#replyBytes === 0) this.#repliesSince = this.#clock.now();
    this.#replies.push({ bytes, isRead });
    this.#replyBytes += bytes.length;
    if (this.#cancelCheck === undefined) this.#pushLater();
  }

  /** Drops the waiting replies: the program that sent the queries has ended. */
  forgetReplies(): void {
    this.#cancelCheck?.();
    this.#cancelCheck = undefined;
    this.#checkMs = FIRST_RETRY_MS;
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

  /** Whether the program did not read, and the next attempt is scheduled. */
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

  /** Writes the replies, unless the pty is in canonical mode and they have not waited long enough. */
  #offerReplies(): void {
    if (this.#replyBytes === 0 || this.#asking) return;
    this.#cancelCheck?.();
    this.#cancelCheck = undefined;
    this.#asking = true;
    this.#askModes((modes) => {
      this.#asking = false;
      if (this.#replyBytes === 0 || this.#waits) return;
      if (modes?.lineEditing === true && this.#clock.now() - this.#repliesSince < HELD_MS) {
        this.#checkLater();
        return;
      }
      if (modes !== undefined) this.#dropUnread(modes);
      this.#pushReplies();
    });
  }

  #dropUnread(modes: TtyModes): void {
    this.#replies = this.#replies.filter(({ isRead }) => isRead === undefined || isRead(modes));
    this.#replyBytes = this.#replies.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  #checkLater(): void {
    this.#cancelCheck = this.#clock.after(this.#checkMs, () => {
      this.#cancelCheck = undefined;
      if (!this.#waits) this.#push();
    });
    this.#checkMs = Math.min(2 * this.#checkMs, LAST_RETRY_MS);
  }

  #pushReplies(): void {
    this.#checkMs = FIRST_RETRY_MS;
    // A key that was typed while the modes were queried goes first.
    while (this.#replyBytes > 0 && this.#typed.bytes === 0) {
      const taken = this.#writeNow(Buffer.concat(this.#replies.map(({ bytes }) => bytes)));
      if (taken === 0) return;
      this.#removeReplies(taken);
    }
    if (this.#typed.bytes > 0) this.#push();
  }

  /** Returns how many bytes were written. Returns 0 if the pty is closed, or full: then another attempt is scheduled. */
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
    for (; end < taken; count += 1) end += this.#replies[count]?.bytes.length ?? taken;
    const last = this.#replies[count - 1]?.bytes;
    // Complete a partly written reply first: not even a key may come between its halves.
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
