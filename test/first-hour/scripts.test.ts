import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.clear());
afterAll(() => sandbox.close());

const terminal = (name = 'build') => sandbox.openTerminals(name);

describe('a script', () => {
  test('runs a command, whose output cotty run prints, and whose exit code it has', async () => {
    await terminal();
    expect(await sandbox.runIn('build', 'echo hello; echo there >&2; (exit 3)')).toEqual({
      code: 3,
      stdout: 'hello\nthere\n',
      stderr: '',
    });
    expect(await sandbox.runIn('build', 'printf', '%s|', "it's", 'a b', '$HOME')).toEqual({
      code: 0,
      stdout: "it's|a b|$HOME|",
      stderr: '',
    });
    expect(await sandbox.runIn('build', "sh -c 'kill -TERM $$'")).toMatchObject({ code: 143 });
  });

  test('reads with cotty read records, the last lines and the screen', async () => {
    await terminal();
    await sandbox.runIn('build', 'seq 3');
    await sandbox.runIn('build', 'echo two; false');
    const last = await sandbox.run(['read', 'build']);
    expect(last.stdout).toMatch(/^#2 {2}exit 1 {2}\d+\.\ds {2}\S+ {2}\$ echo two; false\ntwo\n$/);
    expect((await sandbox.records('build', '--last', '5')).map(({ seq, stdout }) => [seq, stdout])).toEqual([
      [1, '1\n2\n3\n'],
      [2, 'two\n'],
    ]);
    expect((await sandbox.records('build', '--since', '1')).map(({ seq }) => seq)).toEqual([2]);
    expect(await sandbox.run(['read', 'build', '--seq', '9'])).toMatchObject({ code: 1, stdout: '' });
    expect((await sandbox.run(['read', 'build', '--screen'])).stdout).toContain('\n1\n2\n3\n');
    const lines = (await sandbox.run(['read', 'build', '--lines', '2'])).stdout.split('\n');
    expect(lines).toHaveLength(3);
    const facts = JSON.parse((await sandbox.run(['read', 'build', '--screen', '--json'])).stdout);
    expect(facts).toMatchObject({ fullScreen: false, running: null });
  });
});
