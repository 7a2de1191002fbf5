/** Chooses the folder in which a program starts: home, the one that a client asks for, or the nearest that still exists. */

import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../common/environment.ts';
import { nearestFolder, wrongDirectory } from '../pty/program-check.ts';

export type Directory =
  | {
      readonly ok: true;
      readonly path: string;
      /** The reason if it is not the default folder, as a sentence for users. */
      readonly note?: string;
    }
  | { readonly ok: false; readonly error: string };

/** Parses a file URI, or a plain path, which some clients send. */
export function readDirectory(cwd: string): Directory {
  const path = isAbsolute(cwd) ? cwd : fromUri(cwd);
  if (path === undefined) return { ok: false, error: `not a directory on this machine: ${cwd}` };
  const wrong = wrongDirectory(path);
  return wrong === undefined ? { ok: true, path } : { ok: false, error: `${path}: ${wrong}` };
}

/** Returns a default folder. If it does not exist or is not accessible, the nearest one above it, or home. */
export function defaultDirectory(cwd: string, home: string): Directory {
  const read = readDirectory(cwd);
  const wanted = isAbsolute(cwd) ? cwd : fromUri(cwd);
  if (read.ok || wanted === undefined) return read;
  const path = nearestFolder(wanted, home);
  return { ok: true, path, note: `${read.error}; started in ${path} instead` };
}

function fromUri(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    // Another scheme, another machine, or an invalid percent-encoding.
    return undefined;
  }
}

/** The home folder of an environment; `/` if there is none. */
export function homeOf(env: Environment): string {
  const home = env['HOME'] ?? '';
  return home.startsWith('/') && wrongDirectory(home) === undefined ? home : '/';
}
