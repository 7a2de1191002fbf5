/** A shell on a pty of its own between this terminal and itself: keys in, output out, size and signals passed on. */

import { spawnPty } from '../../host/pty/pty.ts';
import type { Pty, PtyOptions } from '../../host/pty/pty-port.ts';
import { exitStatus } from '../../host/terminal/exit-status.ts';
import { restoreOnExit } from '../../tui/outer/restore-on-exit.ts';
import { writeNow } from '../../tui/outer/write-now.ts';
import { complain, type Io } from '../ground/io.ts';
import { ModesLeft } from '../ground/modes-left.ts';

type Size = { readonly cols: number; readonly rows: number };

export type LocalListeners = {
  readonly onText: (text: string) => void;
  /** In its place among the output. */
  readonly onSize: (size: Size) => void;
};

/** Of a shell that was made to go, as when its window is closed. */
const HUNG_UP = 129;

export class LocalShell {
  readonly #io: Io;
  readonly #left = new ModesLeft();
  #pty: Pty | undefined;
  /** Set: the shell is made to go, and this is the exit code. */
  #ending: number | undefined;
  #isRaw = false;

  constructor(io: Io) {
    this.#io = io;
  }

  /** 0 is what a pty nobody sized says. */
  get size(): Size {
    const { columns, rows } = this.#io.stdout;
    return { cols: columns || 80, rows: rows || 24 };
  }

  /** Stops what is printed until it is let go again; keys go on. */
  hold(held: boolean): void {
    if (held) this.#pty?.pause();
    else this.#pty?.resume();
  }

  end(exitCode: number = HUNG_UP): void {
    this.#ending = exitCode;
    void this.#pty?.end();
  }

  /** Runs until the shell has ended; the exit code is the shell's. Throws if it cannot be started. */
  async run(start: Omit<PtyOptions, 'cols' | 'rows'>, listeners: LocalListeners): Promise<number> {
    const spawned = spawnPty({ ...start, ...this.size });
    if (!spawned.ok) throw new Error(`cannot start ${spawned.error}`);
    const { pty } = spawned;
    this.#pty = pty;
    if (this.#ending !== undefined) this.end(this.#ending);
    const { stdin, stdout } = this.#io;
    const type = (keys: Buffer): void => void pty.write(keys);
    const resize = (): void => {
      pty.resize(this.size.cols, this.size.rows);
      listeners.onSize(this.size);
    };
    const wake = (): void => {
      // Whoever stopped us has put the terminal back; that it is ours again has to be said anew.
      this.#raw(false);
      this.#raw(true);
      resize();
    };
    pty.onData((text) => {
      this.#left.see(text);
      stdout.write(text);
      listeners.onText(text);
    });
    const ended = new Promise<number>((resolve) => {
      pty.onExit((exit) => resolve(this.#ending ?? exitStatus(exit).exitCode ?? 0));
    });
    const stopWatching = this.#watch();
    process.stdout.on('resize', resize);
    process.on('SIGCONT', wake);
    stdin.on('data', type);
    this.#raw(true);
    stdin.resume();
    try {
      return await ended;
    } finally {
      stdin.off('data', type);
      process.stdout.off('resize', resize);
      process.off('SIGCONT', wake);
      this.#leave((text) => stdout.write(text));
      stdin.pause();
      stopWatching();
    }
  }

  /** Signals to us are meant for the shell; the terminal is given back on every way out. */
  #watch(): () => void {
    const lost = new Set<() => void>();
    const onLost = (): void => {
      for (const listener of lost) listener();
    };
    process.stdin.on('end', onLost);
    process.stdin.on('error', onLost);
    const stop = restoreOnExit({
      outer: {
        leave: () => {},
        leaveNow: () => this.#leave((text) => writeNow(1, text)),
        onLost: (listener) => void lost.add(listener),
      },
      process,
      end: (_why, exitCode) => this.end(exitCode),
      report: (error) => complain(this.#io, error instanceof Error ? error.message : String(error)),
    });
    return () => {
      process.stdin.off('end', onLost);
      process.stdin.off('error', onLost);
      stop();
    };
  }

  #leave(write: (text: string) => void): void {
    if (!this.#isRaw) return;
    const { undo } = this.#left;
    if (undo !== '') write(undo);
    this.#raw(false);
  }

  #raw(on: boolean): void {
    this.#isRaw = on;
    try {
      this.#io.stdin.setRawMode?.(on);
    } catch {
      // EIO when the terminal has gone: there is no mode left to set.
    }
  }
}
