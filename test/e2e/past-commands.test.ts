import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAtPrompt, openWindow, waitForBlock } from '../support/face.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterAll(() => sandbox?.close());

/** Runs the lines in a new terminal, one after the other. */
async function runIn(name: string, lines: readonly string[]): Promise<void> {
  const window = await openWindow(sandbox, { args: ['new', name] });
  for (const line of lines) {
    window.type(`${line}\r`);
    await waitForBlock(window, `✓ 0 ${line}`);
    await window.waitFor('the next prompt', isAtPrompt);
  }
  await window.close();
}

test('cotty history prints as many commands as are asked for, and no more words', async () => {
  await runIn('build', ['echo one', 'echo two', 'echo three']);
  const two = await sandbox.run(['history', '--terminal', 'build', '--limit', '2']);
  expect(two.stdout).not.toContain('echo one');
  expect(two.stdout).toContain('echo two');
  expect(two.stderr).toBe('');
  for (const flags of [['--limit', '3'], ['--all'], []]) {
    const all = await sandbox.run(['history', '--terminal', 'build', '--json', ...flags]);
    expect(all).toMatchObject({ code: 0, stderr: '' });
    expect(all.stdout.trim().split('\n')).toHaveLength(3);
  }
});

test('cotty history finds what ran in a folder and what took long, and prints outputs as Markdown', async () => {
  await runIn('late', ['mkdir -p app/src', 'cd app/src', 'echo in-app', 'cd ~', 'sleep 1.2']);
  type Row = { readonly cmd: string; readonly durationMs: number };
  const rows = async (...flags: string[]) => {
    const { stdout } = await sandbox.run(['history', '--json', ...flags]);
    return stdout.split('\n').flatMap((line): Row[] => (line === '' ? [] : [JSON.parse(line)]));
  };
  const commands = async (...flags: string[]) => (await rows(...flags)).map(({ cmd }) => cmd);
  // A relative folder counts from where one is: the home folder.
  expect(await commands('--cwd', 'app')).toEqual(['echo in-app', 'cd ~']);
  expect(await commands('--cwd', 'nowhere')).toEqual([]);
  // On a busy machine others take long as well.
  const long = await rows('--longer', '1s');
  expect(long.map(({ cmd }) => cmd)).toContain('sleep 1.2');
  expect(long.filter(({ durationMs }) => durationMs < 1000)).toEqual([]);
  expect(await rows()).not.toHaveLength(long.length);
  const markdown = await sandbox.run(['history', '--cwd', 'app', '--limit', '2', '--markdown']);
  expect(markdown.stdout).toMatch(
    / · late #3 · ~\/app\/src · \S+ · exit 0 · \S+\n\n```console\n\$ echo in-app\nin-app\n```\n/,
  );
  expect((await sandbox.run(['history', '--longer', 'soon'])).code).toBe(2);
});
