import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { takeLock } from '../../../src/host/common/folder-lock.ts';
import { readAddress, removeAddress, writeAddress } from '../../../src/host/listener/host-address.ts';
import { skipUnless } from '../../support/programs.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const isRoot = process.getuid?.() === 0;
let root = '';
let state = '';
let socket = '';
let server: Server;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'cotty-address-'));
  state = join(root, 'state');
  mkdirSync(state, { mode: 0o700 });
  mkdirSync(join(root, 'run'), { mode: 0o700 });
  socket = join(root, 'run', 'host.sock');
  server = createServer();
  await new Promise<void>((resolve) => server.listen(socket, resolve));
});
afterEach(() => {
  server.close();
  removeFolder(root);
});

function replace(make: () => void): void {
  rmSync(socket);
  make();
}

function held() {
  const taken = takeLock(state, 'me');
  if (!taken.ok) throw new Error('held by another process');
  return taken.lock;
}

describe('the address of a host', () => {
  test('is what the holder of the lock has written', () => {
    held();
    expect(readAddress(state)).toBeUndefined();
    writeAddress(state, socket);
    expect(readAddress(state)).toEqual({ pid: process.pid, socket });
    removeAddress(state);
    expect(readAddress(state)).toBeUndefined();
  });

  test('is none after the lock was given back', () => {
    const lock = held();
    writeAddress(state, socket);
    lock.release();
    expect(readAddress(state)).toBeUndefined();
  });

  test.each<[string, () => void]>([
    ['the socket is gone', () => rmSync(socket)],
    ['something else is in its place', () => replace(() => writeFileSync(socket, ''))],
    ['a link is in its place', () => replace(() => symlinkSync('/dev/null', socket))],
    ['others may enter the folder of the socket', () => chmodSync(join(root, 'run'), 0o711)],
    ['others may enter the state folder', () => chmodSync(state, 0o750)],
    ['others may read the file', () => chmodSync(join(state, 'host.json'), 0o644)],
    ['the file is damaged', () => writeFileSync(join(state, 'host.json'), '{"pid":')],
    [
      'it names another process',
      () => writeFileSync(join(state, 'host.json'), JSON.stringify({ pid: 1, socket })),
    ],
  ])('is not trusted when %s', (_what, change) => {
    held();
    writeAddress(state, socket);
    change();
    expect(readAddress(state)).toBeUndefined();
  });

  test.each([
    ['the folder of the socket', () => join(root, 'run')],
    ['the socket', () => socket],
    ['the file', () => join(state, 'host.json')],
    ['the state folder', () => state],
  ])('is not trusted when %s belongs to another user', (_what, path) => {
    skipUnless(isRoot, 'only root can give files to another user');
    held();
    writeAddress(state, socket);
    chownSync(path(), 12345, 12345);
    expect(readAddress(state)).toBeUndefined();
  });
});
