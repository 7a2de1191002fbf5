import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWindow, waitForMode } from '../support/face.ts';
import { ctrl, key, mouse, paste } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { fixtureProgram } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let window: OuterTerminal;
beforeEach(async () => {
  sandbox = new Sandbox();
  window = await openWindow(sandbox, { cols: 80, rows: 24 });
  window.send(key.escape);
  await waitForMode(window, 'BROWSE');
  window.send('L');
  await waitForMode(window, 'LOCK');
});
afterEach(() => sandbox.close());

/** What is in a file of the home folder. */
function file(name: string): string {
  try {
    return readFileSync(join(sandbox.home, name), 'utf8');
  } catch {
    return '';
  }
}

async function written(name: string, text: string): Promise<void> {
  await window.waitFor(name, () => file(name) === text).catch(() => expect(file(name)).toBe(text));
}

test('LOCK gives a program the mouse with every modifier', async () => {
  window.type(`${fixtureProgram('normal-screen.mjs')} mouse ~/ready ~/input\r`);
  await window.waitFor('the mouse', ({ terminal }) => terminal.modes.mouseTrackingMode === 'any');
  const modifiers = ['none', 'shift', 'alt', 'ctrl'] as const;
  for (const modifier of modifiers)
    window.send(mouse('press', 5, 7, modifier), mouse('release', 5, 7, modifier));
  const reports = modifiers.map(
    (modifier) => mouse('press', 5, 6, modifier) + mouse('release', 5, 6, modifier),
  );
  await written('input', reports.join(''));
});

test('LOCK sends a long paste without a question, and F12 when it is pressed twice', async () => {
  const lines = Array.from({ length: 300 }, (_, at) => `line ${at}\n`).join('');
  window.type('cat >pasted\r');
  // The shell opens the file when it has given the terminal back.
  await window.waitFor('the program', () => existsSync(join(sandbox.home, 'pasted')));
  window.send(paste(lines));
  await window.waitForText('line 299');
  window.send(ctrl('d'));
  await written('pasted', lines);
  window.type('touch there; cat -v\r');
  await window.waitFor('the program', () => existsSync(join(sandbox.home, 'there')));
  window.send(key.f12, key.f12);
  await window.waitForText('^[[24~');
  await waitForMode(window, 'LOCK');
});

test('the kernel deletes whole characters of what is typed', async () => {
  window.type('read -p "word? " x; printf %s "$x" >typed\r');
  await window.waitForText(/^word\?/m);
  window.type('aé漢');
  window.send(key.backspace, key.backspace);
  window.type('z\r');
  await written('typed', 'az');
});
