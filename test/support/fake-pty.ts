/** A pty without a process: a test prints, ends it, and sees what would have reached the program. */

import type { ModesAnswer, TtyModes } from '../../src/host/pty/modes/tty-modes.ts';
import type { Pty, PtyExit, PtyOptions, SpawnPty } from '../../src/host/pty/pty-port.ts';

/** The modes under a program that reads single keys. */
export const READS_KEYS: TtyModes = { echo: false, lineEditing: false, foreground: undefined };

export class FakePty implements Pty {
  readonly pid: number;
  readonly options: PtyOptions;
  /** All input, joined, and the last of it as it came. */
  input = '';
  last: string | Uint8Array = '';
  sizes: string[] = [];
  paused = false;
  ended = false;
  room = 4 * 1024 * 1024;
  modes: TtyModes = { echo: true, lineEditing: true, foreground: undefined };
  /** While set, the end of the session lets itself be waited for. */
  holdEnd: Promise<void> | undefined;
  #data: (text: string) => void = () => {};
  #exit: (exit: PtyExit) => void = () => {};
  #held: string[] = [];

  constructor(pid: number, options: PtyOptions) {
    this.pid = pid;
    this.options = options;
  }

  /** The program prints; while paused it waits, as in the kernel. */
  print(text: string): void {
    if (this.paused) this.#held.push(text);
    else this.#data(text);
  }

  exit(exit: PtyExit = { code: 0 }): void {
    this.#exit(exit);
  }

  onData(listener: (text: string) => void): void {
    this.#data = listener;
  }

  onExit(listener: (exit: PtyExit) => void): void {
    this.#exit = listener;
  }

  write(input: string | Uint8Array): boolean {
    this.last = input;
    this.input += typeof input === 'string' ? input : Buffer.from(input).toString('latin1');
    return true;
  }

  takesReplies = true;

  reply(text: string): void {
    this.input += text;
  }

  /** How often it was told that nobody is left to read replies. */
  forgotten = 0;

  forgetReplies(): void {
    this.forgotten += 1;
  }

  resize(cols: number, rows: number): void {
    this.sizes.push(`${cols}x${rows}`);
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    for (const text of this.#held.splice(0)) this.print(text);
  }

  async end(): Promise<void> {
    this.ended = true;
    await this.holdEnd;
  }

  askModes(answer: ModesAnswer): void {
    answer(this.modes);
  }
}

/** Keeps what it spawned, newest last. */
export function fakeSpawn(): { readonly spawn: SpawnPty; readonly ptys: FakePty[] } {
  const ptys: FakePty[] = [];
  const spawn: SpawnPty = (options) => {
    if (options.file === '/no/such/program') {
      return { ok: false, at: 'program', error: `${options.file}: does not exist` };
    }
    const pty = new FakePty(1000 + ptys.length, options);
    ptys.push(pty);
    return { ok: true, pty };
  };
  return { spawn, ptys };
}
