import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Sandbox } from '../support/sandbox.ts';
import { Script } from '../support/script.ts';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
beforeEach(() => sandbox.openTerminals('build'));
afterEach(() => sandbox.clear());
afterAll(() => sandbox.close());

const queued = (...command: string[]) => new Script(sandbox, ['run', 'build', '--queue', '--', ...command]);

/** A command that runs in the terminal until `cotty send build Enter`. */
async function busy(): Promise<Script> {
  const script = new Script(sandbox, ['run', 'build', '--', 'echo begun; read _; echo through']);
  await script.said('begun');
  return script;
}

async function released(script: Script): Promise<void> {
  expect(await sandbox.run(['send', 'build', 'Enter'])).toMatchObject({ code: 0 });
  expect(await script.ended).toBe(0);
}

describe('cotty run --queue', () => {
  test('begins after those before it, and says which place it has', async () => {
    const before = await busy();
    const one = queued('echo one; (exit 4)');
    await one.said('the command waits its turn in "build": it is next (busy: `echo begun;');
    const two = queued('echo two');
    await two.said('1 before it');
    expect(await sandbox.run(['run', 'build', '--', 'echo three'])).toMatchObject({ code: 125, stdout: '' });
    await released(before);
    expect(await one.ended).toBe(4);
    expect(one.stdout).toBe('one\n');
    expect(await two.ended).toBe(0);
    expect(two.stdout).toBe('two\n');
    expect(two.stderr).toContain('it is next (busy: `echo one;');
    const { stdout } = await sandbox.run(['history', '--json']);
    const commands = stdout.trim().split('\n');
    expect(commands.map((line) => JSON.parse(line).cmd)).toEqual([
      'echo begun; read _; echo through',
      'echo one; (exit 4)',
      'echo two',
    ]);
  });

  test('gives its place up at Ctrl+C, and when the script is killed; what runs is left alone', async () => {
    const before = await busy();
    const one = queued('echo one');
    await one.said('it is next');
    const two = queued('echo two');
    await two.said('1 before it');
    const three = queued('echo three');
    await three.said('2 before it');
    one.interrupt();
    expect(await one.ended).toBe(130);
    expect(one.stderr).toContain('the request was cancelled while it waited: the command did not run');
    await three.said('1 before it');
    two.child.kill('SIGKILL');
    await three.said('it is next');
    await released(before);
    expect(before.stdout).toContain('through');
    expect(await three.ended).toBe(0);
    expect(three.stdout).toBe('three\n');
  });

  test('counts its timeout from when it begins, and is interrupted as any other by Ctrl+C then', async () => {
    const before = await busy();
    const late = new Script(sandbox, ['run', 'build', '--queue', '--timeout', '1s', '--', 'sleep 60']);
    await late.said('it is next');
    await released(before);
    expect(await late.ended).toBe(124);
    const cut = queued('echo over');
    await cut.said('`sleep 60`');
    expect(await sandbox.run(['send', 'build', 'C-c'])).toMatchObject({ code: 0 });
    expect(await cut.ended).toBe(0);
  });
});
