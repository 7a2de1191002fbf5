/** What a host keeps on disk of the output of open terminals: readable by its user alone, and gone with the terminal. */

import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBuffersFolder } from '../../src/host/keep/read-buffers-folder.ts';
import { Sandbox } from '../support/sandbox.ts';

/** Of a form that is redacted in records. */
const SECRET = `ghp_${'a1B2'.repeat(9)}`;

let sandbox: Sandbox;
let state: string;

beforeAll(async () => {
  sandbox = new Sandbox();
  state = join(sandbox.home, '.local/state/cotty');
  for (const name of ['first', 'second'])
    expect(await sandbox.run(['new', name, '--detached'])).toMatchObject({ code: 0 });
  sandbox.write('secret', `the token is ${SECRET}\n`);
  for (const name of ['first', 'second'])
    expect(await sandbox.run(['run', name, '--', 'cat', 'secret'])).toMatchObject({ code: 0 });
});
afterAll(() => sandbox?.close());

function under(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}

/** The host may remove any of them meanwhile. */
const files = () => under(state).filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isFile());
const replayLogs = () => files().filter((path) => path.endsWith('/tape'));
const holding = (text: string) =>
  files().filter((path) => existsSync(path) && readFileSync(path).includes(text));

test('the replay log of an open terminal holds output as it was printed, the records hold it redacted', async () => {
  expect(replayLogs()).toHaveLength(2);
  expect(holding(SECRET).sort()).toEqual([...replayLogs()].sort());
  expect(holding('[redacted]').length).toBeGreaterThan(0);
});

test('nobody else can read any of it, nor the memory through which it is read', () => {
  const readBuffers = readBuffersFolder(join(sandbox.root, 'run'));
  const all = [
    state,
    ...under(state),
    ...(readBuffers === undefined ? [] : [readBuffers, ...under(readBuffers)]),
  ];
  expect(all.length).toBeGreaterThan(4);
  for (const path of all) {
    const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    expect(mode & 0o077, path).toBe(0);
  }
});

test('forgetting a record takes its output off the replay log, once it does not stand on the screen any more', async () => {
  expect(await sandbox.run(['run', 'first', '--', 'clear'])).toMatchObject({ code: 0 });
  expect(await sandbox.run(['forget', 'first', '1'])).toMatchObject({ code: 0 });
  await expect.poll(() => holding(SECRET)).toHaveLength(1);
});

test('a replay log goes with its terminal, all go with the host, and none is made without records', async () => {
  expect(await sandbox.run(['kill', 'second'])).toMatchObject({ code: 0 });
  await expect.poll(() => replayLogs().length).toBeLessThan(2);
  await expect.poll(() => holding(SECRET)).toEqual([]);
  expect(await sandbox.run(['host', 'stop', '--yes'])).toMatchObject({ code: 0 });
  expect(replayLogs()).toEqual([]);
  const before = files().length;
  expect(await sandbox.run(['new', 'third', '--detached', '--ephemeral'])).toMatchObject({ code: 0 });
  await sandbox.run(['run', 'third', '--', 'cat', 'secret']);
  expect(files().length).toBeLessThanOrEqual(before);
  expect(holding(SECRET)).toEqual([]);
});
