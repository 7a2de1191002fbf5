/** What is typed to a far host is drawn before the host has answered. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { CutProxy } from '../support/cut-proxy.ts';
import { waitForMode } from '../support/face.ts';
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
  await window.waitForText(/\$ /);
  window.type('\x0b');
  await waitForMode(window, 'RAW');
  window.type('e');
  await window.waitForText(/\$ e/);
  proxy.cut();
  window.type('cho far');
  await window.waitForText(/\$ echo far/);
  proxy.mend();
  window.type('\r');
  await window.waitForText(/^ *far/m);
  expect(window.screenText()).toContain('echo far');
});
