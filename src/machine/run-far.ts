/** Runs a function of `far.sh` on another machine. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Ran, runThere, type WayOptions } from './way.ts';

export type Told = Pick<Ran, 'code' | 'words'> & {
  /** What it has told, by name, in order. */
  readonly told: ReadonlyMap<string, readonly string[]>;
};

type FarFunction = 'probe' | 'install' | 'prune' | 'purge';

/** Limits of what is kept of it: of a value in characters, and of values of one name. */
const MAX_VALUE = 16 * 1024;
const MAX_VALUES = 64;

export async function runFar(
  options: WayOptions,
  name: FarFunction,
  variables: Readonly<Record<string, string>> = {},
): Promise<Told> {
  const script = readFileSync(fileURLToPath(new URL('./far.sh', import.meta.url)), 'utf8');
  const set = Object.entries(variables).map(([key, value]) => `${key}=${quoted(value)}\n`);
  // What it runs must not read the rest of the script.
  const { out, code, words } = await runThere(
    options,
    'sh -s',
    `${script}\n${set.join('')}${name} </dev/null\n`,
  );
  return { told: readTold(out), code, words };
}

export function readTold(out: string): ReadonlyMap<string, readonly string[]> {
  const told = new Map<string, string[]>();
  for (const line of out.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^cotty-far ([a-z]+) (.*)$/.exec(line) ?? [];
    const values = told.get(name) ?? [];
    if (name === '' || values.length >= MAX_VALUES) continue;
    told.set(name, [...values, value.slice(0, MAX_VALUE)]);
  }
  return told;
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`;
}
