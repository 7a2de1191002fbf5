/**
 * A pty of this machine — the only file that knows node-pty.
 *
 * Three internals of node-pty are used, because through its public API a fast program loses its last output:
 *  - node-pty destroys the socket 200 ms after the exit, even when it is paused and not read to its end.
 *    `_emittedClose`, set beforehand, makes it report the exit at once and leave the socket alone.
 *  - libuv takes "hung up, and the last read did not fill the buffer" for the end of the stream, and on a terminal no
 *    read fills the buffer. So at that end, and at the exit, the rest is read from the kernel through `fd`.
 *  - an error (EIO, the usual end on Linux) discards the data that `_socket` has read but not passed on while paused.
 *
 * node-pty gets the encoding `utf8`, because only then it tells the terminal (IUTF8) that Backspace removes a character
 * and not a byte. The socket is set to `latin1` afterwards, one unit a byte: it cannot be set back to bytes.
 */

import { readSync, writeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { ReadStream } from 'node:tty';
import { type IPty, spawn } from 'node-pty';
import { type Clock, systemClock } from '../ground/clock.ts';
import { processStart } from '../ground/process-start.ts';
import { findProgram, wrongDirectory } from './program-check.ts';
import { PtyInput } from './pty-input.ts';
import type { Pty, PtyExit, PtyOptions, Spawned, SpawnPty } from './pty-port.ts';
import { endSession } from './session-processes.ts';
import { type ModesAnswer, type Tty, TtyModeReader } from './tty-modes.ts';

type Internals = {
  readonly fd: number;
  readonly ptsName: string;
  readonly _socket: ReadStream;
  _emittedClose: boolean;
};

/** Limit of bytes read after the exit: the kernel holds about 64 KiB, but a background process may write for ever. */
const TAIL_LIMIT = 1024 * 1024;
const TAIL_READ = 64 * 1024;

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

class RealPty implements Pty {
  readonly pid: number;
  readonly start: string | undefined;
  readonly #child: IPty;
  readonly #fd: number;
  readonly #tty: Tty;
  readonly #socket: ReadStream;
  readonly #decoder = new StringDecoder('utf8');
  readonly #input: PtyInput;
  readonly #clock: Clock;
  #data: (text: string) => void = () => {};
  #exited: (exit: PtyExit) => void = () => {};
  /** Data read but not passed on while paused. At most the socket's own buffer and one tail. */
  #held: Buffer[] = [];
  #exit: PtyExit | undefined;
  #paused = false;
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
    this.#input = new PtyInput((bytes) => this.#writeSome(bytes), clock);
    inner._emittedClose = true;
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', this.#receiveUnits);
    this.#socket.on('end', () => this.#readTail());
    this.#socket.on('error', () => this.#readRest());
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

  resize(cols: number, rows: number): void {
    if (this.#alive) this.#child.resize(cols, rows);
  }

  pause(): void {
    if (this.#paused || this.#ending || this.#reported) return;
    this.#paused = true;
    this.#socket.pause();
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    for (const bytes of this.#held.splice(0)) this.#receive(bytes);
    this.#finish();
    if (!this.#reported && !this.#paused) this.#socket.resume();
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

  /**
   * Passes on one read. Linux returns at most 4 KiB per pty read. Reads are not collected: the kernel refills while we
   * process this one, and waiting for it would take longer than the processing.
   */
  readonly #receive = (bytes: Buffer): void => {
    if (this.#paused) {
      this.#held.push(bytes);
      return;
    }
    const text = this.#decoder.write(bytes);
    if (text !== '') this.#data(text);
  };

  readonly #receiveUnits = (units: string): void => this.#receive(Buffer.from(units, 'latin1'));

  /** Reports the exit after all output before it has been passed on; never while paused. */
  #finish(): void {
    if (this.#reported || this.#paused || this.#exit === undefined) return;
    this.#reported = true;
    this.#readRest();
    this.#readTail();
    const cut = this.#decoder.end();
    if (cut !== '') this.#data(cut);
    this.#input.close();
    this.#socket.destroy();
    this.#exited(this.#exit);
  }

  /** Passes on the data that the socket has read and still holds. */
  #readRest(): void {
    this.#socket.off('data', this.#receiveUnits);
    for (let rest = this.#readSocket(); rest !== null; rest = this.#readSocket()) this.#receiveUnits(rest);
  }

  #readSocket(): string | null {
    return this.#socket.read();
  }

  /** Reads the data that the kernel still holds. Never waits, because the descriptor is non-blocking. */
  #readTail(): void {
    try {
      for (let total = 0; total < TAIL_LIMIT && !this.#socket.destroyed; ) {
        const room = Buffer.allocUnsafe(TAIL_READ);
        const count = readSync(this.#fd, room);
        if (count === 0) return;
        total += count;
        this.#receive(room.subarray(0, count));
      }
    } catch {
      // EAGAIN or EIO: nothing is left.
    }
  }

  #writeSome(bytes: Uint8Array): number | 'full' | 'gone' {
    if (this.#socket.destroyed) return 'gone';
    try {
      return writeSync(this.#fd, bytes);
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'EAGAIN' ? 'full' : 'gone';
    }
  }
}
