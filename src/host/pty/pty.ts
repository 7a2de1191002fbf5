/**
 * A pty of this machine, spawned here or taken over from an earlier host.
 *
 * Only the system calls of node-pty are used. Its own reader would lose the last output of a fast program, because it
 * destroys its socket 200 ms after the exit, and would hold bytes while it is paused: `pty-output.ts` reads instead.
 */

import { isatty } from 'node:tty';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { type Clock, systemClock } from '../common/clock.ts';
import { processStart } from '../common/process-start.ts';
import { native, starterPath } from './machine-code.ts';
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

// Watches for the end of a process that is not our child: the system notifies only parents.

/** Interval of the looks, each of which costs some microseconds. */
const LOOK_MS = 1000;

type KnownProcess = { readonly pid: number; readonly start: string | undefined };

/** Calls `gone` once, at most a second after the process has ended. Returns a function that looks at once. */
function whenGone({ pid, start }: KnownProcess, clock: Clock, gone: () => void): () => void {
  let cancel: (() => void) | undefined;
  let isOver = false;
  const look = () => {
    cancel?.();
    if (isOver) return;
    isOver = processStart(pid) !== start;
    if (isOver) gone();
    else cancel = clock.after(LOOK_MS, look);
  };
  cancel = clock.after(0, look);
  return look;
}

/**
 * Files that can still be opened when a pty is: its replay log and ledger, the pipes to a keeper that holds it, and connections. A
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
    const text = reasonOf(error);
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
    starterPath(),
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
