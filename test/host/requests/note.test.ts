import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Notes } from '../../../src/host/requests/note.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-notes-'));
});
afterEach(() => removeFolder(folder));

test('a note is there for the next host, for the person who wrote it alone', () => {
  expect(new Notes(folder).keep('user:ada', 'splits', '[1]')).toBe(true);
  const next = new Notes(folder);
  expect(next.get('user:ada', 'splits')).toBe('[1]');
  expect(next.get('user:tom', 'splits')).toBeUndefined();
  expect(next.keep('user:ada', 'splits', '')).toBe(true);
  expect(new Notes(folder).get('user:ada', 'splits')).toBeUndefined();
});

test('a note too many is refused, and those that are there can still be changed', () => {
  const notes = new Notes(undefined);
  for (let n = 0; n < 16; n++) expect(notes.keep('user:ada', `n${n}`, 'x')).toBe(true);
  expect(notes.keep('user:ada', 'more', 'x')).toBe(false);
  expect(notes.keep('user:ada', 'n3', 'y')).toBe(true);
  expect(notes.get('user:ada', 'n3')).toBe('y');
});

test('a damaged file counts as empty', () => {
  writeFileSync(join(folder, 'notes.json'), '{"user:ada": {"splits": 7}, ');
  const notes = new Notes(folder);
  expect(notes.get('user:ada', 'splits')).toBeUndefined();
  expect(notes.keep('user:ada', 'splits', '[]')).toBe(true);
});
