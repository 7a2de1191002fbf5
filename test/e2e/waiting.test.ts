/** A program in another tab waits for a person: who is told, and how it is answered without going there. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { frontTab, hasDialog, openTab, openWindow, tabLine, waitForMode } from '../support/face.ts';
import { alt, key } from '../support/keys.ts';
import { killHost } from '../support/kill-host.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { Sandbox } from '../support/sandbox.ts';

/** Asks for a permission; answered, it gives a notice, and is done when it gets another key. */
const AGENT = `
import { existsSync, writeFileSync } from 'node:fs'
const message = (text) => Buffer.from(text).toString('base64')
const say = (fields) => process.stdout.write('\\x1b]7501;app=ada:' + fields + '\\x1b\\\\')
process.stdin.setRawMode(true)
say('state=working')
const go = setInterval(() => {
  if (!existsSync('ask')) return
  clearInterval(go)
  process.stdout.write('\\x1b[2J\\x1b[HRun npm test?\\r\\n❯ 1. Yes\\r\\n  2. No\\r\\nEnter to confirm · Esc to cancel\\r\\n')
  say('state=blocked:kind=permission:msg=' + message('Run npm test?'))
}, 50)
process.stdin.once('data', (bytes) => {
  writeFileSync('answer', bytes)
  say('state=working')
  process.stdout.write('\\x1b]777;notify;Tests;all pass\\x1b\\\\')
  process.stdin.once('data', () => say('state=done'))
})
`;

let sandbox: Sandbox;
let window: OuterTerminal;

beforeAll(async () => {
  sandbox = new Sandbox();
  sandbox.write('agent.mjs', AGENT);
  sandbox.write('.config/cotty/config', 'notifyHow = osc9\n');
  window = await openWindow(sandbox);
  await openTab(window, 'work');
  window.type(`'${process.execPath}' agent.mjs\r`);
  await window.waitForText(/ada working .*keys go to it/);
  window.send(alt('1'));
  await window.waitFor('the first tab', (screen) => frontTab(screen).includes('home'));
});

afterAll(() => sandbox?.close());

const told = () => window.raw.match(/\x1b\]9;[^\x1b]*\x1b\\/g) ?? [];

it('has a mark, a count, a notice and an entry, also in RAW, and is not told again under the next host', async () => {
  window.send(key.f4);
  await waitForMode(window, 'RAW');
  sandbox.write('ask', '');
  await window.waitFor('mark and count', (screen) => /◆ work .* 1 waits/.test(tabLine(screen)));
  await window.waitForText('◆ 1 waits (Alt+A)');
  await window.waitFor('the notice', () => told().length > 0);
  await window.waitFor('the title', ({ title }) => title.startsWith('1 waits — '));
  killHost(sandbox);
  await window.waitForText('the host was brought back');
  await window.waitFor('mark and count', (screen) => /◆ work .* 1 waits/.test(tabLine(screen)));
  expect(told()).toEqual(['\x1b]9;work: waits for you: permission · "Run npm test?"\x1b\\']);
});

it('is answered from F12 without leaving the tab in front', async () => {
  window.send(key.f12);
  await window.waitForText(/◆ \d\d:\d\d work +permission · \d+s/);
  await window.waitForText('a answers');
  window.send('a');
  await window.waitForText(/│ +❯ 1\. Yes/);
  await window.waitForText(/1 {2}Yes/);
  window.send('1');
  await window.waitForText('work is answered');
  await window.waitFor('no mark', (screen) => !tabLine(screen).includes('◆'));
  expect(readFileSync(join(sandbox.home, 'answer'), 'latin1')).toBe('1');
  // The notice of the program is in the list, and on the desktop.
  await window.waitForText(/! \d\d:\d\d work +Tests: all pass/);
  await window.waitFor('the second notice', () => told().length > 1);
  expect(told().slice(1)).toEqual(['\x1b]9;work: Tests: all pass\x1b\\']);
  window.send(key.escape);
  await window.waitFor('no list', (screen) => !hasDialog(screen));
  expect(frontTab(window.screen)).toContain('home');
});

it('is marked when it is done, until it has been seen in any window', async () => {
  expect(await sandbox.run(['send', 'work', 'x'])).toMatchObject({ code: 0 });
  await window.waitFor('done', (screen) => /✓ work .* 1 done/.test(tabLine(screen)));
  const other = sandbox.open(['attach', 'work']);
  await window.waitFor(
    'seen',
    (screen) => /○ work/.test(tabLine(screen)) && !tabLine(screen).includes('done'),
  );
  await other.waitFor('no mark', (screen) => !tabLine(screen).includes('✓'));
});
