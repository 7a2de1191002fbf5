/** Opens a hyperlink with the desktop's own opener; one to localhost of another machine by a port that is forwarded. */

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

/** Names of the machine itself in addresses that servers print. */
const OWN_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '0.0.0.0', '[::1]', '[::]']);

/**
 * Returns the address by which this machine reaches what a terminal has printed, and what was forwarded for that. `reach` forwards a
 * port of the terminal's machine; it resolves with undefined if that is this machine.
 */
export async function forwardedLink(
  address: string,
  reach: (port: number) => Promise<{ readonly machine: string; readonly port: number } | undefined>,
): Promise<{ readonly address: string; readonly reached: string | undefined }> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const usual = url?.protocol === 'http:' ? 80 : url?.protocol === 'https:' ? 443 : undefined;
  if (url === undefined || usual === undefined || !OWN_NAMES.has(url.hostname))
    return { address, reached: undefined };
  const port = url.port === '' ? usual : Number(url.port);
  const here = await reach(port);
  if (here === undefined) return { address, reached: undefined };
  url.hostname = '127.0.0.1';
  url.port = String(here.port);
  return { address: url.href, reached: `${here.machine}:${port} is at 127.0.0.1:${here.port}` };
}
