/** Makes writes to the terminal wait in the stream instead of the kernel, so that a slow terminal delays no key. */

import { accessSync, constants, readlinkSync } from 'node:fs';

type Handle = { readonly fd?: number; setBlocking?: (on: boolean) => number };

/**
 * Makes writes non-blocking, which Node does not for a tty; true when it was done. libuv has opened the device anew for
 * us, so O_NONBLOCK is ours alone. Where that failed, the descriptor is the shell's, which must stay blocking.
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
    // The device is missing in this mount namespace, or another user's: libuv could not open it either.
    return false;
  }
}
