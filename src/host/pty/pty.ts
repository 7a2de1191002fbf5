/**
 * A real pseudo terminal — the only place that knows node-pty.
 *
 * Three of its inner parts are used, because through its public face a fast program loses its last output:
 *  - 200 ms after the exit it destroys the socket, also a paused one that was not read to its end;
 *    `_emittedClose` set beforehand makes it report the exit at once and leave the socket alone.
 *  - libuv takes "hung up, and the last read did not fill the buffer" for the end, and on a terminal no read ever
 *    fills the buffer; so at that end, and at the exit, what the kernel still holds is read from `fd` itself.
 *  - an error (EIO, the usual end on Linux) discards what `_socket` had read but not passed on while paused.
 */

import { readSync, writeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { ReadStream } from 'node:tty';
import { type IPty, spawn } from 'node-pty';
import { type Clock, systemClock } from '../ground/clock.ts';
import { processStart } from '../ground/process-start.ts';
import { readModes, readsSecretly } from './echo-mode.ts';
import { findProgram, wrongDirectory } from './program-check.ts';
import { PtyInput } from './pty-input.ts';
import type { Pty, PtyExit, PtyOptions, Spawned, SpawnPty } from './pty-port.ts';
import { endSession } from './session-processes.ts';

type Inner = { readonly fd: number; readonly _socket: ReadStream; _emittedClose: boolean };

/** What is read after the exit: a kernel holds some 64 KiB; a background process may go on writing for ever. */
const TAIL_LIMIT = 1024 * 1024;
const TAIL_READ = 64 * 1024;

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
      encoding: null,
    });
    return { ok: true, pty: new RealPty(child, innerOf(child), clock) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { ok: false, at: 'system', error: `no terminal to be had: ${text}` };
  }
}

/** Exported for the test that a new node-pty still has these parts. */
export function innerOf(child: IPty): Inner {
  const inner = child as unknown as Partial<Inner>;
  if (typeof inner.fd === 'number' && inner._socket instanceof ReadStream && inner._emittedClose === false) {
    return inner as Inner;
  }
  child.kill('SIGKILL');
  throw new Error('this version of node-pty is not supported');
}

class RealPty implements Pty {
  readonly pid: number;
  readonly start: string | undefined;
  readonly #child: IPty;
  readonly #fd: number;
  readonly #socket: ReadStream;
  readonly #decoder = new StringDecoder('utf8');
  readonly #input: PtyInput;
  readonly #clock: Clock;
  #data: (text: string) => void = () => {};
  #exited: (exit: PtyExit) => void = () => {};
  /** Read, but not to be passed on while paused. At most the socket's own buffer and one tail. */
  #held: Buffer[] = [];
  #exit: PtyExit | undefined;
  #paused = false;
  #ending = false;
  #reported = false;

  constructor(child: IPty, inner: Inner, clock: Clock) {
    this.#child = child;
    this.#clock = clock;
    this.pid = child.pid;
    this.start = processStart(child.pid);
    this.#fd = inner.fd;
    this.#socket = inner._socket;
    this.#input = new PtyInput((bytes) => this.#writeSome(bytes), clock);
    inner._emittedClose = true;
    this.#socket.on('data', this.#take);
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
    for (const bytes of this.#held.splice(0)) this.#take(bytes);
    this.#finish();
    if (!this.#reported && !this.#paused) this.#socket.resume();
  }

  async end(): Promise<void> {
    this.#ending = true;
    // What is not read now is lost, and an unread program may not even notice the end.
    this.resume();
    // After the exit the number may be another session's; what survived its shell was meant to (nohup).
    if (this.#exit === undefined) await endSession(this.pid, this.#clock);
  }

  async echoOff(): Promise<boolean | undefined> {
    const modes = this.#alive ? await readModes(this.#fd) : undefined;
    return modes === undefined ? undefined : readsSecretly(modes);
  }

  /** Once the socket is destroyed the number of its descriptor may already be somebody else's. */
  get #alive(): boolean {
    return this.#exit === undefined && !this.#socket.destroyed;
  }

  /**
   * Some 4 KiB a read, which the kernel fills anew while they are worked on: whoever collects more at once waits for it
   * each time, and longer than this takes.
   */
  readonly #take = (bytes: Buffer): void => {
    if (this.#paused) {
      this.#held.push(bytes);
      return;
    }
    const text = this.#decoder.write(bytes);
    if (text !== '') this.#data(text);
  };

  /** Reports the exit once everything that was printed before it has been passed on; not while paused. */
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

  /** Takes what the socket has read but not passed on, while that is still possible. */
  #readRest(): void {
    this.#socket.off('data', this.#take);
    for (let rest = this.#readSocket(); rest !== null; rest = this.#readSocket()) this.#take(rest);
  }

  #readSocket(): Buffer | null {
    return this.#socket.read();
  }

  /** Takes what the kernel still holds; it never waits, the descriptor does not block. */
  #readTail(): void {
    try {
      for (let total = 0; total < TAIL_LIMIT && !this.#socket.destroyed; ) {
        const room = Buffer.allocUnsafe(TAIL_READ);
        const count = readSync(this.#fd, room);
        if (count === 0) return;
        total += count;
        this.#take(room.subarray(0, count));
      }
    } catch {
      // EAGAIN or EIO: that was all.
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
