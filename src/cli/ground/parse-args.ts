/** Arguments of one subcommand by meow, with every mistake as a sentence instead of an exit in the middle of things. */

import meow from 'meow';

type FlagKinds = Readonly<Record<string, 'boolean' | 'string'>>;

type FlagValues<F extends FlagKinds> = {
  readonly [K in keyof F]: F[K] extends 'boolean' ? boolean : string | undefined;
};

export type ArgSpec<F extends FlagKinds> = {
  readonly flags: F;
  /** Names of the positional arguments, for the error text; one more than these is an error. */
  readonly positionals?: readonly string[];
  /** How many of them must be there. */
  readonly required?: number;
  /** Whether there may be more like the last of them. */
  readonly many?: boolean;
  /** Whether `-- COMMAND…` is allowed. */
  readonly command?: boolean;
};

export type ParsedArgs<F extends FlagKinds> =
  | {
      readonly ok: true;
      readonly input: readonly string[];
      readonly flags: FlagValues<F>;
      /** What stood behind `--`. */
      readonly command: readonly string[];
    }
  | { readonly ok: false; readonly help: true }
  | { readonly ok: false; readonly help: false; readonly error: string };

export function parseArgs<F extends FlagKinds>(argv: readonly string[], spec: ArgSpec<F>): ParsedArgs<F> {
  // meow mixes what follows `--` with the rest, so it never sees it.
  const split = argv.indexOf('--');
  const own = split === -1 ? [...argv] : argv.slice(0, split);
  const command = split === -1 ? [] : argv.slice(split + 1);
  if (own.includes('--help') || own.includes('-h')) return { ok: false, help: true };

  const parsed = runMeow(withDashes(own, spec.flags), spec.flags);
  const error =
    parsed.error ??
    flagError(parsed.flags, spec.flags) ??
    inputError(parsed.input, spec) ??
    (split !== -1 && !spec.command ? 'nothing may follow "--" here' : undefined);
  if (error !== undefined) return { ok: false, help: false, error };
  return { ok: true, input: parsed.input, flags: typedFlags(parsed.flags, spec.flags), command };
}

/** meow takes a lone `-` for no value at all, though it is one: a pipe instead of a file. */
function withDashes(argv: readonly string[], kinds: FlagKinds): readonly string[] {
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
      // Given, so that meow does not search the disk for a package.json; the texts are ours.
      pkg: { name: 'cotty' },
      description: false,
      help: false,
      autoHelp: false,
      autoVersion: false,
      argv,
      flags: Object.fromEntries(Object.entries(kinds).map(([name, type]) => [name, { type }])),
    });
    return { input, flags: unnormalizedFlags };
  } catch (error) {
    // meow throws for a flag that is given twice.
    return { input: [], flags: {}, error: error instanceof Error ? error.message : String(error) };
  }
}

function flagError(flags: Readonly<Record<string, unknown>>, kinds: FlagKinds): string | undefined {
  for (const [name, value] of Object.entries(flags)) {
    const kind = kinds[name];
    const written = name.length === 1 ? `-${name}` : `--${name}`;
    if (kind === undefined) return `unknown option ${written}`;
    if (kind === 'string' && value === '') return `${written} needs a value`;
  }
  return undefined;
}

function inputError(input: readonly string[], spec: ArgSpec<FlagKinds>) {
  const { positionals = [], required = 0, many = false } = spec;
  const extra = many ? undefined : input[positionals.length];
  if (extra !== undefined) return `unexpected argument "${extra}"`;
  return input.length < required ? `${positionals[input.length]} is missing` : undefined;
}

function typedFlags<F extends FlagKinds>(values: Readonly<Record<string, unknown>>, kinds: F): FlagValues<F> {
  const typed: Record<string, boolean | string | undefined> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const value = values[name];
    if (kind === 'boolean') typed[name] = value === true;
    else typed[name] = typeof value === 'string' ? value : undefined;
  }
  return typed as FlagValues<F>;
}
