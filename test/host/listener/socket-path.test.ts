import { chmodSync, chownSync, mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runtimeFolder, socketPath } from '../../../src/host/listener/socket-path.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const uid = process.getuid?.() ?? 0;
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cotty-path-'));
});

afterEach(() => removeFolder(root));

describe('runtimeFolder', () => {
  it('is cotty in the runtime folder of the session, for the user alone', () => {
    expect(runtimeFolder({ XDG_RUNTIME_DIR: root })).toEqual({ ok: true, path: join(root, 'cotty') });
    expect(statSync(join(root, 'cotty')).mode & 0o777).toBe(0o700);
    expect(runtimeFolder({ XDG_RUNTIME_DIR: root }).ok).toBe(true);
  });

  it('is a folder of the user in the temporary one where there is no session', () => {
    expect(runtimeFolder({ TMPDIR: root })).toEqual({ ok: true, path: join(root, `cotty-${uid}`) });
    expect(runtimeFolder({ TMPDIR: root, XDG_RUNTIME_DIR: '/nowhere' }).ok).toBe(true);
  });

  it('can be put elsewhere', () => {
    const path = join(root, 'mine');
    expect(runtimeFolder({ COTTY_RUNTIME_DIR: path, XDG_RUNTIME_DIR: root })).toEqual({ ok: true, path });
  });

  const at = () => join(root, 'run');
  it.each<[string, () => void, RegExp]>([
    ['a symbolic link', () => symlinkSync(root, at()), /run, is a symbolic link/],
    ['a file', () => writeFileSync(at(), ''), /run, is not a folder/],
    [
      'readable by the group',
      () => makeFolder(0o750),
      /run, is open to other users \(mode 0750, needed: 0700\)/,
    ],
    ['open to all', () => makeFolder(0o777), /run, is open to other users \(mode 0777/],
  ])('refuses one that is %s, naming it', (_, make, error) => {
    make();
    expect(runtimeFolder({ COTTY_RUNTIME_DIR: at() })).toEqual({
      ok: false,
      error: expect.stringMatching(error),
    });
  });

  it('refuses one that belongs to somebody else', () => {
    makeFolder(0o700);
    if (uid === 0) chownSync(at(), 12_345, -1);
    // Only root can give a folder away; for anybody else there is root's.
    const path = uid === 0 ? at() : '/usr';
    expect(runtimeFolder({ COTTY_RUNTIME_DIR: path })).toEqual({
      ok: false,
      error: expect.stringContaining(`belongs to another user (uid ${uid === 0 ? 12_345 : 0})`),
    });
  });

  it('refuses one below something that is not there', () => {
    expect(runtimeFolder({ COTTY_RUNTIME_DIR: '/nowhere/run' })).toEqual({
      ok: false,
      error: expect.stringContaining('/nowhere/run, cannot be created (ENOENT)'),
    });
  });

  it('refuses one in which no socket could be named', () => {
    const path = join(root, 'x'.repeat(100));
    expect(runtimeFolder({ COTTY_RUNTIME_DIR: path })).toEqual({
      ok: false,
      error: expect.stringContaining('is too long: the path of the socket'),
    });
    expect(socketPath('/run/user/1/cotty')).toBe('/run/user/1/cotty/host.sock');
  });

  function makeFolder(mode: number): void {
    mkdirSync(at());
    chmodSync(at(), mode);
  }
});
