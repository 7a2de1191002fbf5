/** The index of the history where processes are killed, the disk is full, and several want it at once. */

import { execFile, execFileSync, spawn } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databasePath } from '../../src/ledger/index/database.ts';
import { bin, Sandbox } from '../support/sandbox.ts';

const oldCommands = fileURLToPath(new URL('../bench/old-commands.mjs', import.meta.url));
const COMMANDS = 12_000;

let sandbox: Sandbox;
let index = '';
let expected: unknown;
beforeAll(async () => {
  sandbox = new Sandbox();
  const state = join(sandbox.home, '.local/state/cotty');
  index = databasePath(state);
  execFileSync(process.execPath, [oldCommands, state, '6', String(COMMANDS / 6)]);
  expected = await stats();
  expect(expected).toMatchObject({ commands: COMMANDS });
});
afterAll(() => sandbox?.close());

const STATS = ['stats', '--json'];

async function stats(): Promise<unknown> {
  const { code, stdout, stderr } = await sandbox.run(STATS);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

function size(): number {
  return statSync(index, { throwIfNoEntry: false })?.size ?? 0;
}

test.each([1, 200_000, 1_000_000])(
  'is whole after a kill when %d bytes of it were written',
  async (bytes) => {
    rmSync(dirname(index), { recursive: true, force: true });
    const child = spawn(process.execPath, [bin, ...STATS], { env: sandbox.env, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)));
    while (size() < bytes && child.exitCode === null) await new Promise((resolve) => setImmediate(resolve));
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    expect(await stats()).toEqual(expected);
    expect(await stats()).toEqual(expected);
  },
);

test('is in memory where the disk has no room for it, and in its file when there is room again', async () => {
  rmSync(dirname(index), { recursive: true, force: true });
  const full = await new Promise<string>((resolve, reject) => {
    const script = `trap '' XFSZ; ulimit -f 256; exec "$0" "$@"`;
    const args = ['-c', script, process.execPath, bin, ...STATS];
    execFile('bash', args, { env: sandbox.env }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    );
  });
  expect(JSON.parse(full)).toEqual(expected);
  expect(size()).toBeLessThanOrEqual(256 * 1024);
  expect(await stats()).toEqual(expected);
  expect(size()).toBeGreaterThan(256 * 1024);
});

test('tells the same to several processes at once, of which one has the file', async () => {
  rmSync(dirname(index), { recursive: true, force: true });
  expect(await Promise.all([stats(), stats(), stats()])).toEqual([expected, expected, expected]);
});

test('is the same in a host, which has it in a worker, and when that is killed', async () => {
  await sandbox.openTerminals('build');
  const ofHost = (await stats()) as { readonly commands: number };
  expect(ofHost.commands).toBe(COMMANDS);
  const { stdout } = await sandbox.run(['host', 'status']);
  process.kill(Number(/process +(\d+)/.exec(stdout)?.[1]), 'SIGKILL');
  expect(await stats()).toEqual(ofHost);
});
