import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tabLine } from '../support/face.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let host: OuterTerminal;
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.close());

async function listening(): Promise<{ readonly url: string; readonly token: string }> {
  host = sandbox.open(['host', '--listen', '127.0.0.1:0'], { cols: 200 });
  await host.waitForText(/listening/);
  const { stdout } = await sandbox.run(['host', 'status', '--json']);
  const address = /ws:\/\/(127\.0\.0\.1:\d+)/.exec(stdout)?.[1];
  if (address === undefined) throw new Error(`no address in ${stdout}`);
  const token = readFileSync(join(sandbox.root, 'run/token'), 'utf8').trim();
  return { url: `http://${address}/api/terminals`, token };
}

test('a program makes a terminal over HTTP, names it, reads its last lines, and ends all; a window shows it', async () => {
  const { url, token } = await listening();
  const ask = async (path: string, method = 'GET', json?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const response = await fetch(`${url}${path}`, { method, headers, ...body });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
  };
  const { status, body } = await ask('', 'POST', { command: 'seq 5', purpose: 'count' });
  expect(status).toBe(201);
  const id = `/${body.terminalId}`;
  await expect.poll(async () => (await ask(`${id}/lines?last=20`)).body.lines).toContain('5');
  expect((await ask(`${id}/rename`, 'POST', { name: 'counter' })).status).toBe(200);
  const window = sandbox.open();
  await window.waitFor('its tab', (screen) => tabLine(screen).includes('counter'));
  expect(await ask('', 'HEAD')).toEqual({ status: 200, body: {} });
  expect((await ask('', 'DELETE')).body.ended).toMatchObject([{ title: 'counter' }]);
  expect((await ask('')).body.terminals).toEqual([]);
  // What was ended can be read for some minutes.
  expect((await ask(`${id}/lines?last=20`)).body.lines).toContain('5');
});
