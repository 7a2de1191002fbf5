import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { detach, isAtPrompt, openWindow, waitForBlock, waitForMode } from '../support/face.ts';
import { alt, ctrl, key } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import { Sandbox } from '../support/sandbox.ts';

const LABELS = ['Run', 'Look back', 'Split', 'Leave', 'Keys'];

/** The names of the lessons on the screen; a star follows those that are ticked. */
function lessons(screen: OuterScreen): readonly string[] {
  return screen.lines().flatMap((line) => {
    const [, tick = '', label = ''] = /^ {2}([ ✓]) (\S+(?: \S+)?) {2,}\S/.exec(line) ?? [];
    return LABELS.includes(label) ? [`${label}${tick.trim() === '' ? '' : '*'}`] : [];
  });
}

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
  rmSync(sandbox.notes);
});
afterAll(() => sandbox.close());

test('a first screen says what a new user has to know, until the third command', async () => {
  const window = await openWindow(sandbox, { cols: 80, rows: 24 });
  await window.waitFor('all lessons', (screen) => lessons(screen).join() === LABELS.join());
  const rowOf = (screen: OuterScreen) => screen.lines().findIndex((line) => line.includes('Look back'));
  const row = rowOf(window.screen);
  window.type('echo one\r');
  await waitForBlock(window, '✓ 0 echo one');
  await window.waitFor('a tick', (screen) => lessons(screen)[0] === 'Run*' && isAtPrompt(screen));
  window.send(key.escape);
  await waitForMode(window, 'BROWSE');
  await window.waitFor('another', (screen) => lessons(screen)[1] === 'Look back*');
  window.send(key.escape);
  await waitForMode(window, 'RUN');
  window.type('echo two\r');
  await waitForBlock(window, '✓ 0 echo two');
  await window.waitFor('the lines where they were', (screen) => rowOf(screen) === row);
  window.type('echo three\r');
  await waitForBlock(window, '✓ 0 echo three');
  await window.waitFor('none', (screen) => lessons(screen).length === 0);

  await detach(window);
  await sandbox.run(['new', 'fresh', '--detached']);
  const next = sandbox.open(['attach', 'fresh']);
  await next.waitFor('a prompt', isAtPrompt);
  expect(lessons(next.screen)).toEqual([]);
  await next.close();
});

test('where nothing has run, the history is as high as what it says', async () => {
  const empty = new Sandbox();
  try {
    const window = await openWindow(empty, { cols: 80, rows: 24 });
    window.send(alt('h'));
    await window.waitForText('no command has run yet');
    expect(window.screen.text()).not.toContain('this folder');
    expect(lessons(window.screen)).toEqual([]);
    window.send(ctrl('c'));
  } finally {
    await empty.close();
  }
});

test('a tour runs in a folder of its own, ticks what was done, and leaves nothing behind', async () => {
  const temporary = mkdtempSync(join(sandbox.root, 'tmp-'));
  const before = readdirSync(sandbox.home, { recursive: true }).sort();
  const window = sandbox.open(['tour'], { cols: 80, rows: 24, env: { TMPDIR: temporary } });
  await window.waitFor('all lessons', (screen) => lessons(screen).join() === LABELS.join());
  await window.waitFor('a prompt', (screen) => /[$#]\s*$/m.test(screen.text()));
  window.type('echo made > file; echo 1\r');
  await waitForBlock(window, '✓ 0 echo made > file; echo 1');
  for (const word of ['two', 'three', 'four']) {
    window.type(`echo ${word}\r`);
    await waitForBlock(window, `✓ 0 echo ${word}`);
  }
  window.send('\x1b[1;4C');
  await window.waitFor('a split', (screen) => lessons(screen).join() === 'Run*,Look back,Split*,Leave,Keys');
  const folder = readdirSync(temporary).find((name) => name.startsWith('cotty-tour-')) ?? '';
  expect(readFileSync(join(temporary, folder, 'file'), 'utf8')).toBe('made\n');
  // The bar is above the lines.
  window.send(key.f7);
  await window.waitForText(/^ *BROWSE/m);
  window.send('d');
  await window.exited;
  expect(window.screenText()).toContain('the tour has ended');
  expect(readdirSync(temporary)).toEqual([]);
  expect(readdirSync(sandbox.home, { recursive: true }).sort()).toEqual(before);
});

test('a tour whose terminal is closed leaves nothing behind either', async () => {
  const temporary = mkdtempSync(join(sandbox.root, 'tmp-'));
  const window = sandbox.open(['tour'], { cols: 80, rows: 24, env: { TMPDIR: temporary } });
  await window.waitFor('a prompt', (screen) => /[$#]\s*$/m.test(screen.text()));
  // The second one, as when the terminal is gone, too, does not wait for an orderly end.
  process.kill(window.pid, 'SIGHUP');
  process.kill(window.pid, 'SIGHUP');
  process.kill(window.pid, 'SIGTERM');
  await window.exited;
  expect(readdirSync(temporary)).toEqual([]);
});
