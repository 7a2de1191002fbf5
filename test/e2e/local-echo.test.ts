/** What is typed to a far host is drawn before the host has answered. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CutProxy } from '../support/cut-proxy.ts';
import { isAtPrompt, waitForMode } from '../support/face.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import { Sandbox } from '../support/sandbox.ts';

const sandbox = new Sandbox();
let proxy: CutProxy | undefined;
afterAll(async () => {
  proxy?.close();
  await sandbox.close();
});

test('while nothing comes from the host, a key is drawn underlined after one was echoed, and it stays when it is echoed', async () => {
  sandbox.write('.config/cotty/config', 'localEcho = always\n');
  const host = sandbox.open(['host', '--listen', '127.0.0.1:0'], { cols: 200 });
  await host.waitForText(/listening/);
  const { stdout } = await sandbox.run(['host', 'status', '--json']);
  proxy = await CutProxy.before(Number(/127\.0\.0\.1:(\d+)/.exec(stdout)?.[1]));
  const token = readFileSync(join(sandbox.root, 'run/token'), 'utf8').trim();
  await sandbox.openTerminals('far');
  const window = sandbox.open(['--connect', `ws://127.0.0.1:${proxy.port}/?tkn=${token}`]);
  await window.waitFor('a prompt', isAtPrompt);
  window.type('\x0b');
  await waitForMode(window, 'RAW');
  // The kernel echoes what it reads: a shell that does may be late on a busy machine, and is then not trusted.
  window.type('cat\r');
  await window.waitForText('RAW  cat');
  window.type('f');
  await window.waitForText(/^f$/m);
  proxy.cut();
  window.type('ar');
  const guessed = await window.waitForText(/^far$/m);
  const row = guessed.text().split('\n').indexOf('far');
  const underlined = (screen: OuterScreen) =>
    screen
      .cells(row)
      .slice(0, 3)
      .map(({ attributes }) => attributes.includes('underline'));
  expect(underlined(guessed)).toEqual([false, true, true]);
  proxy.mend();
  window.type('\r');
  const echoed = await window.waitForText(/^far\nfar$/m);
  expect(underlined(echoed)).toEqual([false, false, false]);
});
