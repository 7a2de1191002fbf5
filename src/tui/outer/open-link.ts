/** Opens a hyperlink with the desktop's own opener. */

import { spawn } from 'node:child_process';

type Desktop = {
  readonly ssh: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
};

/** An opener that has not failed within this time (ms) counts as successful: some run as long as the browser. */
const FAILS_WITHIN_MS = 1500;

/** Returns the opener of the user's own machine; undefined if there is none, or over ssh. */
export function linkOpener({ ssh, env, platform }: Desktop): string | undefined {
  if (ssh) return undefined;
  if (platform === 'darwin') return 'open';
  return env['WAYLAND_DISPLAY'] || env['DISPLAY'] ? 'xdg-open' : undefined;
}

/** Runs an opener; false when it is missing or fails. The address begins with a scheme, so it is never an option. */
export function runOpener(file: string, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(file, [address], { stdio: 'ignore', detached: true });
    const timer = setTimeout(() => resolve(true), FAILS_WITHIN_MS);
    const end = (opened: boolean): void => {
      clearTimeout(timer);
      resolve(opened);
    };
    child.on('error', () => end(false));
    child.on('exit', (code) => end(code === 0));
    child.unref();
  });
}
