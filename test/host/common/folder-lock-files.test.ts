import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Lock, livingOwner, lockHolder, takeLock } from '../../../src/host/common/folder-lock.ts';
import { processStart } from '../../../src/host/common/process-start.ts';
import { removeFolder } from '../../support/remove-folder.ts';

/** Beyond what any system gives: no process has it. */
const NOBODY = 2 ** 30;

describe('the files of a lock', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cotty-lock-'));
  });
  afterEach(() => removeFolder(folder));

  const file = (number: number) => join(folder, `host.lock.${number}`);
  const write = (number: number, content: unknown) => writeFileSync(file(number), JSON.stringify(content));
  const own = () => ({ pid: process.pid, start: processStart(process.pid) ?? '' });
  const taken = (): Lock => {
    const result = takeLock(folder, 'a');
    if (!result.ok) throw new Error(`held by ${result.holder}`);
    return result.lock;
  };
  const access = (path: string) => statSync(path).mode & 0o777;

  it('can be read by their owner alone, also when they are free again', () => {
    const lock = taken();
    expect(access(file(1))).toBe(0o600);
    expect(JSON.parse(readFileSync(file(1), 'utf8'))).toEqual(own());
    lock.release();
    expect(access(file(1))).toBe(0o600);
    expect(readFileSync(file(1), 'utf8')).toBe('{}');
    expect(lockHolder(folder)).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['host.lock.1']);
  });

  it('are read up to 64 KiB: what is larger is no lock', () => {
    const text = JSON.stringify(own());
    writeFileSync(file(1), text.padEnd(64 * 1024));
    expect(lockHolder(folder)).toBe(process.pid);
    writeFileSync(file(1), text.padEnd(64 * 1024 + 1));
    expect(lockHolder(folder)).toBeUndefined();
  });

  it('name a process by its id and its start, both of their own kind', () => {
    const { pid, start } = own();
    for (const nobody of [
      {},
      { pid: NOBODY },
      { start },
      { pid: `${pid}`, start },
      { pid, start: 'earlier' },
      null,
      'x',
    ]) {
      write(1, nobody);
      expect([nobody, livingOwner(file(1)), lockHolder(folder)]).toEqual([nobody, undefined, undefined]);
    }
    writeFileSync(file(1), '{"pid":');
    expect(lockHolder(folder)).toBeUndefined();
    write(1, own());
    expect(lockHolder(folder)).toBe(pid);
    expect(takeLock(folder, 'b')).toEqual({ ok: false, holder: pid });
  });

  it('are no longer its own when they name a process with the same id that began at another time', () => {
    const lock = taken();
    expect(lock.isThere()).toBe(true);
    write(1, { ...own(), start: 'later' });
    expect(lock.isThere()).toBe(false);
    lock.release();
    expect(JSON.parse(readFileSync(file(1), 'utf8'))).toMatchObject({ start: 'later' });
  });

  it('are counted on from the highest number, of which the one before stays', () => {
    for (const number of [1, 2, 9, 10]) write(number, {});
    writeFileSync(join(folder, 'host.lock.x'), '');
    writeFileSync(join(folder, 'otherfile.20'), '');
    taken();
    expect(readdirSync(folder).sort()).toEqual([
      'host.lock.10',
      'host.lock.11',
      'host.lock.x',
      'otherfile.20',
    ]);
  });

  it('are not taken where the folder is gone', () => {
    const gone = join(folder, 'gone');
    expect(() => takeLock(gone, 'a')).toThrow(/ENOENT/);
    expect(() => lockHolder(gone)).toThrow(/ENOENT/);
    expect(existsSync(gone)).toBe(false);
  });
});
