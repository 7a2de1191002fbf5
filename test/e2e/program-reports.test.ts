import { beforeEach, expect, test } from 'vitest';
import { openTab, waitForMode } from '../support/face.ts';
import { key } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { sharedWindow } from '../support/shared-window.ts';

// A terminal that is known to show notices and progress.
const shared = sharedWindow({ cols: 100, rows: 20, env: { TERM_PROGRAM: 'WezTerm' } });
let window: OuterTerminal;
beforeEach(() => {
  window = shared.window;
});

function written(text: string): Promise<unknown> {
  return window.waitFor(JSON.stringify(text), () => window.raw.includes(text));
}

test('what programs tell beside text reaches the outer terminal with the name of their tab', async () => {
  let bells = 0;
  window.screen.terminal.onBell(() => {
    bells += 1;
  });
  window.type(`printf 'ring \\a'\r`);
  await window.waitFor('the bell', () => bells === 1);
  // Nobody looks at the window.
  window.send('\x1b[O');
  const notice = (body: string) => written(`\x1b]9;${shared.tab}: ${body}\x1b\\`);
  window.type(`printf '\\e]9;nine is done\\a'\r`);
  await notice('nine is done');
  window.type(`printf '\\e]777;notify;seven;is done\\e\\\\'\r`);
  await notice('seven: is done');
  window.type(`printf '\\e]99;i=1:d=0;kitty\\e\\\\\\e]99;i=1:p=body;is done\\e\\\\'\r`);
  await notice('kitty: is done');
  window.send('\x1b[I');
  window.type(`printf '\\e]9;4;1;42\\a'; read -r; printf '\\e]9;4;0\\a'\r`);
  await written('\x1b]9;4;1;42\x1b\\');
  window.send('\r');
  await written('\x1b]9;4;0\x1b\\');
  window.type(`printf '\\e]2;my title\\a'; read -r\r`);
  await window.waitFor('the title', ({ title }) => title.includes('my title') && title.includes('cotty'));
  window.send('\r');
  expect(bells).toBe(1);
});

test('what a tab tells that is not in front is heard in LOCK as well', async () => {
  let bells = 0;
  window.screen.terminal.onBell(() => {
    bells += 1;
  });
  window.type(`until [ -e go ]; do sleep 0.1; done; printf '\\a\\e]9;from behind\\a'\r`);
  await openTab(window, 'front');
  window.send(key.escape);
  await waitForMode(window, 'BROWSE');
  window.send('L');
  await waitForMode(window, 'LOCK');
  window.type('touch go\r');
  await window.waitFor('the notice', () => /\x1b\]9;[^\x1b]*: from behind\x1b\\/.test(window.raw));
  await window.waitFor('the bell', () => bells === 1);
});
