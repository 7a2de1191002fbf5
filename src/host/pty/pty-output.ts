/**
 * Reads the output of a pty to its last byte, and decodes it as UTF-8.
 *
 * Each read is passed on before libuv makes the next one, and nothing is read while paused. A stream that buffers would hold
 * bytes that are in no replay log yet, and would be lost if the host is killed.
 *
 * libuv ends the stream at a hangup if the last read did not fill the buffer, and a read of a pty never fills it. So at that end,
 * and when the process has exited, the rest is read from the descriptor directly.
 */

import { readSync } from 'node:fs';
import type { ConnectOpts, SocketConstructorOpts } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { ReadStream } from 'node:tty';
import { TurnSize } from '../../screen/skim/turn-size.ts';

/** Limit of the bytes that are read after the exit: the kernel holds about 64 KiB, but a background process may write forever. */
const TAIL_LIMIT = 1024 * 1024;
/** Most bytes that are read and passed on before the event loop gets a turn. Less if they take long to process. */
const READ_SIZE = 64 * 1024;
/** Linux returns at most this much in one read of a pty. */
const LEAST_READ = 4096;
/** Shared by all ptys that have no read buffer of their own. */
const sharedBuffer = Buffer.allocUnsafeSlow(READ_SIZE);
/** A read of at least so many bytes means that the kernel probably holds more. */
const FULL_READ = 4000;

/** Limits how much is read while the kernel always has more, before the rest of the host gets a turn. */
export type ReadingPace = {
  /** Milliseconds after which no further read begins in this turn. */
  readonly aheadMs: number;
  /** Milliseconds to wait after such a turn. */
  readonly restMs: number;
};

export class PtyOutput {
  readonly #fd: number;
  readonly #data: (text: string) => void;
  readonly #pace: () => ReadingPace;
  readonly #decoder = new StringDecoder('utf8');
  readonly #turn = new TurnSize(LEAST_READ, READ_SIZE);
  readonly #onClose: (() => void)[] = [];
  /** Opened by the first `startReading`, because its buffer cannot be changed later. */
  #socket: ReadStream | undefined;
  /** Its content is decoded or copied before the next read. */
  #buffer: Uint8Array = sharedBuffer;
  /** Read but not passed on while paused: at most one read, and one tail. */
  #held: Buffer[] = [];
  /** Runs while a turn of reading is followed by a pause. */
  #rest: ReturnType<typeof setTimeout> | undefined;
  #paused = false;
  #onRead: (bytes: Uint8Array) => void = () => {};
  #bufferOf: () => Uint8Array | undefined = () => undefined;

  /**
   * Reads from the first `startReading` on, and closes the descriptor at the end. `data` gets text that never ends inside a character,
   * and is not called between `pause` and `release`. `pace` is called whenever the kernel has more than one read.
   */
  constructor(fd: number, data: (text: string) => void, pace: () => ReadingPace) {
    this.#fd = fd;
    this.#data = data;
    this.#pace = pace;
  }

  /** Whether the descriptor is closed: its number may belong to another file by now. */
  get closed(): boolean {
    return this.#socket?.destroyed === true;
  }

  /** Adds a listener that is called when the descriptor is closed. */
  onClose(listener: () => void): void {
    this.#onClose.push(listener);
  }

  /**
   * Sets the one listener that gets the bytes of each read before they are decoded or held. `buffer` returns the memory to read
   * into.
   */
  onRead(listener: (bytes: Uint8Array) => void, buffer: () => Uint8Array | undefined): void {
    this.#onRead = listener;
    this.#bufferOf = buffer;
  }

  /** Passes on bytes that an earlier host has read. */
  replay(bytes: Uint8Array): void {
    this.#receive(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  get paused(): boolean {
    return this.#paused;
  }

  pause(): void {
    this.#paused = true;
    this.#socket?.pause();
  }

  /** Ends the pause: passes on what was held, which may lead to another pause. `startReading` must be called after it. */
  release(): void {
    this.#paused = false;
    for (const bytes of this.#held.splice(0)) this.#receive(bytes);
  }

  startReading(): void {
    if (this.#paused) return;
    this.#socket ??= this.#open();
    if (this.#rest === undefined) this.#socket.resume();
  }

  /** Passes on everything that was printed before the exit, and closes the socket. */
  finish(): void {
    clearTimeout(this.#rest);
    this.#readTail();
    const cut = this.#decoder.end();
    if (cut !== '') this.#data(cut);
    this.#socket ??= this.#open();
    this.#socket.destroy();
  }

  #open(): ReadStream {
    this.#buffer = this.#bufferOf() ?? sharedBuffer;
    const options: SocketConstructorOpts & Pick<ConnectOpts, 'onread'> = {
      onread: { buffer: this.#buffer, callback: (count) => this.#receiveRead(count) },
    };
    const socket = new ReadStream(this.#fd, options);
    socket.on('end', () => this.#readTail());
    // EIO is the usual end on Linux: the kernel has nothing more.
    socket.on('error', () => {});
    socket.once('close', () => {
      for (const listener of this.#onClose) listener();
    });
    return socket;
  }

  /**
   * Takes one read; returns whether libuv may make another one. Linux returns at most 4 KiB for each read of a pty, so after a
   * full read the kernel usually holds more: it is read here at once and passed on in one piece. The echo of a key is short and
   * is not followed by an attempt to read more.
   */
  #receiveRead(count: number): boolean {
    const isFull = count >= FULL_READ && count < READ_SIZE && !this.#paused;
    if (!isFull) {
      this.#take(count);
      return !this.#paused;
    }
    const { aheadMs, restMs } = this.#pace();
    this.#take(this.#readAhead(count, aheadMs));
    if (restMs > 0) this.#restFor(restMs);
    return !this.#paused && restMs === 0;
  }

  #restFor(ms: number): void {
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      if (!this.closed) this.startReading();
    }, ms);
  }

  /** Reads what the kernel still holds, as far as buffer and time allow. Returns the end of the bytes in the buffer. */
  #readAhead(start: number, aheadMs: number): number {
    const most = this.#turn.size;
    const until = performance.now() + aheadMs;
    let end = start;
    for (let count = 1; count > 0 && end < most && performance.now() < until; end += count)
      count = this.#readSome(this.#buffer.subarray(end, most));
    return end;
  }

  /** Takes the first bytes of the buffer. They are decoded or copied before the listener, which may clear the buffer, is called. */
  #take(count: number): void {
    const bytes = this.#buffer.subarray(0, count);
    const held = this.#paused ? Buffer.from(bytes) : undefined;
    const text = held === undefined ? this.#decoder.write(bytes) : '';
    this.#onRead(bytes);
    if (held === undefined) this.#pass(text, count);
    else this.#held.push(held);
  }

  #receive(bytes: Buffer): void {
    if (this.#paused) this.#held.push(bytes);
    else this.#pass(this.#decoder.write(bytes), bytes.length);
  }

  #pass(text: string, count: number): void {
    if (text === '') return;
    this.#turn.run(() => {
      this.#data(text);
      return count;
    });
  }

  /** Passes on everything that the kernel still holds. */
  #readTail(): void {
    for (let total = 0; total < TAIL_LIMIT && !this.closed; ) {
      const count = this.#readSome(this.#buffer);
      if (count === 0) return;
      total += count;
      this.#take(count);
    }
  }

  /** Reads without blocking. Returns 0 if nothing is left. */
  #readSome(into: Uint8Array): number {
    try {
      return readSync(this.#fd, into);
    } catch {
      // EAGAIN: nothing is left for now. EIO: the program has ended, which the stream reports.
      return 0;
    }
  }
}
