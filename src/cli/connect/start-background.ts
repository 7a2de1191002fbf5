/** Starts `cotty host --background` as a process of its own: it must outlive this window and its terminal. */

import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { dirname } from 'node:path';
import { lockHolder } from '../../host/ground/folder-lock.ts';
import { launcher } from '../ground/installation.ts';
import type { Io } from '../ground/io.ts';
import { shellEnv } from '../ground/shell-env.ts';
import type { StartedHost } from './find-host.ts';
import { openLog } from './host-log.ts';
import { type StartMode, startArgs } from './start-mode.ts';

type Paths = { readonly log: string };

export function startBackground({ log: path }: Paths, mode: StartMode, env: Io['env']): StartedHost {
  const log = openLog(path);
  try {
    const child = spawn(process.execPath, [launcher, 'host', '--background', ...startArgs(mode)], {
      // A session of its own: closing this terminal sends it no SIGHUP, and Ctrl+C here no SIGINT.
      detached: true,
      // A process that nobody sees must not keep a folder busy or a terminal open.
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
      // No holder is known where the system does not tell when a process started; the host may then be this child.
      const holder = lockHolder(dirname(place));
      if (holder !== undefined && holder !== child.pid) child.kill();
    };
    return { ended, giveWay };
  } finally {
    closeSync(log);
  }
}
