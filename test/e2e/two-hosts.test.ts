/** Two hosts of one person: what ends or describes a host never means the wrong one. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
/** Another host, with folders of its own, and an environment that names the folders of both. */
let other: Record<string, string>;
let mixed: Record<string, string>;
const socketIn = (folder: string) => join(folder, 'host.sock');

beforeAll(async () => {
  sandbox = new Sandbox();
  const run = join(sandbox.root, 'other-run');
  mkdirSync(run, { mode: 0o700 });
  other = { COTTY_RUNTIME_DIR: run, COTTY_STATE_DIR: join(sandbox.root, 'other-state') };
  mixed = { COTTY_RUNTIME_DIR: run };
  expect(await sandbox.run(['new', 'mine', '--', 'sleep 600'])).toMatchObject({ code: 0 });
  expect(await sandbox.run(['new', 'theirs', '--', 'sleep 600'], other)).toMatchObject({ code: 0 });
});

afterAll(async () => {
  await sandbox.run(['host', 'stop', '--yes'], other);
  await sandbox.close();
});

test.each([['status'], ['stop'], ['stop', '--yes'], ['restart']])(
  'where the runtime folder and the state folder belong to different hosts, `host %s %s` says so and does nothing',
  async (...verb) => {
    const said = await sandbox.run(['host', ...verb], mixed);
    expect(said).toMatchObject({ code: 1, stdout: '' });
    expect(said.stderr).toContain('there are two hosts');
    expect(said.stderr).toContain(`unix:${socketIn(join(sandbox.root, 'run'))}`);
    expect(said.stderr).toContain(`unix:${socketIn(mixed['COTTY_RUNTIME_DIR'] ?? '')}`);
    expect((await sandbox.run(['ls'])).stdout).toContain('mine');
    expect((await sandbox.run(['ls'], other)).stdout).toContain('theirs');
  },
);

test('the one that is named is meant', async () => {
  const socket = socketIn(mixed['COTTY_RUNTIME_DIR'] ?? '');
  const status = await sandbox.run(['host', 'status', '--json', '--connect', `unix:${socket}`], mixed);
  expect(JSON.parse(status.stdout)).toMatchObject({ socket });
  const refused = await sandbox.run(['host', 'stop', '--connect', `unix:${socket}`], mixed);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('use --yes') });
  const stopped = await sandbox.run(['host', 'stop', '--yes', '--connect', `unix:${socket}`], mixed);
  expect(stopped).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`stopped the host at ${socket} (process `),
  });
  // Of two that are named, one is left: nothing is in doubt any more.
  const left = await sandbox.run(['host', 'status', '--json'], mixed);
  expect(JSON.parse(left.stdout)).toMatchObject({ socket: socketIn(join(sandbox.root, 'run')) });
});
