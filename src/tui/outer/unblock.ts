/** Makes writing to the terminal wait in the stream instead of in the kernel, so that a slow terminal stops no key. */

import { accessSync, constants, readlinkSync } from 'node:fs';

type Handle = { readonly fd?: number; setBlocking?: (on: boolean) => number };

/**
 * Node writes to a tty synchronously. libuv has opened the device anew for us, so O_NONBLOCK on it is ours alone; where
 * that failed the descriptor is still the shell's, which must never be made non-blocking. Says whether it was done.
 */
export function unblock(stdout: object, platform: string): boolean {
  const handle = '_handle' in stdout ? (stdout._handle as Handle | null) : undefined;
  if (platform !== 'linux' || handle?.fd === undefined || !couldReopen(handle.fd)) return false;
  return handle.setBlocking?.(false) === 0;
}

function couldReopen(fd: number): boolean {
  try {
    accessSync(readlinkSync(`/proc/self/fd/${fd}`), constants.R_OK | constants.W_OK);
    return true;
  } catch {
    // No such device in this mount namespace, or another user's: libuv could not open it either.
    return false;
  }
}
