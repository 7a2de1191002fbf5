import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hostOf, killHost } from '../support/kill-host.ts';
import { McpAgent } from '../support/mcp-agent.ts';
import { Sandbox } from '../support/sandbox.ts';
import { Script } from '../support/script.ts';
import { Tap } from '../support/tap.ts';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.clear());
afterAll(() => sandbox.close());

const agent = () => McpAgent.open(sandbox, 'x', ['--handle', 'ada']);

/** A script that waits, once it has begun to: it says nothing then. */
async function waiting(...args: string[]): Promise<Script> {
  const tap = await Tap.open(sandbox);
  const script = new Script(sandbox, ['wait', ...args, '--connect', tap.url]);
  await tap.said('"records":');
  void script.ended.then(() => tap.close());
  return script;
}

const terminals = (...names: string[]) => sandbox.openTerminals(...names);

const each = (...args: string[]) => sandbox.run(['run', '--each', ...args]);

/** A command that waits for a file. */
const UNTIL = (file: string, code = 0) =>
  `echo begun; until [ -e ${file} ]; do sleep 0.1; done; sh -c 'exit ${code}'`;

async function lastOf(name: string) {
  const { stdout } = await sandbox.run(['read', name, '--json']);
  return JSON.parse(stdout);
}

/** The rows of the table without the heading, cell by cell. */
const rowsOf = (table: string) =>
  table
    .slice(table.indexOf('TERMINAL'))
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/));

describe('cotty run --each', () => {
  test('prints the lines of each behind its name, a table, and ends with the highest exit code', async () => {
    await terminals('build', 'test', 'w,b');
    const { code, stdout, stderr } = await each(
      'build,TEST',
      '--each',
      'build,nope,te*',
      '--',
      'n=$((++n)); printf "\\033[31mred\\n"; echo two; sh -c "exit $((n + 4))"',
    );
    expect(stdout.split('\n').sort()).toEqual([
      '',
      'build | red',
      'build | two',
      'test  | red',
      'test  | two',
    ]);
    expect(code).toBe(5);
    expect(stderr).toContain('cotty: there is no terminal "nope"');
    expect(rowsOf(stderr)).toEqual([
      ['build', 'exit 5', expect.stringMatching(/^\d+\.\ds$/), '2'],
      ['test', 'exit 5', expect.stringMatching(/^\d+\.\ds$/), '2'],
      ['nope', 'not run', '-', '-', expect.stringContaining('there is no terminal "nope"')],
    ]);
    expect(await each('build,test', '--', 'true')).toMatchObject({ code: 0, stdout: '' });
    expect(await each('nope,nix', '--', 'true')).toMatchObject({ code: 3, stdout: '' });
    expect(await each('build', 'test', '--', 'true')).toMatchObject({ code: 2 });
    expect(await each('build', '--any', '--all', '--', 'true')).toMatchObject({ code: 2 });
    expect(await sandbox.run(['run', 'build', '--any', '--', 'true'])).toMatchObject({ code: 2 });
  });

  test('tells of a busy, a held and a hanging one by name, and runs in the others', async () => {
    await terminals('fine', 'busy', 'hangs');
    const ada = await agent();
    await ada.ok('term_spawn', { name: 'held' });
    await ada.ok('term_run', { name: 'held', cmd: 'sleep 1000', wait: false });
    // Until the program runs, Ctrl+C goes to the shell.
    const busy = new Script(sandbox, ['run', 'busy', '--', "sh -c 'echo begun; exec sleep 1000'"]);
    await busy.said('begun');
    await sandbox.run(['run', 'hangs', '--', 'hang=1']);
    const { code, stdout, stderr } = await sandbox.run([
      ...['run', '--each', 'fine,busy,held,hangs', '--timeout', '3'],
      ...['--json', '--', 'echo "here $hang"; if [ "$hang" ]; then sleep 1000; fi'],
    ]);
    expect(code).toBe(125);
    const { terminals: rows, ...whole } = JSON.parse(stdout);
    expect(whole).toEqual({ until: 'all', exit: 125 });
    expect(rows).toMatchObject([
      { terminal: 'fine', state: 'ended', exit: 0, lines: 1, note: null, record: { stdout: 'here \n' } },
      {
        terminal: 'busy',
        state: 'not-run',
        exit: null,
        note: expect.stringContaining("busy: `sh -c 'echo begun"),
      },
      { terminal: 'held', state: 'not-run', exit: null, note: expect.stringContaining('ada') },
      {
        ...{ terminal: 'hangs', state: 'running', exit: null },
        note: 'the command did not end within 3 s and keeps running in "hangs"',
      },
    ]);
    expect(stderr).toContain("cotty: busy: busy: `sh -c 'echo begun");
    expect(stderr).toMatch(/cotty: held: .*ada/);
    busy.interrupt();
    expect(await busy.ended).toBe(130);
  });

  test.each([
    ['--all', 125],
    ['--any', 6],
  ])(
    'has a failing, a hanging and a held one in the table, and ends with %s with %d',
    async (until, exit) => {
      await terminals('hangs', 'fails');
      const ada = await agent();
      await ada.ok('term_spawn', { name: 'held' });
      await ada.ok('term_run', { name: 'held', cmd: 'sleep 1000', wait: false });
      await sandbox.run(['run', 'hangs', '--', 'hang=1']);
      const { code, stderr } = await each(
        ...['held,hangs,fails', until, '--timeout', '3'],
        ...['--', 'if [ "$hang" ]; then sleep 1000; fi; (exit 6)'],
      );
      expect(code, stderr).toBe(exit);
      const goes =
        until === '--any'
          ? 'the command keeps running in "hangs"'
          : 'the command did not end within 3 s and keeps running in "hangs"';
      expect(rowsOf(stderr)).toEqual([
        ['held', 'not run', '-', '-', 'agent ada holds this terminal'],
        ['hangs', 'running', expect.any(String), '0', goes],
        ['fails', 'exit 6', expect.any(String), '0'],
      ]);
    },
  );

  test('throws half a line that stands in the shell away, as without --each', async () => {
    await terminals('one', 'two', 'alone');
    for (const name of ['one', 'two', 'alone']) {
      expect(await sandbox.run(['send', name, 'echo half of'])).toMatchObject({ code: 0 });
      await expect
        .poll(async () => (await sandbox.run(['read', name, '--screen'])).stdout)
        .toContain('echo half of');
    }
    const { code, stdout, stderr } = await each('one,two', '--', 'echo whole; (exit 4)');
    expect(code, stderr).toBe(4);
    expect(stdout.split('\n').sort()).toEqual(['', 'one | whole', 'two | whole']);
    expect(await sandbox.run(['run', 'alone', '--', 'echo whole; (exit 4)'])).toEqual({
      ...{ code: 4, stdout: 'whole\n', stderr: '' },
    });
    for (const name of ['one', 'two', 'alone'])
      expect(await lastOf(name)).toMatchObject({ seq: 1, cmd: 'echo whole; (exit 4)' });
  });

  test('runs in a shell without integration, as without --each', async () => {
    await terminals('fine');
    const ada = await agent();
    await ada.ok('term_spawn', { name: 'plain', shell: 'sh' });
    const alone = await sandbox.run(['run', 'plain', '--', 'echo "ran in $0"']);
    expect(alone).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ran in \S*sh\n$/) });
    const { code, stdout, stderr } = await each('plain,fine', '--', 'echo ran; (exit 4)');
    expect(code, stderr).toBe(4);
    expect(stdout.split('\n').sort()).toEqual(['', 'fine  | ran', 'plain | ran']);
    expect(rowsOf(stderr).map(([name, chip, , lines]) => [name, chip, lines])).toEqual([
      ['plain', 'exit 4', '1'],
      ['fine', 'exit 4', '1'],
    ]);
  });

  test('tells of one that is closed in the middle, and waits for the others', async () => {
    await terminals('one', 'two');
    const script = new Script(sandbox, ['run', '--each', 'one,two', '--', UNTIL('go')]);
    await script.said('one | begun');
    await script.said('two | begun');
    expect(await sandbox.run(['kill', 'two'])).toMatchObject({ code: 0 });
    sandbox.write('go', '');
    expect(await script.ended).toBeGreaterThan(0);
    const [one, two = []] = rowsOf(script.stderr);
    expect(one?.slice(0, 2)).toEqual(['one', 'exit 0']);
    expect(two.slice(0, 1)).toEqual(['two']);
    expect(two.at(-1)).toMatch(/closed|ended/);
  });

  test('ends with --any when the first has ended, as that one, and says that the others go on', async () => {
    await terminals('one', 'two');
    await sandbox.run(['run', 'two', '--', 'second=1']);
    const script = new Script(sandbox, [
      ...['run', '--each', 'one,two', '--any', '--'],
      `if [ "$second" ]; then ${UNTIL('never')}; else ${UNTIL('go', 7)}; fi`,
    ]);
    await script.said('two | begun');
    await script.said('one | begun');
    sandbox.write('go', '');
    expect(await script.ended).toBe(7);
    expect(rowsOf(script.stderr)).toEqual([
      ['one', 'exit 7', expect.any(String), '1'],
      ['two', 'running', expect.any(String), expect.any(String), 'the command keeps running in "two"'],
    ]);
    expect(await lastOf('two')).toMatchObject({ finished_at: null });
    const all = await waiting('--each', 't*', '--all', '--json');
    sandbox.write('never', '');
    expect(await all.ended).toBe(0);
    expect(JSON.parse(all.stdout)).toMatchObject({
      ...{ until: 'all', exit: 0 },
      terminals: [{ terminal: 'two', state: 'ended', exit: 0, record: { seq: 2 } }],
    });
  });

  test('interrupts with Ctrl+C all that it has started, and only those; waits in turn with --queue', async () => {
    await terminals('one', 'two', 'other');
    const other = new Script(sandbox, ['run', 'other', '--', UNTIL('go', 3)]);
    await other.said('begun');
    const script = new Script(sandbox, [
      ...['run', '--each', 'one,two,other', '--queue', '--', "sh -c 'echo started; sleep 1000'"],
    ]);
    await script.said('one   | started');
    await script.said('two   | started');
    await script.said('the command waits its turn in "other"');
    script.interrupt();
    expect(await script.ended).toBe(130);
    expect(rowsOf(script.stderr)).toEqual([
      ['one', 'exit 130', expect.any(String), expect.any(String)],
      ['two', 'exit 130', expect.any(String), expect.any(String)],
      ['other', 'not run', '-', '-', 'the request was cancelled while it waited: the command did not run'],
    ]);
    sandbox.write('go', '');
    expect(await other.ended).toBe(3);
  });

  test('comes back by itself when the host is killed in the middle', async () => {
    await terminals('one', 'two');
    const script = new Script(sandbox, ['run', '--each', 'one,two', '--', UNTIL('go', 6)]);
    await script.said('one | begun');
    await script.said('two | begun');
    const killed = killHost(sandbox);
    // The next command starts a host, which has the terminals.
    const next = await agent();
    await next.ok('term_list');
    await expect.poll(() => hostOf(sandbox) ?? killed).not.toBe(killed);
    sandbox.write('go', '');
    expect([6, 123]).toContain(await script.ended);
    expect(rowsOf(script.stderr).map(([name]) => name)).toEqual(['one', 'two']);
  });

  test('runs in thirty terminals at once', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `w${n + 1}`);
    await terminals(...names);
    const { code, stdout, stderr } = await each('w*', '--', 'seq 3; (exit 9)');
    expect(code).toBe(9);
    const prefixes = names.map((name) => name.padEnd(3));
    expect(rowsOf(stderr).map(([name, chip, , lines]) => [name, chip, lines])).toEqual(
      names.map((name) => [name, 'exit 9', '3']),
    );
    expect(stdout.trimEnd().split('\n').sort(), stderr).toEqual(
      prefixes.flatMap((name) => [1, 2, 3].map((line) => `${name} | ${line}`)).sort(),
    );
    expect(stderr).not.toContain('Warning');
  });
});

describe('the other subcommands with --each', () => {
  test('type into several and read several, each under its name', async () => {
    await terminals('one', 'two');
    const sent = await sandbox.run(['send', '--each', 'one,nope,two', 'echo typed', 'Enter']);
    expect(sent).toMatchObject({ code: 3, stdout: '' });
    for (const name of ['one', 'two'])
      await expect.poll(async () => (await lastOf(name)).stdout).toBe('typed\n');
    const read = await sandbox.run(['read', '--each', 'one,two']);
    expect(read.stdout).toMatch(
      /^==> one <==\n#1 {2}exit 0 .* \$ echo typed\ntyped\n\n==> two <==\n#1 {2}exit 0 .*\ntyped\n$/,
    );
    const screens = await sandbox.run(['read', '--each', '*', '--screen', '--json']);
    expect(
      screens.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).terminal),
    ).toEqual(['one', 'two']);

    expect(await sandbox.run(['kill', 'two'])).toMatchObject({ code: 0 });
    const closed = await sandbox.run(['read', '--each', 'two,one,TWO,nix']);
    expect(closed).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/^==> two <==\n.*\ntyped\n\n==> one <==\n.*\ntyped\n$/),
      stderr: expect.stringMatching(
        /^cotty: "two" was closed; it can be read for \d+ min\ncotty: there is no terminal "nix"/,
      ),
    });
    expect(await sandbox.run(['send', '--each', 'two', 'x'])).toMatchObject({ code: 3 });
  });

  test('wait for several at the most for a time, and tell which still run and which are idle', async () => {
    await terminals('runs', 'idle', 'ends');
    const long = new Script(sandbox, ['run', 'runs', '--', UNTIL('never')]);
    await long.said('begun');
    const waited = await sandbox.run(['wait', '--each', 'runs,idle', '--timeout', '0.5']);
    expect(waited.code).toBe(124);
    expect(rowsOf(waited.stdout)).toEqual([
      ['runs', 'running', expect.any(String), '-', 'no command ended within 0.5 s'],
      ['idle', 'idle', '-', '-', 'no command ended within 0.5 s'],
    ]);
    const any = new Script(sandbox, ['wait', '--each', 'runs,ends', '--any']);
    const closing = await waiting('--each', 'idle', '--json');
    // It says nothing when it begins to wait.
    do await sandbox.run(['run', 'ends', '--', '(exit 4)']);
    while (any.stdout === '');
    expect(await any.ended).toBe(4);
    expect(rowsOf(any.stdout)[1]).toEqual(['ends', 'exit 4', expect.any(String), '0']);
    await sandbox.run(['kill', 'idle']);
    expect(await closing.ended).toBe(123);
    await sandbox.run(['send', 'ends', 'exit', 'Enter']);
    await expect.poll(async () => (await sandbox.run(['ls'])).stdout).toMatch(/^ends +exited/m);
    const late = await sandbox.run(['wait', '--each', 'ends']);
    expect(late.code).toBe(123);
    expect(rowsOf(late.stdout)).toEqual([
      ['ends', 'lost', '-', '-', 'nothing to wait for: the terminal has ended'],
    ]);
    expect(await sandbox.run(['wait', 'ends'])).toMatchObject({
      code: 123,
      stderr: 'cotty: nothing to wait for: the terminal has ended\n',
    });
    sandbox.write('never', '');
    await long.ended;
  });
});
