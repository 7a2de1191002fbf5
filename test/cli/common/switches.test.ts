/** Options of every subcommand, as its own code names them: no switch takes a word, and a slip is answered with what was meant. */

import { describe, expect, test, vi } from 'vitest';
import { type ArgSpec, type FlagKinds, parseArgs } from '../../../src/cli/common/parse-args.ts';
import { loaders, loadWindow } from '../../../src/cli/loaders.ts';
import { runCli } from '../../../src/cli/run.ts';
import { fakeIo } from '../../support/fake-io.ts';

const { seen } = vi.hoisted(() => ({ seen: [] as ArgSpec<FlagKinds>[] }));

vi.mock('../../../src/cli/common/parse-args.ts', async (original) => {
  const actual = await original<typeof import('../../../src/cli/common/parse-args.ts')>();
  return {
    ...actual,
    parseArgs: (argv: readonly string[], spec: ArgSpec<FlagKinds>) => {
      seen.push(spec);
      return actual.parseArgs(argv, spec);
    },
  };
});

/** Verbs with options of their own. */
const VERBS: { readonly [name: string]: readonly (readonly string[])[] } = {
  agent: [['explain'], ['report'], ['hook']],
  machine: [['add'], ['ls'], ['rm'], ['upgrade']],
};

/** What each subcommand passes to the parser. */
const specs: [name: string, spec: ArgSpec<FlagKinds>][] = [];
for (const [name, load] of [...Object.entries(loaders), ['cotty', loadWindow] as const]) {
  const { run } = await load();
  for (const verb of VERBS[name] ?? [[]]) {
    seen.length = 0;
    await run([...verb, '--help'], fakeIo().io);
    const [spec] = seen;
    if (spec !== undefined) specs.push([[name, ...verb].join(' '), spec]);
  }
}

const written = (name: string) => (name.length === 1 ? `-${name}` : `--${name}`);
const switchesOf = ({ flags }: ArgSpec<FlagKinds>) =>
  Object.keys(flags).filter((name) => flags[name] === 'boolean');

test('every subcommand is looked at', () => {
  expect([...new Set(specs.map(([name]) => name.split(' ')[0]))]).toEqual([...Object.keys(loaders), 'cotty']);
  expect(specs.flatMap(([, spec]) => switchesOf(spec)).length).toBeGreaterThan(40);
});

describe.each(specs)('%s', (_name, spec) => {
  const words = ['true', 'false', '0', '1', 'yes', 'no', 'on', 'y'];

  test('has no switch that takes the word behind it', () => {
    for (const name of switchesOf(spec)) {
      for (const word of words) {
        const { flags, ...rest } = spec;
        const parsed = parseArgs([written(name), word], { flags, ...rest, many: true, required: 0 });
        const { many: _, ...strict } = spec;
        const taken = parseArgs([written(name), word], { ...strict, positionals: [], required: 0 });
        expect(taken, `${written(name)} ${word}`).toMatchObject({
          ok: false,
          error: `unexpected argument "${word}"`,
        });
        expect(parsed, `${written(name)} ${word}`).toMatchObject({
          ok: true,
          input: [word],
          flags: { [name]: true },
        });
      }
      expect(parseArgs([`${written(name)}=maybe`], spec)).toMatchObject({
        error: `${written(name)} takes no value (it has "maybe")`,
      });
      if (name.length === 1)
        expect(parseArgs([`-${name}5`], spec)).toMatchObject({
          error: `-${name} takes no value (it has "5")`,
        });
    }
  });

  test('asks whether a known option was meant', () => {
    for (const name of Object.keys(spec.flags).filter(({ length }) => length > 3)) {
      const slip = `--${name.slice(0, -2)}${name.at(-1)}${name.at(-2)}`;
      if (slip === written(name) || Object.hasOwn(spec.flags, slip.slice(2))) continue;
      const parsed = parseArgs([slip], { ...spec, required: 0 });
      expect(parsed, slip).toMatchObject({
        error: expect.stringMatching(/^unknown option --\S+; did you mean --/),
      });
    }
  });
});

describe('a subcommand with a slip', () => {
  test.each(Object.keys(loaders).filter((name) => name.length > 3 && name.at(-1) !== name.at(-2)))(
    '%s is named',
    async (name) => {
      const slip = `${name.slice(0, -2)}${name.at(-1)}${name.at(-2)}`;
      const { io, err } = fakeIo();
      expect(await runCli([slip], io)).toBe(2);
      expect(err()).toContain('; did you mean `cotty ');
    },
  );

  test.each([
    [['host', 'stpo'], 'stop'],
    [['web', 'lniks'], 'links'],
    [['config', 'bnid'], 'bind'],
  ])('%j has its verb named', async (argv, verb) => {
    const { io, err } = fakeIo();
    expect(await runCli(argv, io)).toBe(2);
    expect(err()).toContain(`; did you mean ${verb}?`);
  });

  test('of no likeness is not guessed at', async () => {
    const { io, err } = fakeIo();
    expect(await runCli(['constructor'], io)).toBe(2);
    expect(err()).toBe('cotty: unknown subcommand "constructor"\nSee: cotty --help\n');
  });
});
