import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CommandRecord } from '../../src/protocol/cotty/command-record.ts';
import { type BackgroundHost, startBackgroundHost } from '../support/background-host.ts';
import { openWindow } from '../support/face.ts';
import { describeWith } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';
import { Script } from '../support/script.ts';
import { Tap } from '../support/tap.ts';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.clear());
afterAll(() => sandbox.close());

const terminal = (name = 'build') => sandbox.openTerminals(name);

/** The first record of a command that is still to end, once it has. */
async function ended(name: string, seq: number): Promise<CommandRecord> {
  for (;;) {
    const [record] = await sandbox.records(name, '--seq', String(seq));
    if (record !== undefined && record.finished_at !== null) return record;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A host that the test can kill, in the place of that of the tests before. */
async function ownHost(): Promise<BackgroundHost> {
  await sandbox.run(['host', 'stop', '--yes']);
  return await startBackgroundHost(sandbox);
}

/** In the only terminal. */
async function running(): Promise<void> {
  const state = async () => JSON.parse((await sandbox.run(['ls', '--json'])).stdout)[0].state;
  await expect.poll(state).toBe('running');
}

/** Fails, so that all are told of it. */
const PROBE = 'echo anybody; false';

/** Which of the words stand in a file of that folder. */
function wordsIn(folder: string, words: readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
  return words.filter((word) => texts.some((text) => text.includes(word)));
}

/** They say nothing when they begin to watch: commands are run until all have told of one. */
async function watched(scripts: readonly Script[]): Promise<void> {
  do await sandbox.runIn('one', PROBE);
  while (!scripts.every(({ stdout }) => stdout.includes('anybody')));
}

describe('cotty run', () => {
  test('has all of the output of a program that ends at once, and nothing of its neighbours', async () => {
    await terminal();
    for (let round = 0; round < 5; round += 1) {
      const { stdout } = await sandbox.runIn('build', `head -c 65536 /dev/zero | tr '\\0' ${round}`);
      expect(stdout).toBe(String(round).repeat(65_536));
    }
    const long = new Script(sandbox, ['run', 'build', '--', 'seq 200000']);
    expect(await long.ended).toBe(0);
    const numbers = Array.from({ length: 200_000 }, (_, n) => n + 1);
    expect(long.stdout === `${numbers.join('\n')}\n`).toBe(true);
  });

  test('streams', async () => {
    await terminal();
    const script = new Script(sandbox, [
      'run',
      'build',
      '--',
      'echo begun; until [ -e go ]; do sleep 0.1; done; echo over',
    ]);
    await script.said('begun\n');
    expect(script.stdout).toBe('begun\n');
    sandbox.write('go', '');
    expect(await script.ended).toBe(0);
    expect(script.stdout).toBe('begun\nover\n');
  });

  test('says when it is refused: busy, unknown, nothing to run', async () => {
    await terminal();
    const first = new Script(sandbox, [
      'run',
      'build',
      '--',
      'echo begun; until [ -e go ]; do sleep 0.1; done',
    ]);
    await first.said('begun');
    const second = await sandbox.runIn('build', 'echo no');
    expect(second).toMatchObject({ code: 125, stdout: '' });
    expect(second.stderr).toContain('until [ -e go ]');
    expect(await sandbox.runIn('nope', 'true')).toMatchObject({ code: 3 });
    expect(await sandbox.run(['run', 'build'])).toMatchObject({ code: 2 });
    sandbox.write('go', '');
    expect(await first.ended).toBe(0);
  });

  test('at its timeout leaves the command running; wait tells of its end', async () => {
    await terminal();
    const late = await sandbox.run([
      'run',
      'build',
      '--timeout',
      '0.3',
      '--',
      'until [ -e go ]; do sleep 0.1; done; (exit 6)',
    ]);
    expect(late).toMatchObject({ code: 124, stdout: '' });
    expect(late.stderr).toContain('keeps running in "build"');
    const tap = await Tap.open(sandbox);
    const waiting = new Script(sandbox, ['wait', 'build', '--json', '--connect', tap.url]);
    await tap.said('"records":');
    expect(await sandbox.run(['wait', 'build', '--timeout', '0.3'])).toMatchObject({ code: 124, stdout: '' });
    sandbox.write('go', '');
    expect(await waiting.ended).toBe(6);
    expect(JSON.parse(waiting.stdout)).toMatchObject({ terminal: 'build', exit: 6, timed_out: true });
    tap.close();
  });

  test('hands Ctrl+C to the command and waits for its end; a second one leaves it alone', async () => {
    await terminal();
    // By then it is the program's Ctrl+C, and no longer the shell's.
    const ending = new Script(sandbox, ['run', 'build', '--', "sh -c 'echo begun; exec sleep 1000'"]);
    await ending.said('begun');
    ending.interrupt();
    expect(await ending.ended).toBe(130);

    const stubborn = "trap 'echo heard' INT; echo begun; until [ -e go ]; do sleep 0.1; done";
    const leaving = new Script(sandbox, ['run', 'build', '--', `bash -c ${JSON.stringify(stubborn)}`]);
    await leaving.said('begun');
    leaving.interrupt();
    await leaving.said('heard');
    leaving.interrupt();
    expect(await leaving.ended).toBe(130);
    expect(leaving.stderr).toContain('the command keeps running in "build"');
    expect((await sandbox.records('build'))[0]).toMatchObject({ seq: 2, finished_at: null });
    sandbox.write('go', '');
    expect(await ended('build', 2)).toMatchObject({ exit: 0 });
  });

  test('interrupts the command when nobody reads its output any more', async () => {
    await terminal();
    const script = new Script(sandbox, ['run', 'build', '--', 'yes']);
    await script.said('y\n');
    script.child.stdout.destroy();
    expect(await script.ended).toBe(141);
    expect(await ended('build', 1)).toMatchObject({ cmd: 'yes', exit: 130 });
  });

  test('gives the whole record with --json', async () => {
    await terminal();
    const { code, stdout } = await sandbox.run([
      'run',
      'build',
      '--json',
      '--',
      "printf '\\033[31mred\\n'; false",
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      terminal: 'build',
      seq: 1,
      exit: 1,
      stdout: 'red\n',
      stderr: '',
    });
  });

  test('says that the command was cut off when its host dies, and the next host has the record', async () => {
    const host = await ownHost();
    await terminal();
    const script = new Script(sandbox, ['run', 'build', '--', 'echo begun; sleep 1000']);
    await script.said('begun\n');
    // What it prints may be quicker than the disk.
    await expect.poll(async () => (await sandbox.run(['history', '--json'])).stdout).toContain('echo begun');
    await host.kill();
    const next = await startBackgroundHost(sandbox);
    expect(await script.ended).toBe(123);
    expect(script.stderr).toContain('the host ended, and the command with it');
    expect((await sandbox.records('build'))[0]).toMatchObject({ killed_by_restart: true, exit: null });
    next.client.close();
  });

  test('shows in an open window as a block of the person, live', async () => {
    const window = await openWindow(sandbox);
    const [{ name } = { name: '' }] = JSON.parse((await sandbox.run(['ls', '--json'])).stdout);
    const script = new Script(sandbox, [
      'run',
      name,
      '--',
      'echo from-a-script; until [ -e go ]; do sleep 0.1; done',
    ]);
    await script.said('from-a-script');
    await window.waitForText(/^\s*from-a-script/m);
    sandbox.write('go', '');
    expect(await script.ended).toBe(0);
    await window.waitForText('✓ ');
  });
});

describe.each(['bash', 'zsh', 'fish'] as const)('a script on stdin of cotty run', (shell) => {
  describeWith(shell, `in ${shell}`, () => {
    test('is one command, its output without the marks of the shell', async () => {
      await sandbox.openShell(shell, 'build');
      const text =
        shell === 'fish'
          ? 'for i in 1 2\n  echo "line $i"\nend\nprintf end\nfalse\n'
          : 'for i in 1 2; do\n  echo "line $i"\ndone\nprintf end\nfalse\n';
      const script = new Script(sandbox, ['run', 'build', '-'], text);
      expect(await script.ended).toBe(1);
      expect(script.stdout).toBe('line 1\nline 2\nend');
      expect(await sandbox.records('build')).toMatchObject([{ seq: 1, cmd: text.trimEnd(), exit: 1 }]);
    });
  });
});

describe('cotty send, wait, watch and forget', () => {
  test('send types text and keys into the program that runs', async () => {
    await terminal();
    const script = new Script(sandbox, ['run', 'build', '--', 'read -r line; echo "got <$line>"']);
    await running();
    expect(await sandbox.run(['send', 'build', '-l', 'Enter is text'])).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(await sandbox.run(['send', 'build', ' now', 'Enter'])).toMatchObject({ code: 0 });
    expect(await script.ended).toBe(0);
    expect(script.stdout).toContain('got <Enter is text now>');
    // By then it is the program's Ctrl+C, and no longer the shell's.
    await sandbox.run(['send', 'build', 'sh -c "touch up; exec sleep 1000"', 'Enter']);
    await expect.poll(() => existsSync(join(sandbox.home, 'up'))).toBe(true);
    const tap = await Tap.open(sandbox);
    const waiting = new Script(sandbox, ['wait', 'build', '--connect', tap.url]);
    await tap.said('"records":');
    await sandbox.run(['send', 'build', 'C-c']);
    expect(await waiting.ended).toBe(130);
    expect(waiting.stdout).toMatch(
      /^from term:build · \S+\n\$ sh -c "touch up; exec sleep 1000" · run by user:\S+\nexit 130 · /,
    );
    tap.close();
  });

  test('watch tells each end once, of all terminals, over the death of a host', async () => {
    const host = await ownHost();
    await terminal('one');
    await sandbox.runIn('one', 'echo before');
    const watching = new Script(sandbox, ['watch', '--json']);
    const failures = new Script(sandbox, ['watch', 'one', '--failed', '--json']);
    await watched([watching, failures]);
    await sandbox.runIn('one', 'echo seen; false');
    await watching.said('echo seen');
    await terminal('two');
    await sandbox.runIn('two', 'true');
    await watching.said('"two"');
    await host.kill();
    const next = await startBackgroundHost(sandbox);
    await sandbox.runIn('two', 'echo again');
    await sandbox.runIn('one', '(exit 9)');
    await watching.said('echo again');
    await watching.said('exit 9');
    await failures.said('exit 9');
    for (const each of [watching, failures]) {
      each.interrupt();
      expect(await each.ended).toBe(0);
    }
    const told = ({ stdout }: Script) =>
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { cmd: string; exit: number })
        .map(({ cmd, exit }) => [cmd, exit])
        .filter(([cmd]) => cmd !== PROBE);
    const all = told(watching);
    expect(all.slice(0, 2)).toEqual([
      ['echo seen; false', 1],
      ['true', 0],
    ]);
    // What ended in several terminals before it was back is told a terminal at a time.
    expect(new Set(all.slice(2).map(([cmd, exit]) => `${cmd}: ${exit}`))).toEqual(
      new Set(['echo again: 0', '(exit 9): 9']),
    );
    expect(all).toHaveLength(4);
    expect(told(failures)).toEqual([
      ['echo seen; false', 1],
      ['(exit 9)', 9],
    ]);
    next.client.close();
  });

  test('forget erases one record', async () => {
    await terminal();
    await sandbox.runIn('build', 'echo secret');
    await sandbox.runIn('build', 'echo other');
    expect(await sandbox.run(['forget', 'build', '1'])).toMatchObject({ code: 0, stderr: '' });
    const all = await sandbox.run(['read', 'build', '--last', '5', '--json']);
    expect(all.stdout).not.toContain('secret');
    expect(all.stdout).toContain('other');
    expect((await sandbox.run(['history', '--json'])).stdout).not.toContain('secret');
    expect(await sandbox.run(['forget', 'build', 'x'])).toMatchObject({ code: 2 });
  });

  test('forget erases records of a closed terminal, just ended and of an earlier host', async () => {
    await terminal('closing');
    await sandbox.runIn('closing', 'echo needle-1');
    await sandbox.runIn('closing', "seq -f 'needle-2 %g' 60000");
    await sandbox.runIn('closing', 'echo needle-3');
    expect(await sandbox.run(['kill', 'closing'])).toMatchObject({ code: 0 });
    const state = join(sandbox.home, '.local/state/cotty');
    const found = () => wordsIn(state, ['needle-1', 'needle-2', 'needle-3']);
    expect(found()).toEqual(['needle-1', 'needle-2', 'needle-3']);
    expect(await sandbox.run(['forget', 'closing:1'])).toMatchObject({ code: 0, stderr: '' });
    expect(found()).toEqual(['needle-2', 'needle-3']);
    expect(await sandbox.run(['host', 'stop', '--yes'])).toMatchObject({ code: 0 });
    await terminal('later');
    expect(await sandbox.run(['forget', 'closing', '2'])).toMatchObject({ code: 0, stderr: '' });
    expect(found()).toEqual(['needle-3']);
    expect((await sandbox.run(['history', '--all', '--json'])).stdout).not.toContain('needle-2');
    expect(await sandbox.run(['forget', 'closing'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('one command must be named'),
    });
    expect(await sandbox.run(['forget', 'closing:9'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('"closing:9"'),
    });
    expect(await sandbox.run(['forget', 'closing:-1'])).toMatchObject({ code: 0, stderr: '' });
    expect(found()).toEqual([]);
  });
});

describe('cotty kill', () => {
  test('--all names what it ends, and asks', async () => {
    await terminal('one');
    await terminal('two');
    expect(await sandbox.run(['kill', '--all'])).toMatchObject({ code: 1, stdout: 'one\ntwo\n' });
    const asking = sandbox.open(['kill', '--all']);
    await asking.waitForText('[y/N]');
    asking.send('n\r');
    expect((await asking.exited).exitCode).toBe(1);
    expect(JSON.parse((await sandbox.run(['ls', '--json'])).stdout)).toHaveLength(2);
    expect(await sandbox.run(['kill', '--all', '--yes'])).toMatchObject({ code: 0 });
    expect(JSON.parse((await sandbox.run(['ls', '--json'])).stdout)).toEqual([]);
  });

  test('ends several at once, or none if one of them is unknown', async () => {
    await terminal('one');
    await terminal('two');
    await terminal('three');
    expect(await sandbox.run(['kill', 'one', 'nope'])).toMatchObject({ code: 3 });
    expect(await sandbox.run(['kill', 'one', 'two'])).toMatchObject({ code: 0 });
    const left = JSON.parse((await sandbox.run(['ls', '--json'])).stdout) as { name: string }[];
    expect(left.map(({ name }) => name)).toEqual(['three']);
  });
});
