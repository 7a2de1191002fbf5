/** Starts a host in the background. */

import { spawn } from 'node:child_process';
import { closeSync, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { lockHolder } from '../../host/common/folder-lock.ts';
import { livingKeeper } from '../../host/keep/keeper-file.ts';
import { readAddress } from '../../host/listener/host-address.ts';
import { earlierSockets } from '../../host/listener/socket-path.ts';
import { stateFolder } from '../../ledger/files/state-folder.ts';
import { launcher } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { shellEnv } from '../common/shell-env.ts';
import type { StartedHost } from './find-host.ts';
import { openLog } from './host-log.ts';
import { hostPaths } from './host-paths.ts';
import { ORDINARY, type StartMode, startArgs } from './start-mode.ts';

type Paths = { readonly log: string };

/** The host that was started ahead, until it is asked for. */
let ahead: StartedHost | undefined;

/**
 * Starts a host before the code is read that looks for one, so that both processes load their code at once. Returns undefined where an
 * address, a socket or an fd holder tells of a host: whether that one lives, `findHost` finds out.
 */
export function startAhead(env: Io['env']): StartedHost | undefined {
  const paths = hostPaths(env);
  const state = stateFolder(env);
  if (!paths.ok || readAddress(state) !== undefined || livingKeeper(state) !== undefined) return undefined;
  if ([paths.socket, ...earlierSockets(env)].some((socket) => existsSync(socket))) return undefined;
  return spawnHost(paths, ORDINARY, env);
}

/** Has the next host that would be started be one that was started ahead. */
export function takeStarted(host: StartedHost | undefined): void {
  ahead = host;
}

/** Starts a host, or returns the one that was started ahead. */
export function startBackground(paths: Paths, mode: StartMode, env: Io['env']): StartedHost {
  const started = ahead ?? spawnHost(paths, mode, env);
  ahead = undefined;
  return started;
}

function spawnHost({ log: path }: Paths, mode: StartMode, env: Io['env']): StartedHost {
  const log = openLog(path);
  try {
    const child = spawn(process.execPath, [launcher, 'host', '--background', ...startArgs(mode)], {
      // A session of its own: closing this terminal sends it no SIGHUP, and Ctrl+C here no SIGINT.
      detached: true,
      // A background process must not keep a folder busy or a terminal open.
      cwd: '/',
      stdio: ['ignore', log, log],
      env: shellEnv(env),
    });
    const ended = new Promise<number | null>((resolve) => {
      child.once('exit', (exitCode) => resolve(exitCode));
      child.once('error', () => resolve(null));
    });
    child.unref();
    const giveWay = (place: string): void => {
      // If the system does not report when a process started, the holder is unknown; the host may then be this child.
      const holder = lockHolder(dirname(place));
      if (holder !== undefined && holder !== child.pid) child.kill();
    };
    return { ended, giveWay };
  } finally {
    closeSync(log);
  }
}
