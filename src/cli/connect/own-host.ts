/** Lets a window or `cotty share`, which survive the end of their host, start this user's host again. */

import type { OwnHost } from '../../tui/window/revive-host.ts';
import { launcher, readVersion } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { hostPaths } from './host-paths.ts';
import { isKept } from './running-host.ts';
import type { StartMode } from './start-mode.ts';
import { findTarget } from './target.ts';

export function ownHost(mode: StartMode | undefined, io: Io): OwnHost {
  const paths = hostPaths(io.env);
  return {
    start: () => startHost(mode, io),
    isKept: () => isKept(io.env),
    version: readVersion(),
    program: [process.execPath, launcher],
    log: paths.ok ? paths.log : undefined,
  };
}

/** Starts the host if none runs. It is never started with `--clean`, since the earlier terminals must come back. */
async function startHost(mode: StartMode | undefined, io: Io): Promise<void> {
  const again = mode === undefined ? {} : { mode: { ...mode, clean: false } };
  const target = await findTarget({ start: true, ...again, meanwhile: () => {} }, io);
  if (!target.ok) throw new Error(target.error);
}
