import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tryOut } from '../../src/host/trial.ts';
import { keptPtys } from '../support/kept-pty.ts';
import { MemoryHost, marks } from '../support/memory-host.ts';
import { removeFolder } from '../support/remove-folder.ts';

const T = 'ahp-terminal:/t1';
const env = { HOME: '/', SHELL: '/bin/bash', PATH: '/usr/bin:/bin' };

let folder: string;
let host: MemoryHost;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-trial-'));
  const { ptys, ...means } = keptPtys();
  host = await MemoryHost.start({
    ...means,
    record: { folder },
    keep: { program: ['/bin/false'], args: [], leave: () => {}, inherited: [] },
  });
  const person = await host.connect('c1', { writer: 'user:ada' });
  await person.request('createTerminal', { channel: T, claim: { kind: 'client', clientId: 'c1' } });
  host.clock.turn();
  ptys[0]?.print(`${marks.prompt}$ ${marks.start('sleep 99')}so far`);
});

afterEach(async () => {
  await host.host.close();
  removeFolder(folder);
});

/** All files of the state folder with what is in them. */
function files(): readonly (readonly [string, string])[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.sort().map((path) => [path, readFileSync(path, 'latin1')] as const);
}

const tried = (...uris: readonly string[]) => tryOut({ folder, uris, env, version: '2.0.0' });

test('a version that is tried takes the terminals over in thought, and writes nothing', async () => {
  const before = files();
  expect(await tried(T)).toEqual({ version: '2.0.0', taken: [T], why: '' });
  expect(files()).toEqual(before);
});

test('a terminal that is not there is not taken', async () => {
  expect(await tried('ahp-terminal:/other')).toMatchObject({ taken: [] });
});

test('a replay log of another version is not taken, and the answer says why', async () => {
  const [terminal = ''] = readdirSync(join(folder, 'terminals'));
  const path = join(folder, 'terminals', terminal, 'tape');
  const replayLog = readFileSync(path, 'latin1');
  writeFileSync(path, replayLog.replace('"version":1', '"version":2'), 'latin1');
  const { taken, why } = await tried(T);
  expect(taken).toEqual([]);
  expect(why).toContain('its replay log cannot be read by this version');
});
