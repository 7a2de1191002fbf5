/**
 * What the launcher loads first for `cotty` alone, in a file of its own: if no host runs, one is started, and the startup screen is
 * shown, before the code of the window is read.
 */

import { accessSync, constants } from 'node:fs';
import { isatty } from 'node:tty';
import { configPath, MAX_CONFIG_BYTES } from '../tui/config/edit-config.ts';
import { readSmallFile } from './common/read-small-file.ts';
import type { StartedHost } from './connect/find-host.ts';
import { startAhead } from './connect/start-background.ts';
import { StartupScreen, waitsForHost } from './window/startup-screen.ts';

/** Each is undefined where the window has to see to it. */
export type Ahead = { readonly host: StartedHost | undefined; readonly startup: StartupScreen | undefined };

const NOTHING: Ahead = { host: undefined, startup: undefined };

export function goAhead(): Ahead {
  // No window opens without a terminal, or inside of cotty.
  if (!isatty(0) || !isatty(1) || process.env['COTTY_TERMINAL']) return NOTHING;
  // The window tries again, and tells why it fails.
  return { host: tried(() => startAhead(process.env)), startup: tried(show) };
}

function show(): StartupScreen | undefined {
  const { env, stdin, stdout, stderr } = process;
  const cwd = process.cwd();
  // What is said of a folder that is gone belongs on the main screen.
  accessSync(cwd, constants.X_OK);
  if (mayBeLinear(configPath(env))) return undefined;
  return new StartupScreen({ env, cwd, stdin, stdout, stderr }, waitsForHost);
}

/** Whether the configuration may ask for linear mode, which paints nothing: the window reads it whole. */
function mayBeLinear(path: string | undefined): boolean {
  const file = path === undefined ? undefined : readSmallFile(path, MAX_CONFIG_BYTES);
  return file?.ok === true && file.bytes.includes('linear');
}

function tried<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
