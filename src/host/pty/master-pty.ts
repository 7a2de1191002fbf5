/** A pty by its master: reads, writes and ends it, whoever has opened it. */

import { writeSync } from 'node:fs';
import { systemCode } from '../../protocol/common/system-error.ts';
import type { Clock } from '../common/clock.ts';
import { endSession } from '../processes/session-processes.ts';
import { type ModesAnswer, type Tty, TtyModeReader } from './modes/tty-modes.ts';
import { PtyInput } from './pty-input.ts';
import { PtyOutput, type ReadingPace } from './pty-output.ts';
import type { AdoptedPty, Pty, PtyExit } from './pty-port.ts';

/**
 * Tells how fast a flood is read: fast, and while somebody types beside it with rests. Even a read that must not wait waits for
 * the kernel's own worker, which brings the bytes, and the keys of all terminals wait with it. A program that prints so much
 * then waits a little.
 */
const FAST: ReadingPace = { aheadMs: 4, restMs: 0 };
const BESIDE_KEYS: ReadingPace = { aheadMs: 1, restMs: 1 };
/** Milliseconds after a key in which another one is expected. */
const TYPING_MS = 1000;
/** Milliseconds without a full read after which the next one begins another flood. */
const BETWEEN_MS = 50;

/** When something was last typed into any terminal of this host. */
let typedAt = Number.NEGATIVE_INFINITY;

export class FloodPace {
  readonly #now: () => number;
  /** When the flood began that is read now, and when the last full read of it was made. */
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

  /** Must be called at each full read. The key that has started a command, before it printed, slows nothing. */
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
  /** Path of the other end, which the program has. */
  readonly path: string;
  resize(cols: number, rows: number, pixels: Pixels): void;
  /** Sets the one listener, which is called once; `output` reads the descriptor. */
  onExit(exited: (exit: PtyExit) => void, output: PtyOutput): void;
};

const ttyModes = new TtyModeReader();

const NO_PIXELS = { width: 0, height: 0 } as const;
/** The kernel has 16 bits for a number of pixels. */
const MOST = 0xffff;

export class MasterPty implements AdoptedPty {
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
  readonly #pace = new FloodPace();
  /** Until then, the bytes that an earlier host has read are replayed, and nothing of it may reach the program again. */
  #begun: boolean;

  /** `begun`: whether it is read and written at once, or from `begin` on. */
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
      (answer) => this.askModes((modes) => answer(modes?.lineEditing)),
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
    // Whoever has opened it sets the listeners first.
    if (begun) process.nextTick(() => this.#output.goOn());
  }

  get master(): Pty['master'] {
    return this.#alive ? this.#tty : undefined;
  }

  onRead(listener: (bytes: Uint8Array) => void, room: () => Uint8Array | undefined): void {
    this.#output.onRead(listener, room);
  }

  replay(bytes: Uint8Array): void {
    this.#output.replay(bytes);
  }

  begin(): void {
    this.#begun = true;
    this.#output.goOn();
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

  reply(text: string): void {
    if (this.#alive) this.#input.reply(text);
  }

  forgetReplies(): void {
    this.#input.forgetReplies();
  }

  resize(...[cols, rows, cell = NO_PIXELS]: Parameters<Pty['resize']>): void {
    const pixels = { width: Math.min(MOST, cols * cell.width), height: Math.min(MOST, rows * cell.height) };
    if (this.#begun && this.#alive) this.#master.resize(cols, rows, pixels);
  }

  pause(): void {
    // Replayed output must keep its order with people's actions, so it does not wait.
    if (this.#begun && !this.#output.paused && !this.#ending && !this.#reported) this.#output.pause();
  }

  resume(): void {
    if (!this.#output.paused) return;
    this.#output.release();
    this.#finish();
    if (!this.#reported) this.#output.goOn();
  }

  async end(): Promise<void> {
    this.#ending = true;
    // Unread output would be lost, and a program whose output is not read may not notice the end.
    this.resume();
    // After the exit the id may belong to another session, and processes that survived their shell were meant to (nohup).
    if (this.#exit === undefined) await endSession(this.pid, this.#clock);
  }

  askModes(answer: ModesAnswer): void {
    ttyModes.ask(this.#tty, () => this.#alive, answer);
  }

  /** Whether `fd` is still ours. */
  get #alive(): boolean {
    return this.#exit === undefined && !this.#output.closed;
  }

  /** Reports the exit after all output before it has been passed on; never while paused. */
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
