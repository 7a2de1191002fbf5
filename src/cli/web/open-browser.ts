/** Starts the browser of the desk, where this is the desk: never over ssh, and never without a screen. */

import { spawn } from 'node:child_process';
import type { Io } from '../ground/io.ts';

/** Returns the program that opens addresses, or undefined where no browser could be seen. */
export function browserOpener(env: Io['env'], platform: NodeJS.Platform): string | undefined {
  if (env['SSH_CONNECTION'] || env['SSH_TTY'] || env['SSH_CLIENT']) return undefined;
  if (platform === 'darwin') return 'open';
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? 'xdg-open' : undefined;
}

/** Resolves with whether the program was started; what becomes of it is not waited for. */
export function openBrowser(program: string, url: string, env: Io['env']): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, [url], { stdio: 'ignore', detached: true, env });
    child.once('spawn', () => resolve(true));
    child.once('error', () => resolve(false));
    child.unref();
  });
}
