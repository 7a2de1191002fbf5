/**
 * Reads the output of a pty to its last byte.
 *
 * Each read is handed on before libuv makes the next one, and nothing is read while paused: a socket that collects data
 * would hold bytes that are lost with this process, and in no replay log.
 *
 * libuv takes "hung up, and the last read did not fill the buffer" for the end of the stream, and on a terminal no read
 * fills the buffer. So at that end, and at the exit, the rest is read from the kernel through the descriptor.
 */

import { readSync } from 'node:fs';
import type { ConnectOpts, SocketConstructorOpts } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { ReadStream } from 'node:tty';
import { TurnSize } from '../../screen/skim/turn-size.ts';

/** Limit of bytes read after the exit: the kernel holds about 64 KiB, but a background process may write for ever. */
const TAIL_LIMIT = 1024 * 1024;
/** Most bytes that are read and passed on in one piece; then the event loop goes on. What takes long comes in smaller ones. */
const READ_SIZE = 64 * 1024;
/** Linux gives no more in one read. */
const LEAST_READ = 4096;
/** For all ptys that nobody has told of another room. */
const sharedRoom = Buffer.allocUnsafeSlow(READ_SIZE);
/** Bytes of a read after which the kernel probably holds more. */
const FULL_READ = 4000;

/** Limit of what is read of a flood before the rest of the host has its turn. */
export type ReadingPace = {
  /** Milliseconds after which no further read ahead begins. */
  readonly aheadMs: number;
  /** Milliseconds for which nothing is read after a read that the kernel had more behind. */
  readonly restMs: number;
};

export class PtyOutput {
  readonly #fd: number;
  readonly #data: (text: string) => void;
  readonly #pace: () => ReadingPace;
  readonly #decoder = new StringDecoder('utf8');
  readonly #turn = new TurnSize(LEAST_READ, READ_SIZE);
  readonly #onClose: (() => void)[] = [];
  /** Opened with the first `goOn`, because it has to know its room from the beginning. */
  #socket: ReadStream | undefined;
  /** Read buffer; its content is decoded, or copied, before the next read. */
  #room: Uint8Array = sharedRoom;
  /** Read but not passed on while paused: at most one read, and one tail. */
  #held: Buffer[] = [];
  /** Runs while a flood rests. */
  #rest: ReturnType<typeof setTimeout> | undefined;
  #paused = false;
  #onRead: (bytes: Uint8Array) => void = () => {};
  #roomFor: () => Uint8Array | undefined = () => undefined;

  /**
   * Reads from `goOn` on, and closes the descriptor at the end. Text never ends inside a character, and none comes between
   * `pause` and `resume`. `pace` is asked at each read that the kernel has more behind.
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

  /** Sets the one listener that gets what is read before it is passed on or held, and where to read to. */
  onRead(listener: (bytes: Uint8Array) => void, room: () => Uint8Array | undefined): void {
    this.#onRead = listener;
    this.#roomFor = room;
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
    this.#socket?.pause();
  }

  /** Passes on what was held, which may lead to another pause. `goOn` must follow. */
  release(): void {
    this.#paused = false;
    for (const bytes of this.#held.splice(0)) this.#receive(bytes);
  }

  goOn(): void {
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
    this.#room = this.#roomFor() ?? sharedRoom;
    const options: SocketConstructorOpts & Pick<ConnectOpts, 'onread'> = {
      onread: { buffer: this.#room, callback: (count) => this.#receiveRead(count) },
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
   * Takes one read into the room; returns whether there may be another one. Linux returns at most 4 KiB a read of
   * a pty, so after a full one more waits, as a rule: it is read here, for one call in place of many. A key's echo is short
   * and does not pay for the attempt.
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
      if (!this.closed) this.goOn();
    }, ms);
  }

  /** Reads what the kernel has more, as far as it fits into the room and its time. Returns where that ends. */
  #readAhead(start: number, aheadMs: number): number {
    const most = this.#turn.size;
    const until = performance.now() + aheadMs;
    let end = start;
    for (let count = 1; count > 0 && end < most && performance.now() < until; end += count)
      count = this.#readSome(this.#room.subarray(end, most));
    return end;
  }

  /** Takes the first bytes of the room, which are copied or decoded before the listener may clear it. */
  #take(count: number): void {
    const bytes = this.#room.subarray(0, count);
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

  /** Passes on the data that the kernel still holds. */
  #readTail(): void {
    for (let total = 0; total < TAIL_LIMIT && !this.closed; ) {
      const count = this.#readSome(this.#room);
      if (count === 0) return;
      total += count;
      this.#take(count);
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
