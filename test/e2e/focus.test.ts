/** Whether programs are looked at (mode 1004), told when tab, pane, dialog, mode or window changes. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { detach, openTab, openWindow, waitForKeysToGo, waitForMode } from '../support/face.ts';
import { alt, ctrl, key } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { PageBrowser, pageLink } from '../support/page-browser.ts';
import { go, hasPrompt, right, split } from '../support/panes.ts';
import { Sandbox } from '../support/sandbox.ts';

/** Asks to be told of the focus, and writes down what it reads. */
const LISTENER = `
import { appendFileSync } from 'node:fs'
process.stdin.setRawMode(true)
process.stdin.on('data', (bytes) => {
  appendFileSync(process.argv[2], bytes)
  if (bytes.includes('q')) process.exit(Number(process.argv[3] ?? 0))
})
appendFileSync(process.argv[2], '')
process.stdout.write('\\x1b[?1004h')
`;

const [GAINED, LOST] = ['\x1b[I', '\x1b[O'];

let sandbox: Sandbox;
let browser: PageBrowser | undefined;

beforeAll(() => {
  sandbox = new Sandbox();
  sandbox.write('listen.mjs', LISTENER);
});

afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
});

/** What the program has read, with I and O for the reports of the focus. */
function read(name: string): string | undefined {
  const path = join(sandbox.home, name);
  if (!existsSync(path)) return undefined;
  return readFileSync(path, 'latin1').replaceAll(GAINED, 'I').replaceAll(LOST, 'O');
}

async function reads(name: string, expected: string) {
  await expect.poll(() => read(name), { interval: 20 }).toBe(expected);
}

/** Leaves RAW, which a program that reads keys has entered: in RUN the window has keys of its own. */
async function toRun(window: OuterTerminal) {
  await waitForMode(window, 'RAW');
  window.send(ctrl('k'));
  await waitForKeysToGo(window, 'node');
}

async function listen(window: OuterTerminal, name: string, exitCode = 0) {
  window.type(`'${process.execPath}' listen.mjs ${name} ${exitCode}\r`);
  await reads(name, '');
  await toRun(window);
}

it('a program is told when tab, pane, dialog, mode or window changes, and by the host when no window is there', async () => {
  const window = await openWindow(sandbox, { cols: 121, rows: 30 });
  await listen(window, 'one');
  // Keys come before the report of what follows them.
  window.send('ab', key.f7);
  await reads('one', 'abO');
  await waitForMode(window, 'BROWSE');
  window.send('q');
  await reads('one', 'abOI');
  await waitForKeysToGo(window, 'node');
  window.send(key.f9);
  await reads('one', 'abOIO');
  window.send(key.escape);
  await reads('one', 'abOIOI');
  window.send(LOST);
  await reads('one', 'abOIOIO');
  window.send(GAINED);
  await reads('one', 'abOIOIOI');

  await openTab(window, 'two');
  await listen(window, 'two');
  await reads('one', 'abOIOIOIO');
  window.send(alt('1'));
  await reads('one', 'abOIOIOIOI');
  await reads('two', 'O');
  await toRun(window);
  window.send(alt('2'));
  await reads('one', 'abOIOIOIOIO');
  await reads('two', 'OI');

  await toRun(window);
  window.send(split.right);
  await reads('two', 'OIO');
  await window.waitFor('a prompt at the right', (screen) => hasPrompt(right(screen)));
  window.send(go.left);
  await reads('two', 'OIOI');

  await toRun(window);
  await detach(window);
  await reads('two', 'OIOIO');
  const again = sandbox.open([], { cols: 121, rows: 30 });
  await reads('two', 'OIOIOI');
  again.kill('SIGKILL');
  await reads('two', 'OIOIOIO');
  expect(read('one')).toBe('abOIOIOIOIO');
});

it('a program that ends without switching the reports off leaves none to the next one', async () => {
  const window = await openWindow(sandbox, { args: ['new', 'three'] });
  await listen(window, 'three', 1);
  window.type('q');
  await window.waitForText(/✗ 1/);
  window.send(LOST, GAINED);
  window.type('cat -v > got\r');
  await window.waitFor('cat', (screen) => screen.text().includes('cat -v'));
  await waitForKeysToGo(window, 'cat');
  window.send(LOST, GAINED, 'x\r', ctrl('d'));
  await window.waitForText(/✓ +cat -v/);
  expect(readFileSync(join(sandbox.home, 'got'), 'latin1')).toBe('x\n');
  expect(window.screenText()).not.toMatch(/\[[IO]/);
});

it('a page that shows the program counts as a window does: while it is in sight, and nothing lies over it', async () => {
  browser = await PageBrowser.launch();
  const before = read('one') ?? '';
  const { page } = await browser.open(await pageLink(sandbox));
  await reads('one', `${before}I`);
  await page.evaluate("location.hash = '#/agents'");
  await reads('one', `${before}IO`);
  await page.goBack();
  await reads('one', `${before}IOI`);
  await page.close();
  await reads('one', `${before}IOIO`);
});
