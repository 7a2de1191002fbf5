/**
 * Reads the output of a pty to its last byte.
 *
 * libuv takes "hung up, and the last read did not fill the buffer" for the end of the stream, and on a terminal no read
 * fills the buffer. So at that end, and at the exit, the rest is read from the kernel through the descriptor. An error
 * (EIO, the usual end on Linux) discards the data that the socket has read but not passed on while paused.
 */

import { readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import type { ReadStream } from 'node:tty';
import { TurnSize } from '../../screen/skim/turn-size.ts';

/** Limit of bytes read after the exit: the kernel holds about 64 KiB, but a background process may write for ever. */
const TAIL_LIMIT = 1024 * 1024;
/** Most bytes that are read and passed on in one piece; then the event loop goes on. What takes long comes in smaller ones. */
const READ_SIZE = 64 * 1024;
/** Linux gives no more in one read. */
const LEAST_READ = 4096;
/** Shared by all ptys: what is read into it is decoded before the next read. */
const room = Buffer.allocUnsafeSlow(READ_SIZE);
/** Bytes of a read after which the kernel probably holds more. */
const FULL_READ = 4000;

export class PtyOutput {
  readonly #fd: number;
  readonly #socket: ReadStream;
  readonly #data: (text: string) => void;
  readonly #decoder = new StringDecoder('utf8');
  readonly #turn = new TurnSize(LEAST_READ, READ_SIZE);
  /** Data read but not passed on while paused. At most the socket's own buffer and one tail. */
  #held: Buffer[] = [];
  #paused = false;
  #onRead: (bytes: Uint8Array) => void = () => {};

  /** Text never ends inside a character, and none comes between `pause` and `resume`. */
  constructor(fd: number, socket: ReadStream, data: (text: string) => void) {
    this.#fd = fd;
    this.#socket = socket;
    this.#data = data;
    // One unit a byte: a socket that has had another encoding cannot be set back to bytes.
    socket.setEncoding('latin1');
    socket.on('data', this.#receiveUnits);
    socket.on('end', () => this.#readTail());
    socket.on('error', () => this.#readRest());
  }

  /** Sets the one listener that gets what is read before it is passed on or held. */
  onRead(listener: (bytes: Uint8Array) => void): void {
    this.#onRead = listener;
  }

  /** Passes on bytes that were read before. */
  replay(bytes: Uint8Array): void {
    this.#receive(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  get paused(): boolean {
    return this.#paused;
  }

  pause(): void {
    this.#paused = true;
    this.#socket.pause();
  }

  /** Passes on what was held, which may lead to another pause. `goOn` must follow. */
  release(): void {
    this.#paused = false;
    for (const bytes of this.#held.splice(0)) this.#receive(bytes);
  }

  goOn(): void {
    if (!this.#paused) this.#socket.resume();
  }

  /** Passes on everything that was printed before the exit, and closes the socket. */
  finish(): void {
    this.#readRest();
    this.#readTail();
    const cut = this.#decoder.end();
    if (cut !== '') this.#data(cut);
    this.#socket.destroy();
  }

  /**
   * Takes one read of the socket. Linux returns at most 4 KiB a read of a pty, so after a full one more waits, as a rule:
   * it is read here, for one call in place of many. A key's echo is short and does not pay for the attempt.
   */
  readonly #receiveUnits = (units: string): void => {
    // What the socket still holds comes first.
    const { length } = units;
    const isFull = length >= FULL_READ && length < READ_SIZE && this.#socket.readableLength === 0;
    this.#take(isFull && !this.#paused ? this.#readAhead(units) : Buffer.from(units, 'latin1'));
  };

  /** Returns the bytes with what the kernel has after them, as far as both fit into the shared buffer. */
  #readAhead(units: string): Buffer {
    let end = room.write(units, 'latin1');
    const most = this.#turn.size;
    for (let count = 1; count > 0 && end < most; end += count)
      count = this.#readSome(room.subarray(end, most));
    return room.subarray(0, end);
  }

  #take(bytes: Buffer): void {
    this.#onRead(bytes);
    this.#receive(bytes);
  }

  /** Passes on bytes, or keeps them while paused. */
  #receive(bytes: Buffer): void {
    if (this.#paused) {
      this.#held.push(bytes);
      return;
    }
    const text = this.#decoder.write(bytes);
    if (text === '') return;
    this.#turn.run(() => {
      this.#data(text);
      return bytes.length;
    });
  }

  /** Passes on the data that the socket has read and still holds. */
  #readRest(): void {
    this.#socket.off('data', this.#receiveUnits);
    for (let rest = this.#readSocket(); rest !== null; rest = this.#readSocket())
      this.#take(Buffer.from(rest, 'latin1'));
  }

  #readSocket(): string | null {
    return this.#socket.read();
  }

  /** Passes on the data that the kernel still holds. */
  #readTail(): void {
    for (let total = 0; total < TAIL_LIMIT && !this.#socket.destroyed; ) {
      // A buffer of its own: it may have to wait while paused.
      const rest = Buffer.allocUnsafe(READ_SIZE);
      const count = this.#readSome(rest);
      if (count === 0) return;
      total += count;
      this.#take(rest.subarray(0, count));
    }
  }

  /** Reads from the kernel without waiting, because the descriptor is non-blocking. Returns 0 when nothing is left. */
  #readSome(into: Uint8Array): number {
    try {
      return readSync(this.#fd, into);
    } catch {
      // EAGAIN: nothing is left for now. EIO: the program has ended; the socket will tell.
      return 0;
    }
  }
}
