import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseArgs } from '../../../src/cli/common/parse-args.ts';
import { readArgs } from '../../../src/cli/common/read-args.ts';

const flags = { json: 'boolean', background: 'boolean', rawLog: 'boolean', cwd: 'string' } as const;
const words = [
  '--json',
  '--background',
  '--raw-log',
  '--no-json',
  '--json=false',
  '--cwd',
  '--nonsense',
  '-j',
];
const more = ['--help', '--', '-', 'build', '--toString', '--constructor'];

describe('readArgs', () => {
  test('reads whatever is given as the parser does', async () => {
    const argv = fc.array(fc.constantFrom(...words, ...more), { maxLength: 4 });
    const spec = fc.record({
      flags: fc.constant(flags),
      positionals: fc.constantFrom([], ['NAME']),
      required: fc.constantFrom(0, 1),
      command: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(argv, spec, async (given, how) => {
        const { required, ...rest } = how;
        const asked = { ...rest, required: Math.min(required, rest.positionals.length) };
        expect(await readArgs(given, asked)).toEqual(parseArgs(given, asked));
      }),
      { numRuns: 500 },
    );
  });

  test('reads switches alone', async () => {
    expect(await readArgs(['--background', '--json'], { flags })).toEqual({
      ok: true,
      input: [],
      flags: { background: true, json: true, rawLog: false, cwd: undefined },
      command: [],
    });
  });
});
