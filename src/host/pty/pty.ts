/**
 * A pty of this machine — the only file that knows node-pty.
 *
 * Internals of node-pty are used, because through its public API a fast program loses its last output: node-pty destroys
 * the socket 200 ms after the exit, even when it is paused and not read to its end. `_emittedClose`, set beforehand,
 * makes it report the exit at once and leave the socket to `pty-output.ts`.
 *
 * node-pty gets the encoding `utf8`, because only then it tells the terminal (IUTF8) that Backspace removes a character
 * and not a byte.
 */

import { writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { type IPty, spawn } from 'node-pty';
import { systemCode } from '../../protocol/common/system-error.ts';
import { type Clock, systemClock } from '../ground/clock.ts';
import { processStart } from '../ground/process-start.ts';
import { findProgram, wrongDirectory } from './program-check.ts';
import { PtyInput } from './pty-input.ts';
import { PtyOutput } from './pty-output.ts';
import type { Pty, PtyExit, PtyOptions, Spawned, SpawnPty } from './pty-port.ts';
import { endSession } from './session-processes.ts';
import { type ModesAnswer, type Tty, TtyModeReader } from './tty-modes.ts';

type Internals = {
  readonly fd: number;
  readonly ptsName: string;
  readonly _socket: ReadStream;
  _emittedClose: boolean;
};

const ttyModes = new TtyModeReader();

export const spawnPty: SpawnPty = (options) => spawnWith(options, systemClock);

function spawnWith(options: PtyOptions, clock: Clock): Spawned {
  const { cwd, cols, rows, env } = options;
  const wrong = wrongDirectory(cwd);
  if (wrong !== undefined) return { ok: false, at: 'cwd', error: `${cwd}: ${wrong}` };
  const program = findProgram(options.file, env['PATH'], cwd);
  if (!program.ok) return { ok: false, at: 'program', error: program.error };
  try {
    const child = spawn(program.path, [...options.args], {
      name: env['TERM'] ?? 'xterm-256color',
      env,
      cwd,
      cols,
      rows,
      encoding: 'utf8',
    });
    return { ok: true, pty: new RealPty(child, internalsOf(child), clock) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { ok: false, at: 'system', error: `a pty: ${text}` };
  }
}

/** Returns the internals of node-pty. Exported for a test that a new version of node-pty still has them. */
export function internalsOf(child: IPty): Internals {
  const inner = child as unknown as Partial<Internals>;
  const { fd, ptsName, _socket: socket, _emittedClose: closed } = inner;
  if (
    typeof fd === 'number' &&
    typeof ptsName === 'string' &&
    socket instanceof ReadStream &&
    closed === false
  ) {
    return inner as Internals;
  }
  child.kill('SIGKILL');
  throw new Error('this version of node-pty is not supported');
}

const NO_PIXELS = { width: 0, height: 0 } as const;
/** The kernel has 16 bits for a number of pixels. */
const MOST = 0xffff;

class RealPty implements Pty {
  readonly pid: number;
  readonly start: string | undefined;
  readonly #child: IPty;
  readonly #fd: number;
  readonly #tty: Tty;
  readonly #socket: ReadStream;
  readonly #input: PtyInput;
  readonly #output: PtyOutput;
  readonly #clock: Clock;
  #data: (text: string) => void = () => {};
  #exited: (exit: PtyExit) => void = () => {};
  #exit: PtyExit | undefined;
  #ending = false;
  #reported = false;

  constructor(child: IPty, inner: Internals, clock: Clock) {
    this.#child = child;
    this.#clock = clock;
    this.pid = child.pid;
    this.start = processStart(child.pid);
    this.#fd = inner.fd;
    this.#tty = { fd: inner.fd, path: inner.ptsName, leader: child.pid };
    this.#socket = inner._socket;
    this.#input = new PtyInput(
      (bytes) => this.#writeSome(bytes),
      clock,
      (answer) => this.askModes((modes) => answer(modes?.lineEditing)),
    );
    inner._emittedClose = true;
    this.#output = new PtyOutput(inner.fd, inner._socket, (text) => this.#data(text));
    this.#socket.on('close', () => this.#input.close());
    child.onExit(({ exitCode, signal }) => {
      this.#exit = signal === undefined || signal === 0 ? { code: exitCode } : { signal };
      this.#finish();
    });
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
    return this.#alive && this.#input.write(input);
  }

  get takesReplies(): boolean {
    return this.#alive && this.#input.takesReplies;
  }

  reply(text: string): void {
    if (this.#alive) this.#input.reply(text);
  }

  forgetReplies(): void {
    this.#input.forgetReplies();
  }

  resize(...[cols, rows, cell = NO_PIXELS]: Parameters<Pty['resize']>): void {
    const pixels = { width: Math.min(MOST, cols * cell.width), height: Math.min(MOST, rows * cell.height) };
    if (this.#alive) this.#child.resize(cols, rows, pixels);
  }

  pause(): void {
    if (!this.#output.paused && !this.#ending && !this.#reported) this.#output.pause();
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
    // After the exit the id may belong to another session; processes that survived their shell were meant to (nohup).
    if (this.#exit === undefined) await endSession(this.pid, this.#clock);
  }

  askModes(answer: ModesAnswer): void {
    ttyModes.ask(this.#tty, () => this.#alive, answer);
  }

  /** Whether `fd` is still ours: once the socket is destroyed, its number may belong to another file. */
  get #alive(): boolean {
    return this.#exit === undefined && !this.#socket.destroyed;
  }

  /** Reports the exit after all output before it has been passed on; never while paused. */
  #finish(): void {
    if (this.#reported || this.#output.paused || this.#exit === undefined) return;
    this.#reported = true;
    this.#output.finish();
    this.#input.close();
    this.#exited(this.#exit);
  }

  #writeSome(bytes: Uint8Array): number | 'full' | 'gone' {
    if (this.#socket.destroyed) return 'gone';
    try {
      return writeSync(this.#fd, bytes);
    } catch (error) {
      return systemCode(error) === 'EAGAIN' ? 'full' : 'gone';
    }
  }
}
