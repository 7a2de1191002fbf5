import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { detach, openWindow, waitForMode } from '../support/face.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
beforeEach(() => {
  mkdirSync(join(sandbox.home, 'web'));
});
afterEach(() => sandbox.clear());
afterAll(() => sandbox.close());

/** A comment makes it a file that no test before has agreed to. */
const project = (text: string) =>
  writeFileSync(join(sandbox.home, '.cotty'), `# ${expect.getState().currentTestName}\n${text}`);
const PROJECT =
  '[[terminal]]\nname = "server"\nfolder = "web"\nenv.PORT = 8080\ncommand = "echo $PORT in ${PWD##*/}"\n[[terminal]]\nname = "tests"\ntype = "never run"\n';

const names = async () =>
  (JSON.parse((await sandbox.run(['ls', '--json'])).stdout || '[]') as { name: string }[]).map(
    ({ name }) => name,
  );

test('cotty up opens what the file names once somebody has agreed, and asks again when it has changed', async () => {
  project(PROJECT);
  const unasked = await sandbox.run(['up']);
  expect(unasked).toMatchObject({ code: 1, stdout: '' });
  expect(unasked.stderr).toContain('runs  echo $PORT in ${PWD##*/}');
  expect(unasked.stderr).toContain('this project file is not trusted: cotty up --yes trusts it');
  expect(await sandbox.run(['up', '--yes'])).toMatchObject({ code: 0, stderr: '' });
  expect(await names()).toEqual(['server', 'tests']);
  await expect.poll(async () => (await sandbox.run(['read', 'server'])).stdout).toContain('8080 in web');
  await expect
    .poll(async () => (await sandbox.run(['read', 'tests', '--screen'])).stdout)
    .toContain('never run');
  expect((await sandbox.run(['read', 'tests'])).stdout).toBe('');
  await sandbox.run(['kill', 'server']);
  expect(await sandbox.run(['up'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('1 of them is open already'),
  });
  expect(await names()).toEqual(['tests', 'server']);
  project(PROJECT.replace('8080', '9090'));
  expect(await sandbox.run(['up'])).toMatchObject({ code: 1 });
  project('[[terminal]]\nname = "a"\ncolour = "red"\n');
  expect(await sandbox.run(['up', '--yes'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('.cotty: terminal 1: there is no "colour"'),
  });
});

test('a window asks before it opens the terminals of its folder, and keeps a no', async () => {
  project(PROJECT);
  const window = sandbox.open([]);
  await window.waitForText('Open them, now and whenever this file is unchanged?');
  window.type('n\r');
  await waitForMode(window, 'RUN');
  expect(await names()).not.toContain('server');
  await detach(window);
  const again = await openWindow(sandbox);
  expect(again.screenText()).not.toContain('Open them');
  await detach(again);
});

test('a window opens the terminals after a yes, and without a question the next time', async () => {
  project(PROJECT);
  const window = sandbox.open([]);
  await window.waitForText('Open them, now and whenever this file is unchanged?');
  window.type('y\r');
  await window.waitForText('8080 in web');
  expect(await names()).toEqual(['server', 'tests']);
  await detach(window);
  await sandbox.run(['kill', '--all', '--yes']);
  const again = sandbox.open([]);
  await again.waitForText('8080 in web');
  await detach(again);
});

test('the first command of a terminal is typed at its first prompt, and so echoed once', async () => {
  // Long between the marks' being there and the line editor's reading.
  sandbox.write('.bashrc', "PS1='$ '\nPROMPT_COMMAND='command sleep 1'\n");
  project(`[[terminal]]\nname = "server"\ncommand = 'echo fi""rst'\n`);
  expect(await sandbox.run(['up', '--yes'])).toMatchObject({ code: 0 });
  expect(
    await sandbox.run(['new', 'build', '--detached', '--', 'printf', '%s-%s', 'fi', 'rst']),
  ).toMatchObject({
    code: 0,
  });
  for (const [name, line, output] of [
    ['server', 'echo fi""rst', 'first'],
    ['build', 'printf %s-%s fi rst', 'fi-rst'],
  ] as const) {
    const screen = async () => (await sandbox.run(['read', name, '--screen'])).stdout;
    await expect.poll(screen).toContain(output);
    expect((await screen()).split(line)).toHaveLength(2);
  }
});
