/**
 * A pty of this machine, spawned here or taken over from an earlier host — the only file that knows node-pty.
 *
 * Only the system calls of node-pty are used. Its own reader would lose the last output of a fast program, because it
 * destroys its socket 200 ms after the exit, and would hold bytes while it is paused: `pty-output.ts` reads instead.
 */

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isatty } from 'node:tty';
import * as nodePty from 'node-pty';
import { type Clock, systemClock } from '../ground/clock.ts';
import { processStart } from '../ground/process-start.ts';
import { whenGone } from '../processes/when-gone.ts';
import { type Master, MasterPty } from './master-pty.ts';
import { findProgram, hasRoomFor, wrongDirectory } from './program-check.ts';
import {
  type AdoptPty,
  NoTerminalError,
  type PtyExit,
  type PtyOptions,
  type Spawned,
  type SpawnPty,
} from './pty-port.ts';
import { closeOnExec } from './system-calls.ts';

/** What node-pty exports without a type: the system calls it makes. */
type Native = {
  fork(
    program: string,
    args: readonly string[],
    env: readonly string[],
    cwd: string,
    cols: number,
    rows: number,
    user: number,
    group: number,
    /** Tells the terminal (IUTF8) that Backspace removes a character and not a byte. */
    utf8: boolean,
    helper: string,
    exited: (code: number, signal: number) => void,
  ): { readonly fd: number; readonly pid: number; readonly pty: string };
  resize(fd: number, cols: number, rows: number, width: number, height: number): void;
};

/**
 * Files that can still be opened when a pty is: its tape and ledger, the pipes to a keeper that holds it, and connections. A
 * pty that no keeper can hold would be lost with a killed host.
 */
const LEFT_FILES = 20;
/** The user and the group of this process. */
const SAME = -1;

/** Masters that any process which Node starts inherits, because node-pty leaves them open and nothing else could be done. */
const inherited = new Set<number>();

/** The highest descriptor of a master that is inherited; 0 when there is none. */
export function highestMaster(): number {
  return Math.max(0, ...inherited);
}

export const spawnPty: SpawnPty = (options) => spawnWith(options, systemClock);

export const adoptPty: AdoptPty = ({ fd, pid, start, path }) => {
  if (!isatty(fd)) throw new NoTerminalError(`descriptor ${fd} is no terminal`);
  return new MasterPty(
    {
      fd,
      pid,
      start,
      path,
      resize: resizeOf(fd),
      // Its parent was the earlier host: nobody tells how it has ended.
      onExit: (exited, output) => {
        const look = whenGone({ pid, start }, systemClock, () => exited({ code: undefined }));
        // The other end was closed, at the latest by the end of the program.
        output.onClose(look);
      },
    },
    systemClock,
    false,
  );
};

function spawnWith(options: PtyOptions, clock: Clock): Spawned {
  const { cwd, env } = options;
  const wrong = wrongDirectory(cwd);
  if (wrong !== undefined) return { ok: false, at: 'cwd', error: `${cwd}: ${wrong}` };
  const program = findProgram(options.file, env['PATH'], cwd);
  if (!program.ok) return { ok: false, at: 'program', error: program.error };
  if (!hasRoomFor(LEFT_FILES))
    return {
      ok: false,
      at: 'system',
      error: `a pty: fewer than ${LEFT_FILES} more files can be open (ulimit -n)`,
    };
  try {
    return { ok: true, pty: new MasterPty(forked(program.path, options), clock) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { ok: false, at: 'system', error: `a pty: ${text}` };
  }
}

function forked(program: string, { args, env, cwd, cols, rows }: PtyOptions): Master {
  const variables = Object.entries({ TERM: 'xterm-256color', ...env, PWD: cwd }).map(
    ([name, value]) => `${name}=${value}`,
  );
  let exited: (exit: PtyExit) => void = () => {};
  const { fd, pid, pty } = native().fork(
    program,
    args,
    variables,
    cwd,
    cols,
    rows,
    SAME,
    SAME,
    true,
    helper(),
    (code, signal) => exited(signal === 0 ? { code } : { signal }),
  );
  if (!closeOnExec(fd)) inherited.add(fd);
  return {
    fd,
    pid,
    start: processStart(pid),
    path: pty,
    resize: resizeOf(fd),
    onExit: (listener, output) => {
      exited = listener;
      output.onClose(() => inherited.delete(fd));
    },
  };
}

const resizeOf =
  (fd: number): Master['resize'] =>
  (cols, rows, { width, height }) =>
    native().resize(fd, cols, rows, width, height);

/** The program by which node-pty starts others on macOS; elsewhere it needs none. */
function helper(): string {
  if (process.platform !== 'darwin') return '';
  const folder = dirname(createRequire(import.meta.url).resolve('node-pty/package.json'));
  const paths = ['build/Release', `prebuilds/${process.platform}-${process.arch}`].map((built) =>
    join(folder, built, 'spawn-helper'),
  );
  return paths.find((path) => existsSync(path)) ?? '';
}

/** Returns the system calls of node-pty. Exported for tests, one of them that a new version of node-pty still has them. */
export function native(): Native {
  const inner = (nodePty as unknown as { readonly native?: Partial<Native> | null }).native;
  if (typeof inner?.fork === 'function' && typeof inner.resize === 'function') return inner as Native;
  throw new Error('this version of node-pty is not supported');
}
