/** What a machine has that cotty needs, as `far.sh` tells it: untrusted text. */

import type { Platform } from './package.ts';
import { type OnWait, runFar } from './run-far.ts';
import { UnreachableError, type WayOptions } from './way.ts';

export type FarNode = Platform & { readonly version: string; readonly path: string };

export type FarCotty = {
  readonly version: string;
  readonly path: string;
  /** Whether its host can be reached by stdin and stdout: older ones cannot. */
  readonly speaks: boolean;
};

export type FarHost = { readonly version: string; readonly pid: number; readonly terminals: number };

export type Probe = {
  readonly platform: Platform;
  /** The system in its own words, `Linux x86_64, glibc 2.36`. */
  readonly system: string;
  readonly home: string;
  /** Bytes that are free in the home folder; undefined if that is unknown. */
  readonly free: number | undefined;
  /** Whether it can unpack an archive, and a compressed one. */
  readonly unpacks: boolean;
  readonly inflates: boolean;
  /** The Node that is used: the first that is new enough, of those on PATH and of version managers. */
  readonly node: FarNode | undefined;
  /** The newest Node if none is new enough. */
  readonly oldNode: FarNode | undefined;
  readonly cotty: FarCotty | undefined;
  readonly host: FarHost | undefined;
  /** Versions in the folder of `cotty machine`. */
  readonly installed: readonly string[];
  /** What did not answer in its time, and was left out. */
  readonly late: readonly string[];
};

/** The oldest Node that cotty runs on. */
export const OLDEST_NODE = '20.19';

/** Asks the machine. Rejects with `UnreachableError`. */
export async function probe(options: WayOptions, onWait?: OnWait): Promise<Probe> {
  const { told, words, code } = await runFar(options, 'probe', { onWait });
  if (told.has('done')) return readProbe(told);
  throw new UnreachableError(words === '' ? `sh there has ended with exit code ${code}` : words);
}

/** What `cotty host status` says there: the host, or the reason why it cannot be told. */
type FarStatus =
  | { readonly ok: true; readonly host: FarHost }
  | { readonly ok: false; readonly error: string };

/** Asks for the host that runs there, and starts none. Rejects with `UnreachableError`. */
export async function farStatus(options: WayOptions): Promise<FarStatus> {
  const { told, words, code } = await runFar(options, 'status');
  const said = told.get('host')?.at(0);
  const error = told.get('error')?.at(0);
  if (said === undefined && error === undefined)
    throw new UnreachableError(words === '' ? `sh there has ended with exit code ${code}` : words);
  const host = readHost(said?.slice(Math.max(0, said.indexOf('{'))) ?? '');
  if (host !== undefined) return { ok: true, host };
  return { ok: false, error: error ?? (said ?? '').trim().replace(/^cotty: /, '') };
}

export function readProbe(told: ReadonlyMap<string, readonly string[]>): Probe {
  const one = (name: string): string => told.get(name)?.at(0) ?? '';
  const [kernel = '', hardware = ''] = one('system').split(' ');
  const [, glibc] = /^glibc ([\d.]+)/.exec(one('libc')) ?? [];
  const libc = kernel !== 'Linux' ? '' : glibc === undefined ? one('libc') : 'glibc';
  const platform = { system: kernel.toLowerCase(), arch: ARCHES[hardware] ?? hardware, libc };
  const nodes = (told.get('node') ?? []).flatMap((line) => readNode(line, libc));
  const newest = nodes.toSorted((a, b) => compareVersions(b.version, a.version))[0];
  const node = nodes.find(isNew);
  const free = Number.parseInt(one('free'), 10);
  return {
    platform: node === undefined ? platform : { system: node.system, arch: node.arch, libc },
    system: `${kernel} ${hardware}${libc === '' ? '' : `, ${one('libc')}`}`,
    home: one('home'),
    free: Number.isNaN(free) ? undefined : free * 1024,
    unpacks: told.get('has')?.includes('tar') ?? false,
    inflates: told.get('has')?.includes('gzip') ?? false,
    node,
    oldNode: node === undefined ? newest : undefined,
    cotty: readCotty(one('cotty')),
    host: readHost(one('host')),
    installed: told.get('installed') ?? [],
    late: told.get('late') ?? [],
  };
}

/** Names of hardware by `uname -m`, in the words of Node. */
const ARCHES: Readonly<Record<string, string>> = {
  x86_64: 'x64',
  amd64: 'x64',
  aarch64: 'arm64',
  armv7l: 'arm',
  armv6l: 'arm',
  i686: 'ia32',
  i386: 'ia32',
};

function isNew({ version }: FarNode): boolean {
  return compareVersions(version, OLDEST_NODE) >= 0;
}

function readNode(line: string, libc: string): readonly FarNode[] {
  const [, version = '', system = '', arch = '', path = ''] =
    /^(\d+\.\d+\.\d+)(?!\d)\S* (\S+) (\S+) (\/.*)$/.exec(line) ?? [];
  return path === '' ? [] : [{ version, system, arch, libc, path }];
}

function readCotty(line: string): FarCotty | undefined {
  const [, version = '', speaks, path = ''] = /^(\d\S*) (yes|no) (.*)$/.exec(line) ?? [];
  return version === '' ? undefined : { version, path, speaks: speaks === 'yes' };
}

/** Reads what `cotty host status --json` prints. */
export function readHost(text: string): FarHost | undefined {
  try {
    const { version, pid, terminals } = JSON.parse(text);
    const isHost = typeof version === 'string' && typeof pid === 'number' && typeof terminals === 'number';
    return isHost ? { version, pid, terminals } : undefined;
  } catch {
    return undefined;
  }
}

/** Compares by the numbers, so that 0.10 comes behind 0.9; what follows a dash does not count. */
export function compareVersions(one: string, other: string): number {
  const numbers = (text: string) => (text.split('-')[0] ?? '').split('.').map((part) => Number(part) || 0);
  const [a, b] = [numbers(one), numbers(other)];
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
