/** Findings about files: whether the records can be written and have enough disk space, and errors in the configuration. */

import { accessSync, constants, existsSync, lstatSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { whatIsWrong } from '../../host/listener/socket-path.ts';
import { stateFolder } from '../../ledger/files/state-folder.ts';
import { causeText } from '../common/error-text.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';
import { readConfig } from '../settings/read-config.ts';
import type { Finding } from './finding.ts';

/** Less free space than this is reported: sixteen long outputs would fill it. */
const SCARCE_BYTES = 256 * 1024 * 1024;
const MIB = 1024 * 1024;

export function recordFindings(env: Io['env']): readonly Finding[] {
  return [...folderFindings(stateFolder(env)), ...configFindings(env)];
}

function folderFindings(folder: string): readonly Finding[] {
  const id = 'records';
  const hint = 'A host that cannot record goes on and says so in its log; its terminals do not come back.';
  // lstat, because the folder may be a symbolic link, even one whose target is missing.
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  const wrong = (stat === undefined ? undefined : whatIsWrong(stat)) ?? unwritable(folder);
  if (wrong !== undefined)
    return [{ id, status: 'bad', text: `the folder of the records, ${folder}, ${wrong}`, hint }];
  return roomFindings(folder, freeBytes(nearest(folder)));
}

export function roomFindings(folder: string, free: number | undefined): readonly Finding[] {
  if (free === undefined || free >= SCARCE_BYTES) return [];
  const room = `only ${Math.floor(free / MIB).toLocaleString('en')} MiB are free`;
  const text = `records: ${folder}, ${room}: a full disk stops the recording, not the terminals`;
  return [{ id: 'records', status: 'no', text }];
}

function unwritable(folder: string): string | undefined {
  try {
    accessSync(nearest(folder), constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const why = causeText(error);
    return `cannot be written (${why})`;
  }
}

/** The folder, or the nearest existing folder above it, in which it would be created. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // Some file systems do not tell.
    return undefined;
  }
}

function configFindings(env: Io['env']): readonly Finding[] {
  const id = 'configuration';
  const read = readConfig(undefined, env);
  if (!read.ok) return [{ id, status: 'bad', text: printable(read.error) }];
  const { problems } = read.config;
  if (problems.length === 0) return [];
  const lines = problems.map(({ line, problem }) => {
    return `${line === 0 ? '' : `line ${line}: `}${printable(problem)}`;
  });
  const text = `configuration: ${read.path}, ${problems.length} not read`;
  return [{ id, status: 'no', text, hint: lines.join('\n') }];
}
