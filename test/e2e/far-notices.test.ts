/** Notices of the own host about programs on other machines: two real hosts, and a real HTTP server that is told. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameFarHost } from '../support/far-host.ts';
import { processesMarked } from '../support/left-behind.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
/** The folders of the host that is the machine `box`. */
let far: Record<string, string>;
let server: Server;
const got: { readonly text: string; readonly terminals: readonly Record<string, unknown>[] }[] = [];
const SOON = { timeout: 60_000, interval: 200 };

beforeAll(async () => {
  sandbox = new Sandbox();
  const refuses = sandbox.write(
    'refuses.sh',
    '#!/bin/sh\necho "ada@locked: Permission denied (publickey)." >&2\nexit 255\n',
  );
  far = nameFarHost(sandbox, `locked = exec:sh ${refuses}\n`);
  expect(await sandbox.run(['new', 'api', '--detached'], far)).toMatchObject({ code: 0 });
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      got.push(JSON.parse(body));
      response.end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});

afterAll(async () => {
  server.close();
  await sandbox.run(['host', 'stop', '--yes'], far);
  await sandbox.close();
});

/** A program in a terminal of the machine that says what it does until it is stopped. */
async function says(state: string, kind: string): Promise<void> {
  const report = `\\033]7501;state=${state}:app=ada:kind=${kind}\\007`;
  const line = `sh -c 'printf "${report}"; read -r answer'`;
  expect(await sandbox.run(['send', 'api', line, 'Enter'], far)).toMatchObject({ code: 0 });
}

const followers = () =>
  processesMarked(`COTTY_TEST_MARK=${sandbox.root}`).filter(({ command }) =>
    command.includes('machine news'),
  );
const texts = () => got.flatMap(({ text }) => text);

test('a program that waits on another machine is told of as long as somebody wants it', async () => {
  expect(await sandbox.run(['new', 'own', '--detached'])).toMatchObject({ code: 0 });
  expect(followers()).toEqual([]);
  const { port } = server.address() as AddressInfo;
  const set = await sandbox.run(['notify', '--webhook', `http://127.0.0.1:${port}/hook`]);
  expect(set).toMatchObject({ code: 0, stderr: '' });
  await expect
    .poll(async () => JSON.parse((await sandbox.run(['notify', '--json'])).stdout).machines, SOON)
    .toEqual([
      { name: 'box' },
      { name: 'locked', trouble: 'needs you: ada@locked: Permission denied (publickey).' },
    ]);
  await says('blocked', 'permission');
  await expect.poll(texts, SOON).toEqual(['ada waits for you: permission in box:api']);
  expect(got[0]?.terminals).toMatchObject([{ name: 'box:api', machine: 'box', state: 'blocked' }]);
  expect(followers()).toHaveLength(1);

  // The process that follows is killed: what is still so is no news, what changes is.
  process.kill(followers()[0]?.pid ?? 0, 'SIGKILL');
  await expect.poll(() => followers().length, SOON).toBe(1);
  await sandbox.run(['send', 'api', 'C-c'], far);
  await says('blocked', 'question');
  await expect
    .poll(texts, { ...SOON, timeout: 90_000 })
    .toEqual(['ada waits for you: permission in box:api', 'ada waits for you: question in box:api']);

  expect(await sandbox.run(['notify', 'off'])).toMatchObject({ code: 0 });
  await expect.poll(followers, SOON).toEqual([]);
  await sandbox.run(['send', 'api', 'C-c'], far);
});

test('machines that are named later are followed, and those that are forgotten are not', async () => {
  const { port } = server.address() as AddressInfo;
  const machines = join(sandbox.home, '.config/cotty/machines');
  sandbox.write('.config/cotty/machines', '');
  expect(machines).toContain(sandbox.home);
  await sandbox.run(['notify', '--webhook', `http://127.0.0.1:${port}/hook`]);
  const named = async () => JSON.parse((await sandbox.run(['notify', '--json'])).stdout).machines;
  expect(await named()).toBeUndefined();
  sandbox.write('.config/cotty/machines', 'gone = exec:false\n');
  await expect
    .poll(named, SOON)
    .toEqual([{ name: 'gone', trouble: expect.stringContaining('is not reachable') }]);
  sandbox.write('.config/cotty/machines', '');
  await expect.poll(named, SOON).toBeUndefined();
  await expect.poll(followers, SOON).toEqual([]);
  await sandbox.run(['notify', 'off']);
});
