/**
 * A pty by the descriptor of its master: reads, writes, resizes and ends it. The host has opened it, or inherited it from an
 * earlier host.
 */

import { writeSync } from 'node:fs';
import { systemCode } from '../../protocol/common/system-error.ts';
import type { Clock } from '../common/clock.ts';
import { endSession } from '../processes/session-processes.ts';
import { type ModesAnswer, type Tty, TtyModeReader } from './modes/tty-modes.ts';
import { PtyInput } from './pty-input.ts';
import { PtyOutput, type ReadingPace } from './pty-output.ts';
import type { InheritedPty, IsRead, Pty, PtyExit } from './pty-port.ts';

/**
 * How fast bulk output is read: at full speed, but with pauses while somebody types into any terminal. Even a non-blocking read
 * waits for the kernel's worker that delivers the bytes, and keys of all terminals wait for it meanwhile; so the program that
 * prints has to wait a little instead.
 */
const FAST: ReadingPace = { aheadMs: 4, restMs: 0 };
const BESIDE_KEYS: ReadingPace = { aheadMs: 1, restMs: 1 };
/** Milliseconds after a key for which somebody counts as typing. */
const TYPING_MS = 1000;
/** Milliseconds without a full read after which the next one counts as the beginning of other bulk output. */
const BETWEEN_MS = 50;

/** When something was last typed into any terminal of this host. */
let typedAt = Number.NEGATIVE_INFINITY;

export class BulkReadPace {
  readonly #now: () => number;
  /** When the current bulk output began, and when the last full read was made. */
  #from = 0;
  #last = Number.NEGATIVE_INFINITY;

  /** `now` is in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Must be called at each key. */
  typed(): void {
    typedAt = this.#now();
  }

  /** Must be called at each full read. The key that started the command does not count: it came before the output. */
  next(): ReadingPace {
    const now = this.#now();
    if (now - this.#last > BETWEEN_MS) this.#from = now;
    this.#last = now;
    return typedAt > this.#from && now - typedAt < TYPING_MS ? BESIDE_KEYS : FAST;
  }
}

type Pixels = { readonly width: number; readonly height: number };

export type Master = {
  readonly fd: number;
  readonly pid: number;
  readonly start: string | undefined;
  /** Path of the slave, which the program has open. */
  readonly path: string;
  resize(cols: number, rows: number, pixels: Pixels): void;
  /** Sets the one listener, which is called once. `output` reads the descriptor. */
  onExit(exited: (exit: PtyExit) => void, output: PtyOutput): void;
};

const ttyModes = new TtyModeReader();

const NO_PIXELS = { width: 0, height: 0 } as const;
/** `struct winsize` has 16 bits for a number of pixels. */
const MOST_PIXELS = 0xffff;

export class MasterPty implements InheritedPty {
  readonly pid: number;
  readonly start: string | undefined;
  readonly #master: Master;
  readonly #fd: number;
  readonly #tty: Tty;
  readonly #input: PtyInput;
  readonly #output: PtyOutput;
  readonly #clock: Clock;
  #data: (text: string) => void = () => {};
  #exited: (exit: PtyExit) => void = () => {};
  #exit: PtyExit | undefined;
  #ending = false;
  #reported = false;
  readonly #pace = new BulkReadPace();
  /** Before that, the output that an earlier host has read is replayed, and nothing may be written to the program. */
  #begun: boolean;

  /** `begun`: whether to read and write at once; else from `begin` on. */
  constructor(master: Master, clock: Clock, begun = true) {
    const { fd, pid, start, path } = master;
    this.#master = master;
    this.#clock = clock;
    this.pid = pid;
    this.start = start;
    this.#fd = fd;
    this.#tty = { fd, path, leader: pid };
    this.#input = new PtyInput(
      (bytes) => this.#writeSome(bytes),
      clock,
      (answer) => this.askModes(answer),
    );
    this.#output = new PtyOutput(
      fd,
      (text) => this.#data(text),
      () => this.#pace.next(),
    );
    this.#begun = begun;
    this.#output.onClose(() => this.#input.close());
    master.onExit((exit) => {
      this.#exit = exit;
      this.#finish();
    }, this.#output);
    // The caller sets the listeners first.
    if (begun) process.nextTick(() => this.#output.startReading());
  }

  get master(): Pty['master'] {
    return this.#alive ? this.#tty : undefined;
  }

  onRead(listener: (bytes: Uint8Array) => void, buffer: () => Uint8Array | undefined): void {
    this.#output.onRead(listener, buffer);
  }

  get replaying(): boolean {
    return !this.#begun;
  }

  replay(bytes: Uint8Array): void {
    this.#output.replay(bytes);
  }

  begin(): void {
    this.#begun = true;
    this.#output.startReading();
    this.#finish();
  }

  onData(listener: (text: string) => void): void {
    this.#data = listener;
  }

  onExit(listener: (exit: PtyExit) => void): void {
    this.#exited = listener;
  }

  get room(): number {
    return this.#alive ? this.#input.room : 0;
  }

  write(input: string | Uint8Array): boolean {
    this.#pace.typed();
    return !this.#begun || (this.#alive && this.#input.write(input));
  }

  get takesReplies(): boolean {
    return this.#begun && this.#alive && this.#input.takesReplies;
  }

  reply(text: string, isRead?: IsRead): void {
    if (this.#alive) this.#input.reply(text, isRead);
  }

  forgetReplies(): void {
    this.#input.forgetReplies();
  }

  resize(...[cols, rows, cell = NO_PIXELS]: Parameters<Pty['resize']>): void {
    const pixels = {
      width: Math.min(MOST_PIXELS, cols * cell.width),
      height: Math.min(MOST_PIXELS, rows * cell.height),
    };
    if (this.#begun && this.#alive) this.#master.resize(cols, rows, pixels);
  }

  pause(): void {
    // Replayed output does not wait: it must keep its order with the replayed actions.
    if (this.#begun && !this.#output.paused && !this.#ending && !this.#reported) this.#output.pause();
  }

  resume(): void {
    if (!this.#output.paused) return;
    this.#output.release();
    this.#finish();
    if (!this.#reported) this.#output.startReading();
  }

  async end(): Promise<void> {
    this.#ending = true;
    // A program that is blocked on output may not notice the signal, and unread output would be lost.
    this.resume();
    // After the exit the id may belong to another session. Processes that survived their shell were meant to (nohup).
    if (this.#exit === undefined) await endSession(this.pid, this.#clock);
  }

  askModes(answer: ModesAnswer): void {
    ttyModes.ask(this.#tty, () => this.#alive, answer);
  }

  /** Whether the descriptor is still open. */
  get #alive(): boolean {
    return this.#exit === undefined && !this.#output.closed;
  }

  /** Reports the exit when all output before it has been passed on; never while paused. */
  #finish(): void {
    if (!this.#begun || this.#reported || this.#output.paused || this.#exit === undefined) return;
    this.#reported = true;
    this.#output.finish();
    this.#input.close();
    this.#exited(this.#exit);
  }

  #writeSome(bytes: Uint8Array): number | 'full' | 'gone' {
    if (this.#output.closed) return 'gone';
    try {
      return writeSync(this.#fd, bytes);
    } catch (error) {
      return systemCode(error) === 'EAGAIN' ? 'full' : 'gone';
    }
  }
}
