import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitForMode } from '../support/face.ts';
import { ctrl, key, mouse, paste } from '../support/keys.ts';
import { fixtureProgram } from '../support/programs.ts';
import { sharedWindow } from '../support/shared-window.ts';

const shared = sharedWindow({ cols: 80, rows: 24 });

beforeEach(async () => {
  shared.window.send(key.escape);
  await waitForMode(shared.window, 'BROWSE');
  shared.window.send('L');
  await waitForMode(shared.window, 'LOCK');
});
afterEach(async () => {
  shared.window.send(key.f12);
  await waitForMode(shared.window, 'RUN');
});

/** What is in a file of the home folder. */
function file(name: string): string {
  try {
    return readFileSync(join(shared.sandbox.home, name), 'utf8');
  } catch {
    return '';
  }
}

async function written(name: string, text: string): Promise<void> {
  await shared.window.waitFor(name, () => file(name) === text).catch(() => expect(file(name)).toBe(text));
}

test('LOCK gives a program the mouse with every modifier', async () => {
  const { window } = shared;
  window.type(`${fixtureProgram('normal-screen.mjs')} mouse ~/ready ~/input\r`);
  await window.waitFor('the mouse', ({ terminal }) => terminal.modes.mouseTrackingMode === 'any');
  const modifiers = ['none', 'shift', 'alt', 'ctrl'] as const;
  for (const modifier of modifiers)
    window.send(mouse('press', 5, 7, modifier), mouse('release', 5, 7, modifier));
  const reports = modifiers.map(
    (modifier) => mouse('press', 5, 6, modifier) + mouse('release', 5, 6, modifier),
  );
  await written('input', reports.join(''));
  window.send(key.enter);
  await window.waitFor('its end', ({ terminal }) => terminal.modes.mouseTrackingMode !== 'any');
});

test('LOCK sends a long paste without a question, and F12 when it is pressed twice', async () => {
  const { window } = shared;
  const lines = Array.from({ length: 300 }, (_, at) => `line ${at}\n`).join('');
  // What the program says comes after the shell's end of bracketed paste: who sees it knows of that.
  window.type('echo begins; cat >pasted\r');
  await window.waitForText(/^begins/m);
  window.send(paste(lines));
  await window.waitForText('line 299');
  window.send(ctrl('d'));
  await written('pasted', lines);
  window.type('echo there; cat -v\r');
  await window.waitForText(/^there/m);
  window.send(key.f12, key.f12);
  await window.waitForText('^[[24~');
  await waitForMode(window, 'LOCK');
  window.send(key.enter, ctrl('d'));
});

test('the kernel deletes whole characters of what is typed', async () => {
  const { window } = shared;
  window.type('read -p "word? " x; printf %s "$x" >typed\r');
  await window.waitForText(/^word\?/m);
  window.type('aé漢');
  window.send(key.backspace, key.backspace);
  window.type('z\r');
  await written('typed', 'az');
});
