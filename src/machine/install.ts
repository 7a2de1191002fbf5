/** Brings a package to another machine over the connection to it, and removes it there. Nothing outside one folder is written. */

import { randomBytes } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { reasonOf } from '../protocol/common/reason-of.ts';
import { type OnWait, runFar } from './run-far.ts';
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
  readonly onWait?: OnWait | undefined;
  /** Called with how many bytes of the archive were sent. */
  readonly onSent?: (bytes: number) => void;
};

export type Done = { readonly ok: true } | { readonly ok: false; readonly error: string };

/** A version is the name of a folder. */
const VERSION = /^\d[\w.-]*$/;

/** Copies the files, checks there that they run, and lets the launcher start them from then on. */
export async function install(options: InstallOptions): Promise<Done> {
  const { way, version, node = '', onWait } = options;
  if (!VERSION.test(version)) throw new Error(`"${version}" is no version`);
  // No version begins with a dot, so a copy under way is none.
  const part = `.part-${version}-${randomBytes(4).toString('hex')}`;
  const copied = await copy(options, part);
  if (!copied.ok) return copied;
  return outcome(runFar(way, 'install', { variables: { version, node, part }, onWait }));
}

/** Milliseconds that a copy may take in all. It is given up earlier if no byte is taken for half a minute. */
const COPY_MS = 15 * 60_000;

async function copy({ way, files, inflates, onSent }: InstallOptions, part: string): Promise<Done> {
  const archive = Readable.from(counted(tar(files), onSent));
  const last = files.at(-1)?.name ?? '';
  // An archive that is cut off between two files looks whole.
  const line = [
    'umask 077',
    `p="$HOME/${FAR_FOLDER}/${part}"`,
    `mkdir -p "$p" && ${inflates ? 'gzip -dc | ' : ''}tar -xof - -C "$p" && test -f "$p/${last}" && exit 0`,
    'rm -rf "$p"',
    'exit 1',
  ].join('; ');
  try {
    // An error in the archive is one of the stream that is read.
    const input = inflates ? pipeline(archive, createGzip(), () => {}) : archive;
    const { code, words } = await runThere(way, line, {
      input,
      what: () => 'the copy there',
      longestMs: COPY_MS,
    });
    if (code === 0) return { ok: true };
    return { ok: false, error: words === '' ? 'the package could not be unpacked there' : words };
  } catch (error) {
    return { ok: false, error: reasonOf(error) };
  }
}

async function* counted(chunks: AsyncIterable<Buffer>, onSent: InstallOptions['onSent']) {
  let bytes = 0;
  for await (const chunk of chunks) {
    yield chunk;
    bytes += chunk.length;
    onSent?.(bytes);
  }
}

async function outcome(running: ReturnType<typeof runFar>): Promise<Done> {
  try {
    const { told, code, words } = await running;
    const error = told.get('error')?.at(0);
    if (error !== undefined) return { ok: false, error };
    if (told.has('done')) return { ok: true };
    return { ok: false, error: words === '' ? `sh there has ended with exit code ${code}` : words };
  } catch (error) {
    return { ok: false, error: reasonOf(error) };
  }
}

export type Pruned = { readonly removed: readonly string[]; readonly kept: readonly string[] };

/** Removes the versions there from which nothing runs, but not this one. Rejects with `UnreachableError`. */
export async function prune(way: WayOptions, version: string): Promise<Pruned> {
  const { told } = await runFar(way, 'prune', { variables: { version } });
  return { removed: told.get('removed') ?? [], kept: told.get('kept') ?? [] };
}

/** Ends the host there, and removes everything that was installed. */
export function purge(way: WayOptions, onWait?: OnWait): Promise<Done> {
  return outcome(runFar(way, 'purge', { onWait }));
}
