/**
 * Opens a pty on this machine: spawns a program in a new one, or takes over the master that an earlier host has opened.
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
  type InheritPty,
  NoTerminalError,
  type PtyExit,
  type PtyOptions,
  type Spawned,
  type SpawnPty,
} from './pty-port.ts';
import { closeOnExec } from './system-calls.ts';

// Watches for the exit of a process that is not our child. Only the parent is notified, so it has to be polled.

/** Interval of the polls, each of which costs some microseconds. */
const POLL_MS = 1000;

type KnownProcess = { readonly pid: number; readonly start: string | undefined };

/** Calls `gone` once, at most a second after the process has ended. Returns a function that checks at once. */
function whenGone({ pid, start }: KnownProcess, clock: Clock, gone: () => void): () => void {
  let cancel: (() => void) | undefined;
  let isOver = false;
  const check = () => {
    cancel?.();
    if (isOver) return;
    isOver = processStart(pid) !== start;
    if (isOver) gone();
    else cancel = clock.after(POLL_MS, check);
  };
  cancel = clock.after(0, check);
  return check;
}

/**
 * Descriptors that must still be free before a pty is opened: for its replay log and ledger, the pipes to an fd holder, and
 * connections. A pty that no fd holder can hold would be lost if the host is killed.
 */
const LEFT_FILES = 20;
/** Stands for the user and the group of this process. */
const SAME = -1;

/** Masters that child processes inherit, because they could not be marked close-on-exec. */
const inheritable = new Set<number>();

/** The highest descriptor of a master that child processes inherit; 0 if there is none. */
export function highestMaster(): number {
  return Math.max(0, ...inheritable);
}

export const spawnPty: SpawnPty = (options) => spawnWith(options, systemClock);

export const inheritPty: InheritPty = ({ fd, pid, start, path }) => {
  if (!isatty(fd)) throw new NoTerminalError(`descriptor ${fd} is not a terminal`);
  return new MasterPty(
    {
      fd,
      pid,
      start,
      path,
      resize: resizeOf(fd),
      // Its parent was the earlier host, so its exit status is lost.
      onExit: (exited, output) => {
        const check = whenGone({ pid, start }, systemClock, () => exited({ code: undefined }));
        // The last process has closed the slave, probably by exiting.
        output.onClose(check);
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
  if (!closeOnExec(fd)) inheritable.add(fd);
  return {
    fd,
    pid,
    start: processStart(pid),
    path: pty,
    resize: resizeOf(fd),
    onExit: (listener, output) => {
      exited = listener;
      output.onClose(() => inheritable.delete(fd));
    },
  };
}

const resizeOf =
  (fd: number): Master['resize'] =>
  (cols, rows, { width, height }) =>
    native().resize(fd, cols, rows, width, height);
