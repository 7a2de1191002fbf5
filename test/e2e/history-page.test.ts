/** The history in the window: opened by its key and by `cotty history`, filtered, and followed into open and closed terminals. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { isAtPrompt, openWindow, waitForBlock, waitForMode } from '../support/face.ts';
import { key } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { shareHost } from '../support/shared-host.ts';

const host = shareHost();

beforeAll(async () => {
  const { sandbox } = host;
  await sandbox.openTerminals('build', 'gone');
  expect(await sandbox.runIn('gone', 'echo "from the $((40 + 2))nd floor"')).toMatchObject({ code: 0 });
  expect(await sandbox.run(['kill', 'gone'])).toMatchObject({ code: 0 });
  expect(await sandbox.runIn('build', 'seq 1 90')).toMatchObject({ code: 0 });
  expect(await sandbox.runIn('build', 'echo broken; (exit 3)')).toMatchObject({ code: 3 });
});

const HISTORY = '\x1bh';

/** Lines of the list, without what stands beside it. */
function listed(screen: OuterScreen): readonly string[] {
  return screen
    .lines()
    .map((line) => line.split('│')[0] ?? '')
    .filter((line) => /^[› ] ?(✓|✗ \d+) /.test(line));
}

async function openHistory(window: OuterTerminal): Promise<void> {
  window.send(HISTORY);
  await window.waitForText(' History ›');
}

test('lists the commands of open and closed terminals, filters them, and shows the output of the chosen one', async () => {
  const window = await openWindow(host.sandbox, { args: ['attach', 'build'], cols: 120, rows: 30 });
  await openHistory(window);
  await window.waitFor('three commands', (screen) => listed(screen).length === 3);
  await window.waitForText('│broken');
  window.send(key.down);
  const shown = await window.waitFor('both ends', (screen) => /│90\s/.test(screen.lines().join('\n')));
  expect(shown.lines().join('\n')).toMatch(/│1\s.*… \d+ lines.*│90\s/s);
  window.type('is:failed');
  await window.waitFor('one command', (screen) => listed(screen).length === 1);
  await window.waitForText('1/1 of 3');
  window.type('\r');
  const there = await waitForBlock(window, '✗ 3 echo broken; (exit 3)');
  expect(there.lines().join('\n')).toContain('broken');
  await waitForMode(window, 'BROWSE');
  await window.close();
});

test('leads into a closed terminal, where the output can be read and copied', async () => {
  const window = await openWindow(host.sandbox, { args: ['attach', 'build'] });
  await openHistory(window);
  window.type('floor');
  await window.waitFor('one command', (screen) => listed(screen).length === 1);
  window.type('\r');
  await waitForMode(window, 'BROWSE');
  await window.waitForText('from the 42nd floor');
  await window.waitForText('gone is closed: read only');
  window.type('y');
  await window.waitForText(/copied output, 1 line/);
  window.type('q');
  await window.waitFor('the tab of before', isAtPrompt);
  await window.close();
});

test('compares with a marked command of a closed terminal, leads back to the list, and exports', async () => {
  const window = await openWindow(host.sandbox, { args: ['attach', 'build'], cols: 120, rows: 30 });
  await openHistory(window);
  window.type('echo');
  await window.waitFor('two commands', (screen) => listed(screen).length === 2);
  window.send('\t');
  window.type('j+');
  await window.waitFor('its sign', (screen) => (listed(screen)[1] ?? '').includes('marked to compare'));
  window.type('k=');
  await window.waitForText('Compare');
  await window.waitForText(/broken/);
  await window.waitForText('from the 42nd floor');
  window.send(key.escape);
  await window.waitFor('the list of before', (screen) => listed(screen).length === 2);
  window.type('*');
  await window.waitFor('a bookmark', (screen) => (listed(screen)[0] ?? '').includes('★'));
  window.type('jE');
  await window.waitForText('Export echo');
  window.send(key.enter);
  await window.waitForText(/wrote .*: 1 command as Markdown/);
  const file = join(host.sandbox.home, 'echo-from-the-40-2-nd-flo.md');
  expect(readFileSync(file, 'utf8')).toContain('from the 42nd floor');
  await window.close();
});

test('cotty history at a terminal opens the window on it, and prints in a pipe', async () => {
  const window = host.sandbox.open(['history']);
  await window.waitForText(' History ›');
  await window.waitFor('three commands', (screen) => listed(screen).length === 3);
  window.send(key.escape);
  await window.waitFor('a prompt', isAtPrompt);
  await window.close();
  const printed = await host.sandbox.run(['history']);
  expect(printed.stdout).toContain('echo broken');
});
