/**
 * Path of the host's Unix socket: in a folder that only this user can read. A host belongs to its state folder, so an environment
 * with another state folder than the usual one of the account has a folder of its own for the socket.
 */

import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { stateFolder, usualStateFolder } from '../../ledger/files/state-folder.ts';
import { systemCode } from '../../protocol/common/system-error.ts';
import type { Environment } from '../common/environment.ts';

export type RuntimeFolder =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly error: string };

/** Longest path of a Unix socket in bytes: the kernel has a field of fixed size that ends in a zero byte. */
const MAX_SOCKET_BYTES = process.platform === 'linux' ? 107 : 103;

export function socketPath(folder: string): string {
  return join(folder, 'host.sock');
}

/**
 * Chooses the folder of this environment, and creates it if it is missing. `earlier`: the socket of the host from which this one takes
 * over. Shells know files beside it, so a host takes over in the folder that an earlier version has chosen.
 */
export function runtimeFolder(env: Environment, earlier?: string): RuntimeFolder {
  const isOfEarlierVersion = earlierSockets(env).some((socket) => socket === earlier);
  return ownFolder(chooseFolder(env, isOfEarlierVersion ? '' : suffixOf(env)));
}

/** Where hosts of earlier versions listen in this environment, whatever their state folder is. */
export function earlierSockets(env: Environment): readonly string[] {
  return [chooseFolder(env, ''), shared(env, '')].map(socketPath);
}

/** The folder of an environment without a runtime folder of its own, for a host that has lost the one it had. */
export function spareFolder(env: Environment): string {
  return shared(env, suffixOf(env));
}

function shared(env: Environment, suffix: string): string {
  return join(env['TMPDIR'] || '/tmp', `cotty-${ownUid()}${suffix}`);
}

/** Tells state folders apart; empty for the usual one. */
function suffixOf(env: Environment): string {
  const state = stateFolder(env);
  return state === usualStateFolder()
    ? ''
    : `-${createHash('sha256').update(state).digest('hex').slice(0, 8)}`;
}

/** Creates the folder if it is missing. A folder that other users could read or replace is refused, never repaired. */
export function ownFolder(path: string): RuntimeFolder {
  const bytes = Buffer.byteLength(socketPath(path));
  if (!isAbsolute(path)) return refuse(path, 'is not an absolute path');
  if (bytes > MAX_SOCKET_BYTES) {
    return refuse(
      path,
      `is too long: the path of the socket has ${bytes} bytes, at most ${MAX_SOCKET_BYTES} are possible`,
    );
  }
  const check = () => lstatSync(path, { throwIfNoEntry: false });
  let found = check();
  if (found === undefined) {
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') return refuse(path, `cannot be created (${systemCode(error)})`);
    }
    found = check();
  }
  const wrong = whatIsWrong(found);
  return wrong === undefined ? { ok: true, path } : refuse(path, wrong);
}

/** Chooses the folder; `COTTY_RUNTIME_DIR` allows a second host beside the usual one, for example in tests. */
function chooseFolder(env: Environment, suffix: string): string {
  if (env['COTTY_RUNTIME_DIR']) return env['COTTY_RUNTIME_DIR'];
  const xdg = env['XDG_RUNTIME_DIR'];
  // After `su` the variable may still name the folder of the previous user.
  if (xdg && statSync(xdg, { throwIfNoEntry: false })?.uid === ownUid()) return join(xdg, `cotty${suffix}`);
  return shared(env, suffix);
}

/** Returns why a folder is not this user's alone, or undefined if it is. */
export function whatIsWrong(stat: Stats | undefined): string | undefined {
  if (stat === undefined) return 'was just removed';
  if (stat.isSymbolicLink()) return 'is a symbolic link, not a folder';
  if (!stat.isDirectory()) return 'is not a folder';
  if (stat.uid !== ownUid()) return `belongs to another user (uid ${stat.uid})`;
  const mode = stat.mode & 0o777;
  return mode & 0o077 ? `is open to other users (mode 0${mode.toString(8)}, needed: 0700)` : undefined;
}

function refuse(path: string, wrong: string): RuntimeFolder {
  return { ok: false, error: `the folder for the host's socket, ${path}, ${wrong}` };
}

function ownUid(): number {
  return process.getuid?.() ?? 0;
}
