import { describe, expect, test } from 'vitest';
import { parseArgs } from '../../../src/cli/common/parse-args.ts';

const spec = {
  flags: { json: 'boolean', cwd: 'string' },
  positionals: ['NAME'],
  command: true,
} as const;

function errorOf(argv: readonly string[], own: Parameters<typeof parseArgs>[1] = spec): string | undefined {
  const parsed = parseArgs(argv, own);
  return parsed.ok || parsed.help ? undefined : parsed.error;
}

describe('parseArgs', () => {
  test('gives flags, positional arguments and the command behind --', () => {
    expect(
      parseArgs(['build', '--cwd', '/tmp', '--json', '--', 'npm', 'test', '--', '--json'], spec),
    ).toEqual({
      ok: true,
      input: ['build'],
      flags: { json: true, cwd: '/tmp' },
      command: ['npm', 'test', '--', '--json'],
    });
  });

  test('leaves out flags that were not given', () => {
    expect(parseArgs([], spec)).toEqual({
      ok: true,
      input: [],
      flags: { json: false, cwd: undefined },
      command: [],
    });
  });

  test('keeps a name that looks like a number as it was written', () => {
    expect(parseArgs(['007'], spec)).toMatchObject({ input: ['007'] });
  });

  test.each([[['--help']], [['build', '-h']]])('takes %j as a question for help', (argv) => {
    expect(parseArgs(argv, spec)).toEqual({ ok: false, help: true });
  });

  test('does not take --help behind -- as a question', () => {
    expect(parseArgs(['--', 'ls', '--help'], spec)).toMatchObject({ ok: true, command: ['ls', '--help'] });
  });

  test('names the option it does not know', () => {
    expect(errorOf(['--colour'])).toBe('unknown option --colour');
    expect(errorOf(['-x'])).toBe('unknown option -x');
  });

  test('names the argument that is too much', () => {
    expect(errorOf(['build', 'npm'])).toBe('unexpected argument "npm"');
  });

  test('names the argument that is missing', () => {
    expect(errorOf([], { ...spec, required: 1 })).toBe('NAME is missing');
  });

  test('wants a value where a flag has one', () => {
    expect(errorOf(['--cwd'])).toBe('--cwd needs a value');
  });

  test('refuses a flag given twice', () => {
    expect(errorOf(['--cwd', 'a', '--cwd', 'b'])).toMatch(/--cwd/);
  });

  test('refuses a command where there can be none', () => {
    expect(errorOf(['--', 'ls'], { flags: {} })).toBe('this subcommand takes no command after "--"');
  });
});
