/**
 * The machines that this person has named, in a file of lines `name = address` beside the configuration, and the way to each.
 */

import { createHash } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { WayToHost } from '../../client/client-options.ts';
import { hostAt } from '../../client/host-at.ts';
import { isMachineAddress, type Reach, readMachineAddress } from '../../machine/address.ts';
import { connectMachine, type WayOptions } from '../../machine/way.ts';
import { configPath } from '../../tui/config/edit-config.ts';
import { readLine } from '../../tui/config/line.ts';
import type { Io } from '../common/io.ts';
import { readSmallFile } from '../common/read-small-file.ts';
import { hostPaths } from './host-paths.ts';

export type Machine = { readonly name: string; readonly reach: Reach };

export type Machines = {
  readonly machines: readonly Machine[];
  /** What is wrong with lines of the file, which are ignored. */
  readonly problems: readonly string[];
};

/** Limit of the file in bytes, and of machines. */
const MAX_BYTES = 256 * 1024;
const MAX_MACHINES = 64;
/** Delay until a changed file is read (ms): editors write a file in several steps. */
const SETTLED_MS = 100;

/** Path of the file; undefined where there is no home folder. */
export function machinesPath(env: Io['env']): string | undefined {
  const config = configPath(env);
  return config === undefined ? undefined : join(dirname(config), 'machines');
}

/** A name is written before a colon, `box:build`. */
export function isMachineName(name: string): boolean {
  return /^[A-Za-z][\w.-]{0,31}$/.test(name) && name !== 'unix' && !isMachineAddress(`${name}:`);
}

export function readMachines(env: Io['env']): Machines {
  const path = machinesPath(env);
  const file = path === undefined ? undefined : readSmallFile(path, MAX_BYTES);
  if (file === undefined || (!file.ok && file.code === 'ENOENT')) return { machines: [], problems: [] };
  if (!file.ok) return { machines: [], problems: [`${path}: cannot be read (${file.why})`] };
  const found = new Map<string, Machine>();
  const problems: string[] = [];
  for (const [at, text] of file.bytes.toString('utf8').split(/\r?\n/).entries()) {
    const wrong = takeLine(found, text);
    if (wrong !== undefined) problems.push(`${path}:${at + 1}: ${wrong}`);
  }
  return { machines: [...found.values()], problems };
}

function takeLine(found: Map<string, Machine>, text: string): string | undefined {
  const read = readLine(text);
  if (read.kind === 'empty') return undefined;
  if (read.kind !== 'setting') return `a line must be "name = address": ${text.trim().slice(0, 120)}`;
  const { name, value } = read;
  if (!isMachineName(name))
    return `"${name}" is no name of a machine; use up to 32 letters, digits and . _ -`;
  const address = readMachineAddress(value);
  if (!address.ok) return address.error;
  if (found.has(name)) return `${name} is there twice; the first line counts`;
  if (found.size >= MAX_MACHINES) return `only the first ${MAX_MACHINES} machines are used`;
  found.set(name, { name, reach: address.reach });
  return undefined;
}

/** Calls back when the file has changed, until the watcher is closed. */
export function watchMachines(env: Io['env'], changed: () => void): FSWatcher | undefined {
  const path = machinesPath(env);
  if (path === undefined) return undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    const watcher = watch(dirname(path), (_event, name) => {
      if (name !== null && name !== basename(path)) return;
      clearTimeout(timer);
      timer = setTimeout(changed, SETTLED_MS);
      timer.unref();
    });
    watcher.unref();
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    // Too many files are watched: the machines are those that were named at the start.
    return undefined;
  }
}

export type FoundMachine =
  | { readonly ok: true; readonly machine: Machine }
  | { readonly ok: false; readonly error: string };

/** Finds a machine by its name, or by an address, which needs no name. */
export function findMachine(text: string, env: Io['env']): FoundMachine {
  if (isMachineAddress(text)) {
    const read = readMachineAddress(text);
    return read.ok ? { ok: true, machine: { name: read.reach.name, reach: read.reach } } : read;
  }
  const { machines } = readMachines(env);
  const machine = machines.find(({ name }) => name === text);
  if (machine !== undefined) return { ok: true, machine };
  const known =
    machines.length === 0 ? 'none is known' : `known are ${machines.map(({ name }) => name).join(', ')}`;
  return {
    ok: false,
    error: `there is no machine "${text}"; ${known}. To add one: cotty machine add ADDRESS`,
  };
}

/** The machines that names of terminals begin with, such as `box:build`; undefined for a name that begins with none that is known. */
export function machinesIn(names: readonly string[], env: Io['env']): readonly (string | undefined)[] {
  const known = new Set(readMachines(env).machines.map(({ name }) => name));
  return names.map((name) => {
    const before = name.slice(0, Math.max(0, name.indexOf(':')));
    return known.has(before) ? before : undefined;
  });
}

export type WayNeeds = Pick<WayOptions, 'asks' | 'quiet' | 'join' | 'log'> & {
  readonly token?: string | undefined;
};

/** Returns the way to the host at a URL or on the machine at an address. */
export function wayTo(url: string, { token, ...needs }: WayNeeds, io: Io): WayToHost {
  if (!isMachineAddress(url)) {
    return hostAt({ url, token, log: needs.log });
  }
  const read = readMachineAddress(url);
  if (!read.ok) throw new Error(read.error);
  let isReached = false;
  return {
    transportFactory: async (signal) => {
      // Who comes back starts nothing there, as somebody may have stopped the host, and asks nothing: a window has the terminal.
      const options = {
        ...machineOptions(read.reach, needs, io),
        join: needs.join === true || isReached,
        quiet: needs.quiet === true || isReached,
        signal,
      };
      const transport = await connectMachine(options);
      isReached = true;
      return transport;
    },
  };
}

/** The options of `machine/way.ts` for a program of this person. */
export function machineOptions(reach: Reach, needs: Omit<WayNeeds, 'token'>, { env }: Io): WayOptions {
  const paths = hostPaths(env);
  const place = createHash('sha256').update(reach.address).digest('hex').slice(0, 12);
  const { log, ...rest } = needs;
  return {
    reach,
    env,
    ...(paths.ok ? { control: join(dirname(paths.socket), `ssh-${place}`) } : {}),
    ...rest,
    ...(log === undefined ? {} : { log }),
  };
}
