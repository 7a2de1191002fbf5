/** `--on` and `--all`: several machines are asked at once, and those that do not answer are named. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameFarHost } from '../support/far-host.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
/** The folders of the host that is the machine `box`. */
let far: Record<string, string>;
const GONE = 'cotty: gone did not answer: its command ended with exit code 1\n';

beforeAll(async () => {
  sandbox = new Sandbox();
  far = nameFarHost(sandbox, 'gone = exec:false host --stdio\n');
  expect(await sandbox.run(['new', 'build', '--detached'], far)).toMatchObject({ code: 0 });
});

afterAll(async () => {
  await sandbox.run(['host', 'stop', '--yes'], far);
  await sandbox.close();
});

test('a machine is asked without the own host, and its terminals have its name', async () => {
  const ran = await sandbox.run(['run', 'box:build', '--on', 'box', '--', 'echo far; (exit 3)']);
  expect(ran).toMatchObject({ code: 3, stdout: 'far\n', stderr: '' });
  const [listed] = JSON.parse((await sandbox.run(['ls', '--on', 'box', '--json'])).stdout);
  expect(listed).toMatchObject({ name: 'box:build', machine: 'box' });
  const own = await sandbox.run(['ls', '--all']);
  expect(own).toMatchObject({ code: 0, stdout: expect.stringMatching(/^NAME.*\nbox:build +idle .*\n$/) });
  expect(own.stderr).toContain('cotty: this machine did not answer: no host is running');
  expect(own.stderr).toContain(GONE);
});

test('all machines run a command together, and the history has it of each', async () => {
  expect(await sandbox.run(['new', 'build', '--detached'])).toMatchObject({ code: 0 });
  const ran = await sandbox.run(['run', '--each', 'build,box:build', '--on', 'all', '--', 'echo each']);
  expect(ran.code).toBe(0);
  expect(ran.stdout.split('\n').toSorted()).toEqual(['', 'box:build | each', 'build     | each']);
  expect(ran.stderr.startsWith(GONE)).toBe(true);
  // Names of machines say by themselves which hosts are meant.
  const named = await sandbox.run(['run', '--each', 'build,box:build', '--', 'echo each']);
  expect(named).toMatchObject({ code: 0, stderr: expect.not.stringContaining('gone') });
  expect(named.stdout.split('\n').toSorted()).toEqual(['', 'box:build | each', 'build     | each']);
  expect(await sandbox.run(['read', 'box:build'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('each\n'),
  });
  const history = await sandbox.run(['history', '--on', 'all', '--json', '--limit', '2']);
  const found = history.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(found.map(({ terminal, cmd }) => `${terminal} ${cmd}`).toSorted()).toEqual([
    'box:build echo each',
    'build echo each',
  ]);
  expect(history).toMatchObject({ code: 0, stderr: GONE });
});

test('the first command that ends on any machine ends a wait for all of them', async () => {
  const waiting = sandbox.run([
    'wait',
    '--on',
    'all',
    '--matches',
    'over there',
    '--timeout',
    '60',
    '--json',
  ]);
  await expect
    .poll(
      async () => {
        await sandbox.run(['run', 'build', '--', 'echo over there'], far);
        return Promise.race([waiting, undefined]);
      },
      { timeout: 60_000 },
    )
    .toMatchObject({ code: 0 });
  expect(JSON.parse((await waiting).stdout)).toMatchObject({
    terminal: 'box:build',
    machine: 'box',
    exit: 0,
  });
});

test('where nobody answers, or the flag is wrong, the exit code says so', async () => {
  expect(await sandbox.run(['ls', '--on', 'gone'])).toEqual({ code: 4, stdout: '', stderr: GONE });
  const unknown = await sandbox.run(['ls', '--on', 'box,nowhere']);
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toContain('there is no machine "nowhere"; known are box, gone');
  expect(await sandbox.run(['ls', '--on', 'box', '--connect', 'unix:/x'])).toMatchObject({
    code: 2,
    stderr: 'cotty: use only one of --on and --connect\n',
  });
});

test('panes of the own window take terminals of a machine by their names, and show them so', async () => {
  const set = await sandbox.run(['layout', 'set', 'beside', 'build', 'box:build']);
  expect(set).toEqual({ code: 0, stdout: '', stderr: '' });
  const printed = JSON.parse((await sandbox.run(['layout', 'box:build'])).stdout);
  expect(printed).toMatchObject([{ tree: { kind: 'row', children: ['build', 'box:build'] } }]);
  // They are kept here, also where all of them are elsewhere.
  expect(await sandbox.run(['new', 'second', '--detached'], far)).toMatchObject({ code: 0 });
  expect(await sandbox.run(['layout', 'set', 'below', 'box:build', 'box:second'])).toMatchObject({ code: 0 });
  expect(JSON.parse((await sandbox.run(['layout', '--on', 'all'])).stdout)).toMatchObject([
    { tree: { kind: 'column', children: ['box:build', 'box:second'] } },
  ]);
  expect(JSON.parse((await sandbox.run(['layout'], far)).stdout)).toEqual([]);
});

test('the host is named before the subcommand as well as behind it', async () => {
  const behind = await sandbox.run(['ls', '--json', '--connect', 'box']);
  expect(behind).toMatchObject({ code: 0, stdout: expect.stringContaining('"build"') });
  expect(await sandbox.run(['--connect', 'box', 'ls', '--json'])).toEqual(behind);
  expect(await sandbox.run(['--connect=box', 'run', 'build', '--', 'echo --connect'])).toMatchObject({
    code: 0,
    stdout: '--connect\n',
  });
});

test('names that are given at once are all kept', async () => {
  const names = Array.from({ length: 8 }, (_, at) => `m${at}`);
  const file = names.map((name) => `${name} = exec:false ${name}\n`).join('');
  sandbox.write('.config/cotty/machines', file);
  const renamed = await Promise.all(
    names.map((name) => sandbox.run(['machine', 'rename', name, `${name}-new`])),
  );
  expect(renamed.map(({ code }) => code)).toEqual(names.map(() => 0));
  const ls = JSON.parse((await sandbox.run(['machine', 'ls', '--json'])).stdout);
  expect(ls.map(({ name }: { name: string }) => name)).toEqual(names.map((name) => `${name}-new`));
});
