import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLastScreen } from '../../../src/host/restore/last-screen.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const terminals = fileURLToPath(new URL('../../../fixtures/state/tapes-1/terminals/', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-last-screen-'));
  cpSync(terminals, folder, { recursive: true });
});
afterEach(() => removeFolder(folder));

const terminal = (name: string) =>
  join(folder, readdirSync(folder).find((each) => each.startsWith(`${name}-`)) ?? '');

test('the last screen of a full-screen program is its rows, dimmed, and is there once', () => {
  const lines = takeLastScreen(terminal('edit'))?.split('\r\n') ?? [];
  expect(lines.slice(0, 3)).toEqual([
    '\x1b[2mtext of a file\x1b[22m',
    '\x1b[2msecond line\x1b[22m',
    '\x1b[2m~\x1b[22m',
  ]);
  expect(lines.slice(-2)).toEqual(['\x1b[2m"notes.txt" [New File]\x1b[22m', '']);
  expect(existsSync(join(terminal('edit'), 'tape'))).toBe(false);
  expect(takeLastScreen(terminal('edit'))).toBeUndefined();
});

test('where no full-screen program was in front there is none, because the blocks have it all', () => {
  expect(takeLastScreen(terminal('build'))).toBeUndefined();
});

test('a replay log that would take long is not played', () => {
  appendFileSync(
    join(terminal('edit'), 'tape'),
    Buffer.concat([Buffer.from('r\0\0\x80\0', 'latin1'), Buffer.alloc(8_388_608)]),
  );
  expect(takeLastScreen(terminal('edit'))).toBeUndefined();
});
