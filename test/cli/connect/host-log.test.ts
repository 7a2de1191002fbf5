import {
  appendFileSync,
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { logTail, logTo, openLog } from '../../../src/cli/connect/host-log.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-log-'));
  path = join(folder, 'host.log');
});
afterEach(() => removeFolder(folder));

describe('the host log', () => {
  test('can be read by its owner alone, also when the file was open to others', () => {
    writeFileSync(path, 'old\n');
    chmodSync(path, 0o644);
    closeSync(openLog(path));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(logTail(path, 5)).toBe('old');
  });

  test('dates each line', () => {
    logTo(path, () => Date.UTC(2030, 0, 2, 3, 4, 5))('listening');
    expect(logTail(path, 1)).toBe('2030-01-02T03:04:05.000Z listening');
  });

  test('is begun anew after somebody removed its folder, as soon as the folder is back', () => {
    const log = logTo(path, () => 0);
    log('first');
    rmSync(folder, { recursive: true });
    log('nobody reads this');
    mkdirSync(folder);
    log('second\x1b[2J');
    expect(logTail(path, 5)).toBe('1970-01-01T00:00:00.000Z second[2J');
  });

  test('drops its older half at the limit, whole lines at a time, and keeps the newest line', () => {
    const log = logTo(path, () => 0);
    for (let line = 0; line < 1500; line += 1) log(`${String(line).padStart(5, '0')} ${'x'.repeat(1000)}`);
    expect(statSync(path).size).toBeLessThanOrEqual(1024 * 1024 + 2000);
    const lines = logTail(path, 5000).split('\n');
    expect(lines.at(-1)).toContain(' 01499 ');
    expect(lines.every((line) => /^1970-\S+ \d{5} x{1000}$/.test(line))).toBe(true);
  });

  test('is cut when it is opened, after a process wrote past the limit by itself', () => {
    writeFileSync(path, '');
    for (let part = 0; part < 3; part += 1) appendFileSync(path, `${'y'.repeat(1023)}\n`.repeat(1024));
    closeSync(openLog(path));
    expect(statSync(path).size).toBeLessThanOrEqual(512 * 1024);
  });

  test('has no tail when there is no log', () => {
    expect(logTail(join(folder, 'none'), 3)).toBe('');
  });
});
