/** Runs a function of `far.sh` on another machine. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Ran, runThere, type WayOptions } from './way.ts';

export type Told = Pick<Ran, 'code' | 'words'> & {
  /** What it has told, by name, in order. */
  readonly told: ReadonlyMap<string, readonly string[]>;
};

/** Called with what a machine is waited for, as a noun: its own words, untrusted text. */
export type OnWait = (what: string) => void;

type FarFunction = 'probe' | 'install' | 'prune' | 'purge' | 'status';

/** Seconds that a login shell there has to say where it finds Node and cotty. */
export const LOGIN_S = 10;

/** Limits of what is kept of it: of a value in characters, and of values of one name. */
const MAX_VALUE = 16 * 1024;
const MAX_VALUES = 64;

export async function runFar(
  options: WayOptions,
  name: FarFunction,
  {
    variables = {},
    onWait,
  }: { readonly variables?: Readonly<Record<string, string>>; readonly onWait?: OnWait | undefined } = {},
): Promise<Told> {
  const script = readFileSync(fileURLToPath(new URL('./far.sh', import.meta.url)), 'utf8');
  const loginSeconds = Math.max(1, Math.round(LOGIN_S * (options.patience ?? 1)));
  const set = Object.entries({ ...variables, login_s: String(loginSeconds) }).map(
    ([key, value]) => `${key}=${quoted(value)}\n`,
  );
  let waited = 'it';
  let open = '';
  const { out, code, words } = await runThere(options, 'sh -s', {
    // What it runs must not read the rest of the script.
    input: `${script}\n${set.join('')}${name} </dev/null\n`,
    what: () => waited,
    onOut: (text) => {
      const lines = (open + text).split('\n');
      open = (lines.pop() ?? '').slice(0, MAX_VALUE);
      const what = readTold(lines.join('\n')).get('waits')?.at(-1);
      if (what === undefined) return;
      waited = what;
      onWait?.(what);
    },
  });
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
