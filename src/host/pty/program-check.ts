/** Checks program, folder and free descriptors before the fork, which could only report "exit 1". */

import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { systemCode } from '../../protocol/common/system-error.ts';

export type FoundProgram =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly error: string };

/** Finds a program as a shell does: a name with a slash is a path, any other name is searched on the PATH. */
export function findProgram(file: string, path: string | undefined, cwd: string): FoundProgram {
  if (file.includes('/')) {
    const full = isAbsolute(file) ? file : join(cwd, file);
    const wrong = notRunnable(full);
    return wrong === undefined ? { ok: true, path: full } : { ok: false, error: `${file}: ${wrong}` };
  }
  const folders = (path ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = folders.map((folder) => join(folder, file)).find((full) => notRunnable(full) === undefined);
  return found === undefined
    ? { ok: false, error: `${file}: no such program on the PATH` }
    : { ok: true, path: found };
}

/** Returns why a program cannot start in this directory, or undefined when it can. */
export function wrongDirectory(path: string): string | undefined {
  try {
    if (!statSync(path).isDirectory()) return 'not a directory';
    accessSync(path, constants.X_OK);
    return undefined;
  } catch (error) {
    return reason(error);
  }
}

/** Returns the nearest folder above a path in which a program can start; of the root, `home` instead where it is one. */
export function nearestFolder(path: string, home: string | undefined): string {
  let folder = path;
  while (wrongDirectory(folder) !== undefined && dirname(folder) !== folder) folder = dirname(folder);
  const isHome = home !== undefined && isAbsolute(home) && wrongDirectory(home) === undefined;
  return folder === dirname(folder) && isHome ? home : folder;
}

/** Returns whether this process may open so many more files. */
export function hasRoomFor(files: number): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < files) opened.push(openSync('/dev/null', 'r'));
    return true;
  } catch {
    // The limit of this process, or of the system, is reached.
    return false;
  } finally {
    opened.forEach(closeSync);
  }
}

function notRunnable(path: string): string | undefined {
  try {
    if (!statSync(path).isFile()) return 'not a program';
    accessSync(path, constants.X_OK);
    return undefined;
  } catch (error) {
    return reason(error);
  }
}

function reason(error: unknown): string {
  const code = systemCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  return code;
}
