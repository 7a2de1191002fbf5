import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeLock } from '../../../src/host/common/folder-lock.ts';
import { processStart } from '../../../src/host/common/process-start.ts';
import { removeFolder } from '../../support/remove-folder.ts';

/** What another process does just before and just after this one makes its file. */
const other = vi.hoisted(() => ({ before: () => {}, after: () => {} }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const linkSync = (from: string, to: string) => {
    other.before();
    fs.linkSync(from, to);
    other.after();
  };
  return { ...fs, linkSync };
});

const alive = { pid: process.ppid, start: processStart(process.ppid) };
const dead = { pid: process.ppid, start: 'earlier' };

describe('a lock that another process takes at the same moment', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cotty-lock-'));
  });
  afterEach(() => {
    Object.assign(other, { before: () => {}, after: () => {} });
    removeFolder(folder);
  });

  const write = (number: number, owner: object) =>
    writeFileSync(join(folder, `host.lock.${number}`), JSON.stringify(owner));
  const once = (act: () => void) => {
    let done = false;
    return () => {
      if (!done) act();
      done = true;
    };
  };

  it('is of the other one, which was first', () => {
    other.before = once(() => write(1, alive));
    expect(takeLock(folder, 'me')).toEqual({ ok: false, holder: process.ppid });
    expect(readdirSync(folder)).toEqual(['host.lock.1']);
  });

  it('is its own when the other one has ended since', () => {
    other.before = once(() => write(1, dead));
    expect(takeLock(folder, 'me').ok).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['host.lock.1', 'host.lock.2']);
  });

  it('is of the other one, whose number is higher, and the own file is removed', () => {
    other.after = once(() => write(2, alive));
    expect(takeLock(folder, 'me')).toEqual({ ok: false, holder: process.ppid });
    expect(readdirSync(folder)).toEqual(['host.lock.2']);
  });

  it.each([
    ['its own name', () => {}, { ok: true }],
    ['its number', () => write(2, alive), { ok: false }],
  ])('does not mind that somebody has removed the file with %s', (_which, act, outcome) => {
    other.after = once(() => {
      act();
      for (const name of ['lock-me.tmp', ...(outcome.ok ? [] : ['host.lock.1'])]) rmSync(join(folder, name));
    });
    // The second round finds the other one before it makes a file.
    expect(takeLock(folder, 'me')).toMatchObject(outcome);
  });

  it('is given up when others are faster a hundred times', () => {
    let times = 0;
    other.before = () => {
      times += 1;
      write(times, dead);
    };
    expect(() => takeLock(folder, 'me')).toThrow(`too many hosts try to take the lock in ${folder} at once`);
    expect(times).toBe(100);
  });

  it.each([
    new Error('no links here'),
    Object.assign(new Error('no right'), { code: 'EACCES' }),
    'text',
    undefined,
  ])('is not taken for taken when its file cannot be made: %s', (error) => {
    other.before = () => {
      throw error;
    };
    let thrown: unknown = 'nothing';
    try {
      takeLock(folder, 'me');
    } catch (caught) {
      thrown = caught;
    }
    expect(thrown).toBe(error);
    expect(readdirSync(folder)).toEqual([]);
  });
});
