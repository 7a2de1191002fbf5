/** Reads the arguments of `cotty` and `cotty host`. To start faster, the parser is not loaded if all arguments are switches. */

import type { ArgSpec, FlagKinds, FlagValues, ParsedArgs } from './parse-args.ts';

export async function readArgs<F extends FlagKinds>(
  argv: readonly string[],
  spec: ArgSpec<F>,
): Promise<ParsedArgs<F>> {
  const switches = readSwitches(argv, spec);
  if (switches !== undefined) return { ok: true, input: [], flags: switches, command: [] };
  const { parseArgs } = await import('./parse-args.ts');
  return parseArgs(argv, spec);
}

/** Returns the flags if each argument is a switch of its own, written as in `flags`; undefined leaves them to the parser. */
function readSwitches<F extends FlagKinds>(
  argv: readonly string[],
  { flags, required = 0 }: ArgSpec<F>,
): FlagValues<F> | undefined {
  const given = new Set(argv);
  const kinds = Object.entries(flags);
  const known = kinds.filter(([name, kind]) => kind === 'boolean' && given.has(`--${name}`));
  if (required > 0 || known.length < argv.length) return undefined;
  const values = kinds.map(([name, kind]) => [
    name,
    kind === 'boolean' ? given.has(`--${name}`) : kind === 'strings' ? [] : undefined,
  ]);
  return Object.fromEntries(values) as FlagValues<F>;
}
