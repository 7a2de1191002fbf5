/** Reads the arguments of one subcommand with meow, and returns each mistake as a sentence instead of exiting. */

import meow from 'meow';
import { didYouMean } from '../../protocol/common/nearest.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';

/** `strings` may be given several times. */
type FlagKind = 'boolean' | 'string' | 'strings';
export type FlagKinds = Readonly<Record<string, FlagKind>>;

type FlagValue<K extends FlagKind> = K extends 'boolean'
  ? boolean
  : K extends 'strings'
    ? readonly string[]
    : string | undefined;

export type FlagValues<F extends FlagKinds> = { readonly [K in keyof F]: FlagValue<F[K]> };

export type ArgSpec<F extends FlagKinds> = {
  readonly flags: F;
  /** Names of the positional arguments, for error messages; more arguments than names are an error. */
  readonly positionals?: readonly string[];
  /** Number of positional arguments that must be given. */
  readonly required?: number;
  /** Whether the last positional argument may be repeated. */
  readonly many?: boolean;
  /** Whether `-- COMMAND…` is allowed. */
  readonly command?: boolean;
};

export type ParsedArgs<F extends FlagKinds> =
  | {
      readonly ok: true;
      readonly input: readonly string[];
      readonly flags: FlagValues<F>;
      /** The words after `--`. */
      readonly command: readonly string[];
    }
  | { readonly ok: false; readonly help: true }
  | { readonly ok: false; readonly help: false; readonly error: string };

export function parseArgs<F extends FlagKinds>(argv: readonly string[], spec: ArgSpec<F>): ParsedArgs<F> {
  // meow would mix the words after `--` with the other arguments, so it does not get them.
  const split = argv.indexOf('--');
  const own = split === -1 ? [...argv] : argv.slice(0, split);
  const command = split === -1 ? [] : argv.slice(split + 1);
  if (own.includes('--help') || own.includes('-h')) return { ok: false, help: true };

  const parsed = runMeow(joinDashes(closeSwitches(own, spec.flags), spec.flags), spec.flags);
  const error =
    switchError(own, spec.flags) ??
    parsed.error ??
    flagError(parsed.flags, spec.flags) ??
    missingValue(own, parsed.flags, spec.flags) ??
    inputError(parsed.input, spec) ??
    (split !== -1 && !spec.command ? 'this subcommand takes no command after "--"' : undefined);
  if (error !== undefined) return { ok: false, help: false, error };
  return { ok: true, input: parsed.input, flags: typedFlags(parsed.flags, spec.flags), command };
}

/** Gives each switch a value, as in `--json=true`: meow would take a following word `true` or `false` for it. */
function closeSwitches(argv: readonly string[], kinds: FlagKinds): readonly string[] {
  return argv.map((arg) => {
    const name = /^--?([^=]+)$/.exec(arg)?.[1] ?? '';
    return kindOf(kinds, name) === 'boolean' && arg === written(name) ? `--${name}=true` : arg;
  });
}

/** Returns what is wrong with a switch that has a value, as in `--json=yes` and `-l5`: meow would silently switch it off. */
function switchError(argv: readonly string[], kinds: FlagKinds): string | undefined {
  for (const arg of argv) {
    const [, name = '', value = ''] =
      /^--?([^=]+)=(.*)$/s.exec(arg) ?? /^-([A-Za-z])(\d.*)$/s.exec(arg) ?? [];
    if (kindOf(kinds, name) === 'boolean' && value !== 'true' && value !== 'false')
      return `${written(name)} takes no value (it has "${value.slice(0, 80)}")`;
  }
  return undefined;
}

function kindOf(kinds: FlagKinds, name: string): FlagKind | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

/** An option as it is written on the command line. */
function written(name: string): string {
  return name.length === 1 ? `-${name}` : `--${name}`;
}

/** Joins a lone `-` (a pipe instead of a file) to its option, `--token=-`: meow does not take it as a value. */
function joinDashes(argv: readonly string[], kinds: FlagKinds): readonly string[] {
  return argv.flatMap((arg, at) => {
    const takesNext = arg.startsWith('--') && kinds[arg.slice(2)] === 'string' && argv[at + 1] === '-';
    if (takesNext) return [`${arg}=-`];
    const before = argv[at - 1] ?? '';
    return arg === '-' && before.startsWith('--') && kinds[before.slice(2)] === 'string' ? [] : [arg];
  });
}

type Raw = {
  readonly input: readonly string[];
  readonly flags: Record<string, unknown>;
  readonly error?: string;
};

function runMeow(argv: readonly string[], kinds: FlagKinds): Raw {
  try {
    const { input, unnormalizedFlags } = meow({
      importMeta: import.meta,
      // Passed so that meow does not search the disk for a package.json. The help texts are our own.
      pkg: { name: 'cotty' },
      description: false,
      help: false,
      autoHelp: false,
      autoVersion: false,
      argv,
      flags: Object.fromEntries(
        Object.entries(kinds).map(([name, kind]) => [
          name,
          kind === 'strings' ? { type: 'string', isMultiple: true } : { type: kind },
        ]),
      ),
    });
    return { input, flags: unnormalizedFlags };
  } catch (error) {
    // meow throws for a flag that is given twice.
    return { input: [], flags: {}, error: reasonOf(error) };
  }
}

function flagError(flags: Readonly<Record<string, unknown>>, kinds: FlagKinds): string | undefined {
  for (const [name, value] of Object.entries(flags)) {
    const kind = kindOf(kinds, name);
    if (kind === undefined)
      return `unknown option ${written(name)}${didYouMean(written(name), Object.keys(kinds).map(written))}`;
    const values = kind === 'strings' && Array.isArray(value) ? value : [value];
    if (kind !== 'boolean' && values.includes('')) return `${written(name)} needs a value`;
  }
  return undefined;
}

/** meow leaves out a flag for several values that is given without one. */
function missingValue(
  argv: readonly string[],
  flags: Readonly<Record<string, unknown>>,
  kinds: FlagKinds,
): string | undefined {
  const lacking = Object.entries(kinds).find(([name, kind]) => {
    if (kind !== 'strings') return false;
    const given = argv.filter((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
    const { [name]: values } = flags;
    return given.length > (Array.isArray(values) ? values.length : 0);
  });
  return lacking === undefined ? undefined : `--${lacking[0]} needs a value`;
}

function inputError(input: readonly string[], spec: ArgSpec<FlagKinds>) {
  const { positionals = [], required = 0, many = false } = spec;
  const extra = many ? undefined : input[positionals.length];
  if (extra !== undefined) return `unexpected argument "${extra}"`;
  return input.length < required ? `${positionals[input.length]} is missing` : undefined;
}

function typedFlags<F extends FlagKinds>(values: Readonly<Record<string, unknown>>, kinds: F): FlagValues<F> {
  const typed: Record<string, boolean | string | readonly unknown[] | undefined> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const value = values[name];
    if (kind === 'boolean') typed[name] = value === true;
    else if (kind === 'strings') typed[name] = Array.isArray(value) ? value : [];
    else typed[name] = typeof value === 'string' ? value : undefined;
  }
  return typed as FlagValues<F>;
}
