import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeLock } from '../../../src/host/common/folder-lock.ts';
import { processStart } from '../../../src/host/common/process-start.ts';
import { readAddress } from '../../../src/host/listener/host-address.ts';
import { StateLock } from '../../../src/host/record/state-lock.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let root = '';
let state = '';
let socket = '';
let server: Server;
let logged: string[] = [];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'cotty-state-'));
  state = join(root, 'state');
  mkdirSync(join(root, 'run'), { mode: 0o700 });
  socket = join(root, 'run', 'host.sock');
  server = createServer();
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  logged = [];
});
afterEach(() => {
  server.close();
  removeFolder(root);
});

async function taken(): Promise<StateLock> {
  const lock = new StateLock({ folder: state, clock: new HandClock(), log: (text) => logged.push(text) });
  await lock.take();
  lock.check(socket);
  return lock;
}

const own = () => ({ pid: process.pid, socket });

describe('the lock of the state folder', () => {
  test('has the address of its host beside it until it is given back', async () => {
    const lock = await taken();
    expect(readAddress(state)).toEqual(own());
    lock.release();
    expect(existsSync(join(state, 'host.json'))).toBe(false);
    expect(takeLock(state, 'next').ok).toBe(true);
  });

  test.each<[string, () => void]>([
    ['the folder was removed', () => rmSync(state, { recursive: true })],
    ['the address was removed', () => rmSync(join(state, 'host.json'))],
    ['the address was overwritten', () => writeFileSync(join(state, 'host.json'), '{"pid":1,"socket":"/x"}')],
    ['the lock was removed', () => rmSync(join(state, 'host.lock.1'))],
  ])('is there again at the next look when %s', async (_what, change) => {
    const lock = await taken();
    change();
    expect(readAddress(state)).toBeUndefined();
    lock.check(socket);
    expect(readAddress(state)).toEqual(own());
    expect(lock.blocked).toBeUndefined();
  });

  test('follows the socket', async () => {
    const lock = await taken();
    const moved = join(root, 'run', 'other.sock');
    lock.check(moved);
    lock.check(socket);
    expect(readAddress(state)).toEqual(own());
  });

  test('is taken later where it cannot be written, and the reason is said once', async () => {
    writeFileSync(state, 'in the way');
    const lock = await taken();
    lock.check(socket);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(`the lock in ${state}: `);
    rmSync(state);
    lock.check(socket);
    expect(readAddress(state)).toEqual(own());
    expect(logged.at(-1)).toBe(`the lock in ${state} is held now`);
  });

  test('stays with another host that took it meanwhile: this one stops to record', async () => {
    const lock = await taken();
    rmSync(state, { recursive: true });
    mkdirSync(state, { mode: 0o700 });
    const other = takeLock(state, 'other');
    rmSync(join(state, 'host.json'), { force: true });
    // Both are this process here, so the lock of the other has to look foreign.
    if (other.ok)
      writeFileSync(join(state, 'host.lock.1'), JSON.stringify({ pid: process.ppid, start: startOf() }));
    lock.check(socket);
    expect(lock.blocked).toBe(`another host (process ${process.ppid}) records in ${state}`);
    expect(readAddress(state)).toBeUndefined();
  });
});

function startOf(): string {
  return processStart(process.ppid) ?? '';
}
