/**
 * The address of the host that has a state folder, in a file beside its lock. A client with another environment (started by an
 * agent or cron) finds the host there, and does not start a second one.
 */

import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFileSync } from '../../files/replace-file.ts';
import { lockHolder } from '../common/folder-lock.ts';
import { fileStamp } from './file-stamp.ts';
import { whatIsWrong } from './socket-path.ts';

export type HostAddress = { readonly pid: number; readonly socket: string };

const NAME = 'host.json';

/** Writes the address of this process, which must have the folder's lock. Throws if the folder cannot be written. */
export function writeAddress(folder: string, socket: string): void {
  const address: HostAddress = { pid: process.pid, socket };
  replaceFileSync(join(folder, NAME), `${JSON.stringify(address)}\n`);
}

/** Returns the stamp of the address file (`fileStamp`), which changes whenever a host writes its address. */
export function addressStamp(folder: string): string | undefined {
  return fileStamp(join(folder, NAME));
}

export function removeAddress(folder: string): void {
  rmSync(join(folder, NAME), { force: true });
}

/** Returns the socket that a host has written last, whether that host lives or not. */
export function lastSocket(folder: string): string | undefined {
  try {
    return parse(readFileSync(join(folder, NAME), 'utf8'))?.socket;
  } catch {
    // No host has written an address here, or the last one has ended.
    return undefined;
  }
}

/**
 * Returns the address of the running host that has the folder's lock. Folders, file and socket must belong to this user alone:
 * the file may be old, and another user may have made a socket at its path since.
 */
export function readAddress(folder: string): HostAddress | undefined {
  try {
    if (whatIsWrong(lstatSync(folder)) !== undefined) return undefined;
    const path = join(folder, NAME);
    const file = lstatSync(path);
    if (!file.isFile() || file.uid !== process.getuid?.() || (file.mode & 0o077) !== 0) return undefined;
    const address = parse(readFileSync(path, 'utf8'));
    return address !== undefined && lockHolder(folder) === address.pid && isOwnSocket(address.socket)
      ? address
      : undefined;
  } catch {
    // No host has written an address here.
    return undefined;
  }
}

function isOwnSocket(path: string): boolean {
  if (whatIsWrong(lstatSync(dirname(path))) !== undefined) return false;
  const socket = lstatSync(path);
  return socket.isSocket() && socket.uid === process.getuid?.();
}

function parse(text: string): HostAddress | undefined {
  const { pid, socket }: Partial<HostAddress> = JSON.parse(text);
  return typeof pid === 'number' && typeof socket === 'string' ? { pid, socket } : undefined;
}
