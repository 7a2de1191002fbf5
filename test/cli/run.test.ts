import { describe, expect, test } from 'vitest';
import { EVERYDAY } from '../../src/cli/common/everyday-help.ts';
import { readVersion } from '../../src/cli/common/installation.ts';
import { isSubcommand, subcommands, windowText } from '../../src/cli/common/subcommands.ts';
import { loaders } from '../../src/cli/loaders.ts';
import { runCli } from '../../src/cli/run.ts';
import { fakeIo } from '../support/fake-io.ts';

describe('cotty', () => {
  test('prints its version', async () => {
    const { io, out } = fakeIo();
    expect(await runCli(['--version'], io)).toBe(0);
    expect(out()).toBe(`${readVersion()}\n`);
    expect(out()).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('prints as JSON what a report of a defect needs', async () => {
    const { io, out } = fakeIo();
    expect(await runCli(['--version', '--json'], io)).toBe(0);
    expect(JSON.parse(out())).toEqual({
      version: readVersion(),
      commit: expect.stringMatching(/^(unknown|[0-9a-f]{40}(-dirty)?)$/),
      node: process.versions.node,
      platform: `${process.platform} ${process.arch}`,
    });
    const { io: wrong, err } = fakeIo();
    expect(await runCli(['--version', '--jsno'], wrong)).toBe(2);
    expect(err()).toBe('cotty: unexpected argument "--jsno"\nUsage: cotty --version [--json]\n');
  });

  test('lists every subcommand and every exit code in its help', async () => {
    const { io, out } = fakeIo();
    expect(await runCli(['help', 'all'], io)).toBe(0);
    const forms = Object.values(subcommands).flatMap(({ usage }) => usage.split('\n'));
    for (const form of forms) expect(out()).toContain(`  ${form}\n`);
    expect(out()).toMatch(/Exit codes:\n {2}0 .*\n( {2}1 .*\n)+( {2}2 .*\n)+ {2}3 .*\n {2}4 /);
    for (const line of out().split('\n')) expect(line.length).toBeLessThanOrEqual(110);
  });

  test.each([[['--help']], [['-h']], [['help']]])(
    '%j prints what is used every day, on one screen',
    async (args) => {
      const { io, out } = fakeIo();
      expect(await runCli(args, io)).toBe(0);
      const lines = out().trimEnd().split('\n');
      // A row stays for the prompt.
      expect(lines.length).toBeLessThan(24);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
    },
  );

  test.each(EVERYDAY.flatMap(([, examples]) => examples.map(([example]) => example)))(
    'has the example %s right',
    (example) => {
      const [own = ''] = example.split(' -- ');
      const [, name = '', ...rest] = own.split(' ');
      const { usage } = isSubcommand(name) ? subcommands[name] : windowText;
      expect(usage).toContain(`cotty ${isSubcommand(name) ? name : '['}`);
      for (const option of rest.filter((word) => word.startsWith('-'))) expect(usage).toContain(option);
    },
  );

  test('prints the help of a subcommand by its name, and says what it does not know', async () => {
    const { io, out } = fakeIo();
    expect(await runCli(['help', 'wait'], io)).toBe(0);
    expect(out()).toMatch(/^Usage: cotty wait /);
    const wrong = fakeIo();
    expect(await runCli(['help', 'wiat'], wrong.io)).toBe(2);
    expect(wrong.err()).toBe(
      'cotty: unknown subcommand "wiat"; did you mean `cotty wait`?\nUsage: cotty help [all | SUBCOMMAND]\n',
    );
  });

  test('names a subcommand it does not know, and the one that was probably meant', async () => {
    const { io, err } = fakeIo();
    expect(await runCli(['list'], io)).toBe(2);
    expect(err()).toBe('cotty: unknown subcommand "list"; did you mean `cotty ls`?\nSee: cotty --help\n');
  });

  test.each(Object.keys(loaders))('prints help for %s without doing anything', async (name) => {
    const { io, out, err } = fakeIo();
    expect(await runCli([name, '--help'], io)).toBe(0);
    expect(out()).toMatch(/^Usage: cotty /);
    expect(err()).toBe('');
  });

  test('says in the help of a subcommand what the words of its usage mean', async () => {
    const { io, out } = fakeIo();
    await runCli(['run', '--help'], io);
    expect(out()).toMatch(/^ {2}S {2,}seconds, or a number with a unit/m);
    expect(out()).toMatch(/^ {2}--plain, --raw {2}without escape sequences/m);
    expect(out()).toMatch(/^ {2}124 {2}the command did not end within --timeout/m);
    expect(out()).not.toMatch(/^ {2}--raw /m);
    expect(out()).not.toMatch(/^ {2}T /m);
  });

  test.each([...Object.keys(loaders).map((name) => [name]), []])(
    'refuses an unknown option with the usage: %s',
    async (...argv) => {
      const { io, err } = fakeIo();
      expect(await runCli([...argv, '--nonsense'], io)).toBe(2);
      expect(err()).toMatch(/^cotty: unknown option --nonsense\nUsage: cotty/);
    },
  );

  test('needs a terminal to draw in', async () => {
    const { io, err } = fakeIo();
    expect(await runCli([], io)).toBe(2);
    expect(err()).toMatch(/^cotty: cotty draws a window, so its input and output must be a terminal/);
  });

  test('does not open a window inside itself, and says how to go on', async () => {
    const { io, err } = fakeIo({ tty: true, env: { COTTY_TERMINAL: 'ahp-terminal:/x' } });
    expect(await runCli(['attach', 'x'], io)).toBe(2);
    expect(err()).toContain('cotty new [NAME]');
    expect(err()).toContain('cotty attach --nest');
  });

  test.each([
    [['--ephemeral', '--raw-log'], '--raw-log records what terminals print, --ephemeral records nothing'],
    [['host', '--raw-log', '--ephemeral'], '--raw-log records what terminals print'],
    [['--embed', '--raw-log'], '--embed records nothing'],
  ])('refuses a raw log where nothing is recorded: %s', async (argv, error) => {
    const { io, err } = fakeIo({ tty: true });
    expect(await runCli(argv, io)).toBe(2);
    expect(err()).toContain(error);
  });

  test('refuses two hosts at once', async () => {
    const { io, err } = fakeIo({ tty: true });
    expect(await runCli(['--embed', '--connect', 'ws://x'], io)).toBe(2);
    expect(err()).toContain('use only one of them');
  });

  test('says what an address may look like', async () => {
    const { io, err } = fakeIo();
    expect(await runCli(['ls', '--connect', 'localhost:8080'], io)).toBe(2);
    expect(err()).toContain('"localhost:8080" is not the address of a host');
  });
});
