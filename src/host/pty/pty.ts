/**
 * A pty of this machine, spawned here or taken over from an earlier host — the only file that knows node-pty.
 *
 * Internals of node-pty are used, because through its public API a fast program loses its last output: node-pty destroys
 * the socket 200 ms after the exit, even when it is paused and not read to its end. `_emittedClose`, set beforehand,
 * makes it report the exit at once and leave the socket to `pty-output.ts`.
 *
 * node-pty gets the encoding `utf8`, because only then it tells the terminal (IUTF8) that Backspace removes a character
 * and not a byte.
 */

import { ReadStream } from 'node:tty';
import * as nodePty from 'node-pty';
import { type Clock, systemClock } from '../ground/clock.ts';
import { processStart } from '../ground/process-start.ts';
import { whenGone } from '../processes/when-gone.ts';
import { type Master, MasterPty } from './master-pty.ts';
import { findProgram, wrongDirectory } from './program-check.ts';
import type { AdoptPty, PtyOptions, Spawned, SpawnPty } from './pty-port.ts';

type Internals = {
  readonly fd: number;
  readonly ptsName: string;
  readonly _socket: ReadStream;
  _emittedClose: boolean;
};

/** What node-pty exports without a type: the system calls it makes. */
type Native = { resize(fd: number, cols: number, rows: number, width: number, height: number): void };

/** Masters that any process which Node starts would inherit: node-pty leaves them open, and Node has no call to change that. */
const inherited = new Set<number>();

/** The highest descriptor of a master in this process; 0 when there is none. */
export function highestMaster(): number {
  return Math.max(0, ...inherited);
}

export const spawnPty: SpawnPty = (options) => spawnWith(options, systemClock);

/** Throws when the descriptor is no terminal. */
export const adoptPty: AdoptPty = ({ fd, pid, start, path }) => {
  const socket = new ReadStream(fd);
  const { resize } = native();
  return new MasterPty(
    {
      fd,
      pid,
      start,
      path,
      socket,
      resize: (cols, rows, { width, height }) => resize(fd, cols, rows, width, height),
      // Its parent was the earlier host: nobody tells how it has ended.
      onExit: (exited) => {
        const look = whenGone({ pid, start }, systemClock, () => exited({ code: undefined }));
        // The other end was closed, at the latest by the end of the program.
        socket.once('close', look);
      },
    },
    systemClock,
    false,
  );
};

function spawnWith(options: PtyOptions, clock: Clock): Spawned {
  const { cwd, cols, rows, env } = options;
  const wrong = wrongDirectory(cwd);
  if (wrong !== undefined) return { ok: false, at: 'cwd', error: `${cwd}: ${wrong}` };
  const program = findProgram(options.file, env['PATH'], cwd);
  if (!program.ok) return { ok: false, at: 'program', error: program.error };
  try {
    const child = nodePty.spawn(program.path, [...options.args], {
      name: env['TERM'] ?? 'xterm-256color',
      env,
      cwd,
      cols,
      rows,
      encoding: 'utf8',
    });
    return { ok: true, pty: new MasterPty(masterOf(child), clock) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { ok: false, at: 'system', error: `a pty: ${text}` };
  }
}

function masterOf(child: nodePty.IPty): Master {
  const inner = internalsOf(child);
  inner._emittedClose = true;
  inherited.add(inner.fd);
  inner._socket.once('close', () => inherited.delete(inner.fd));
  return {
    fd: inner.fd,
    pid: child.pid,
    start: processStart(child.pid),
    path: inner.ptsName,
    socket: inner._socket,
    resize: (cols, rows, pixels) => child.resize(cols, rows, pixels),
    onExit: (exited) =>
      void child.onExit(({ exitCode, signal }) =>
        exited(signal === undefined || signal === 0 ? { code: exitCode } : { signal }),
      ),
  };
}

/** Returns the internals of node-pty. Exported for a test that a new version of node-pty still has them. */
export function internalsOf(child: nodePty.IPty): Internals {
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

/** Returns the system calls of node-pty. Exported for a test that a new version of node-pty still has them. */
export function native(): Native {
  const inner = (nodePty as unknown as { readonly native?: Partial<Native> | null }).native;
  if (typeof inner?.resize === 'function') return inner as Native;
  throw new Error('this version of node-pty is not supported');
}
