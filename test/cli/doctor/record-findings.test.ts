import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordFindings, roomFindings } from '../../../src/cli/doctor/doctor.ts';
import { removeFolder } from '../../support/remove-folder.ts';

describe('findings about files', () => {
  let home = '';
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'cotty-files-'));
  });
  afterEach(() => removeFolder(home));
  const found = (id: string) => recordFindings({ HOME: home }).find((each) => each.id === id);

  test('are none in a home without any', () => {
    expect(recordFindings({ HOME: home })).toEqual([]);
  });

  test('records that others can read are no place for a host', () => {
    mkdirSync(join(home, '.local/state/cotty'), { recursive: true, mode: 0o755 });
    expect(found('records')).toMatchObject({
      status: 'bad',
      text: expect.stringContaining('is open to other users (mode 0755, needed: 0700)'),
    });
  });

  test('a file in the place of the records is said to be one', () => {
    mkdirSync(join(home, '.local/state'), { recursive: true });
    writeFileSync(join(home, '.local/state/cotty'), '');
    expect(found('records')).toMatchObject({
      status: 'bad',
      text: expect.stringMatching(/is not a folder$/),
    });
  });

  test('a link that leads nowhere is no place for them', () => {
    mkdirSync(join(home, '.local/state'), { recursive: true });
    symlinkSync('/nowhere', join(home, '.local/state/cotty'));
    expect(found('records')).toMatchObject({
      status: 'bad',
      text: expect.stringMatching(/is a symbolic link, not a folder$/),
    });
  });

  test('little room is told in numbers', () => {
    const mib = 1024 * 1024;
    expect(roomFindings('/r', 256 * mib)).toEqual([]);
    expect(roomFindings('/r', 256 * mib - 1)).toEqual([
      {
        id: 'records',
        status: 'no',
        text: 'records: /r, only 255 MiB are free: a full disk stops the recording, not the terminals',
      },
    ]);
    expect(roomFindings('/r', undefined)).toEqual([]);
  });

  test('a theme that does not exist is reported with the line that names it', () => {
    mkdirSync(join(home, '.config/cotty'), { recursive: true });
    writeFileSync(join(home, '.config/cotty/config'), 'mouse = on\ntheme = purple\n');
    expect(found('configuration')).toMatchObject({
      status: 'no',
      hint: expect.stringMatching(/^line 2: must be auto, light, dark or highContrast$/),
    });
  });

  test('lines of the configuration that are not read are named', () => {
    mkdirSync(join(home, '.config/cotty'), { recursive: true });
    writeFileSync(join(home, '.config/cotty/config'), 'nonsense = 1\n\nscrollback = many\n');
    expect(found('configuration')).toMatchObject({
      status: 'no',
      text: expect.stringContaining('2 not read'),
      hint: expect.stringMatching(/^line 1: .*\nline 3: /),
    });
  });
});
