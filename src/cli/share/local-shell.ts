/** Runs the shell of `cotty share` on a new pty, and passes input, output, size and signals between it and this terminal. */

import { waitingShell } from '../../host/processes/waiting-shell.ts';
import { exitStatus } from '../../host/pty/exit-status.ts';
import { spawnPty } from '../../host/pty/pty.ts';
import type { Pty, PtyOptions } from '../../host/pty/pty-port.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { restoreOnExit } from '../../tui/outer/restore-on-exit.ts';
import { writeNow } from '../../tui/outer/streams.ts';
import type { Io } from '../common/io.ts';
import { ModesLeft } from '../common/modes-left.ts';
import { complain } from '../common/print.ts';

type Size = { readonly cols: number; readonly rows: number };

type LocalListeners = {
  readonly onText: (text: string) => void;
  /** Called at a resize, in order with the calls of `onText`. */
  readonly onSize: (size: Size) => void;
};

/** Exit code of a shell that we ended, as if its window was closed: 128 + SIGHUP. */
const HUNG_UP = 129;

export class LocalShell {
  readonly #io: Io;
  readonly #modes = new ModesLeft();
  #pty: Pty | undefined;
  /** Exit code to return; set once we began to end the shell. */
  #ending: number | undefined;
  #isRaw = false;

  constructor(io: Io) {
    this.#io = io;
  }

  /** Size of this terminal. A pty whose size was never set reports 0; 80×24 is used instead. */
  get size(): Size {
    const { columns, rows } = this.#io.stdout;
    return { cols: columns || 80, rows: rows || 24 };
  }

  /** Pauses or resumes the output of the shell. Keys are passed on all the time. */
  hold(held: boolean): void {
    if (held) this.#pty?.pause();
    else this.#pty?.resume();
  }

  end(exitCode: number = HUNG_UP): void {
    this.#ending = exitCode;
    void this.#pty?.end();
  }

  /** Runs the shell to its end and returns its exit code. Throws if the shell cannot be started. */
  async run(start: Omit<PtyOptions, 'cols' | 'rows'>, listeners: LocalListeners): Promise<number> {
    const spawned = spawnPty({ ...start, ...this.size });
    if (!spawned.ok) throw new Error(`cannot start ${spawned.error}`);
    const { pty } = spawned;
    this.#pty = pty;
    if (this.#ending !== undefined) this.end(this.#ending);
    const { stdin, stdout } = this.#io;
    const passKeys = (keys: Buffer): void => void pty.write(keys);
    const resize = (): void => {
      pty.resize(this.size.cols, this.size.rows);
      listeners.onSize(this.size);
    };
    const wake = (): void => {
      // The shell that stopped this process has reset the terminal, so raw mode must be set again.
      this.#setRaw(false);
      this.#setRaw(true);
      resize();
    };
    const asked = new StatusQueries();
    const show = (text: string): void => {
      this.#modes.see(text);
      stdout.write(text);
    };
    pty.onData((output) => {
      const { text, queries } = asked.take(output);
      show(text);
      for (const query of queries) answerTo(query, pty);
      listeners.onText(output);
    });
    const ended = new Promise<number>((resolve) => {
      pty.onExit((exit) => {
        show(asked.end());
        resolve(this.#ending ?? exitStatus(exit).exitCode ?? 0);
      });
    });
    const stopWatching = this.#watch();
    process.stdout.on('resize', resize);
    process.on('SIGCONT', wake);
    stdin.on('data', passKeys);
    this.#setRaw(true);
    stdin.resume();
    try {
      return await ended;
    } finally {
      stdin.off('data', passKeys);
      process.stdout.off('resize', resize);
      process.off('SIGCONT', wake);
      this.#restore((text) => stdout.write(text));
      stdin.pause();
      stopWatching();
    }
  }

  /** Ends the shell when this process gets a signal, and restores the terminal however it exits. */
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
        foregroundProgram: undefined,
        leaveNow: () => this.#restore((text) => writeNow(1, text)),
        onLost: (listener) => void lost.add(listener),
      },
      process,
      end: (_why, exitCode) => this.end(exitCode),
      report: (error) => complain(this.#io, reasonOf(error)),
    });
    return () => {
      process.stdin.off('end', onLost);
      process.stdin.off('error', onLost);
      stop();
    };
  }

  #restore(write: (text: string) => void): void {
    if (!this.#isRaw) return;
    const { undo } = this.#modes;
    if (undo !== '') write(undo);
    this.#setRaw(false);
  }

  #setRaw(on: boolean): void {
    this.#isRaw = on;
    try {
      this.#io.stdin.setRawMode?.(on);
    } catch {
      // EIO: the terminal is gone.
    }
  }
}

/** In line mode, and at the shell, a reply that no program reads would stand in the next line that is typed. */
function answerTo(query: string, pty: Pty): void {
  const shell = () => (pty.pid === undefined ? undefined : waitingShell(pty.pid)?.pid);
  pty.reply(query, ({ lineEditing, foreground }) => !(lineEditing || foreground === (shell() ?? 0)));
}

/**
 * Takes the queries for program status (OSC 7501) out of output: the host of a shared shell shows the status, so the program is
 * answered whatever the terminal here can do, and that does not answer too.
 */

const QUERY = '\x1b]7501;?';
const ENDS = ['\x07', '\x1b\\'];

type Split = {
  /** The output without the queries. */
  readonly text: string;
  readonly queries: readonly string[];
};

export class StatusQueries {
  /** The beginning of what may be a query; at most nine characters. */
  #held = '';

  take(text: string): Split {
    const stream = this.#held + text;
    const queries: string[] = [];
    let kept = '';
    let from = 0;
    for (let at = stream.indexOf(QUERY); at >= 0; at = stream.indexOf(QUERY, from)) {
      const after = at + QUERY.length;
      const end = ENDS.find((each) => stream.startsWith(each, after));
      if (end === undefined && ENDS.some((each) => each.startsWith(stream.slice(after)))) {
        this.#held = stream.slice(at);
        return { text: kept + stream.slice(from, at), queries };
      }
      kept += stream.slice(from, end === undefined ? after : at);
      from = after + (end?.length ?? 0);
      if (end !== undefined) queries.push(stream.slice(at, from));
    }
    const rest = stream.slice(from);
    const held = heldOf(rest);
    this.#held = rest.slice(rest.length - held);
    return { text: kept + rest.slice(0, rest.length - held), queries };
  }

  /** Returns what was held back, when no more output comes. */
  end(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }
}

/** The number of characters at the end that may begin a query. */
function heldOf(text: string): number {
  for (let count = Math.min(QUERY.length - 1, text.length); count > 0; count -= 1)
    if (text.endsWith(QUERY.slice(0, count))) return count;
  return 0;
}
