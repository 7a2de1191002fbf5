/** Brings a package to another machine over the connection to it, and removes it there. Nothing outside one folder is written. */

import { randomBytes } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { reasonOf } from '../protocol/common/reason-of.ts';
import { runFar } from './run-far.ts';
import { type TarFile, tar } from './tar.ts';
import { runThere, type WayOptions } from './way.ts';

/** The folder below the home folder there. */
export const FAR_FOLDER = '.local/share/cotty';

export type InstallOptions = {
  readonly way: WayOptions;
  readonly version: string;
  readonly files: readonly TarFile[];
  /** Path of the Node there; undefined for the one among the files. */
  readonly node: string | undefined;
  /** Whether gzip is there. */
  readonly inflates: boolean;
};

export type Done = { readonly ok: true } | { readonly ok: false; readonly error: string };

/** A version is the name of a folder. */
const VERSION = /^\d[\w.-]*$/;

/** Copies the files, checks there that they run, and lets the launcher start them from then on. */
export async function install(options: InstallOptions): Promise<Done> {
  const { way, version, node = '' } = options;
  if (!VERSION.test(version)) throw new Error(`"${version}" is no version`);
  const part = `${version}.part-${randomBytes(4).toString('hex')}`;
  const copied = await copy(options, part);
  if (!copied.ok) return copied;
  return outcome(await runFar(way, 'install', { version, node, part }));
}

async function copy({ way, files, inflates }: InstallOptions, part: string): Promise<Done> {
  const archive = Readable.from(tar(files));
  const line = [
    'umask 077',
    `p="$HOME/${FAR_FOLDER}/${part}"`,
    `mkdir -p "$p" && ${inflates ? 'gzip -dc | ' : ''}tar -xof - -C "$p"`,
  ].join('; ');
  try {
    // An error in the archive is one of the stream that is read.
    const input = inflates ? pipeline(archive, createGzip(), () => {}) : archive;
    const { code, words } = await runThere(way, line, input);
    if (code === 0) return { ok: true };
    return { ok: false, error: words === '' ? `unpacking there has ended with exit code ${code}` : words };
  } catch (error) {
    return { ok: false, error: reasonOf(error) };
  }
}

function outcome({ told, code, words }: Awaited<ReturnType<typeof runFar>>): Done {
  const error = told.get('error')?.at(0);
  if (error !== undefined) return { ok: false, error };
  if (told.has('done')) return { ok: true };
  return { ok: false, error: words === '' ? `sh there has ended with exit code ${code}` : words };
}

export type Pruned = { readonly removed: readonly string[]; readonly kept: readonly string[] };

/** Removes the versions there from which nothing runs, but not this one. */
export async function prune(way: WayOptions, version: string): Promise<Pruned> {
  const { told } = await runFar(way, 'prune', { version });
  return { removed: told.get('removed') ?? [], kept: told.get('kept') ?? [] };
}

/** Ends the host there, and removes everything that was installed. */
export async function purge(way: WayOptions): Promise<Done> {
  return outcome(await runFar(way, 'purge'));
}
