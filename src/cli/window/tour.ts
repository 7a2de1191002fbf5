/** `cotty tour` — a window on a host of its own, in a folder that is removed with all that was done there. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { complain } from '../common/print.ts';
import { readArgs } from '../common/read-args.ts';
import { mayOpenWindow } from '../connect/nesting.ts';
import { readConfig } from '../settings/read-config.ts';
import { openEmbedded } from './embedded-host.ts';
import { preloadWindow, showWindow } from './open-window.ts';
import { withStartupScreen } from './startup-screen.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = await readArgs(args, { flags: { nest: 'boolean' } });
  if (!parsed.ok) {
    const { refuseArgs } = await import('../common/usage-error.ts');
    return refuseArgs(parsed, 'tour', io);
  }
  if (!mayOpenWindow(io, parsed.flags.nest, 'cotty tour')) return ExitCode.usage;
  const read = readConfig(undefined, io.env);
  if (!read.ok) {
    complain(io, read.error);
    return ExitCode.usage;
  }
  const { config } = read;
  return withStartupScreen(io, 'starting a host', async (startup) => {
    preloadWindow();
    const folder = mkdtempSync(join(tmpdir(), 'cotty-tour-'));
    const there: Io = { ...startup.io, cwd: folder, env: { ...startup.io.env, ...homeIn(folder) } };
    // The host makes its folder of deliveries there, too.
    process.env['TMPDIR'] = folder;
    const remove = () => rmSync(folder, { recursive: true, force: true });
    // A window whose terminal is gone does not come to its end.
    process.once('exit', remove);
    try {
      const { client, close } = await openEmbedded(there, config.settings.scrollback);
      return await showWindow(
        { client, config, hostArgs: 'unreachable', startup, isTour: true },
        { ...startup.io, cwd: folder },
      ).finally(close);
    } finally {
      remove();
      process.off('exit', remove);
    }
  });
}

/** The environment in which shells find nothing of the user's, and write their histories below the folder. */
function homeIn(folder: string): Io['env'] {
  // zsh asks a user who has no such file how to set it up.
  writeFileSync(join(folder, '.zshrc'), '');
  return {
    HOME: folder,
    TMPDIR: folder,
    ZDOTDIR: folder,
    XDG_CONFIG_HOME: join(folder, '.config'),
    XDG_DATA_HOME: join(folder, '.local/share'),
    XDG_STATE_HOME: join(folder, '.local/state'),
    XDG_CACHE_HOME: join(folder, '.cache'),
    HISTFILE: join(folder, '.history'),
  };
}
