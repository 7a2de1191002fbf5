import { mkdtempSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBuffersFolder } from '../../../src/host/keep/read-buffers-folder.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let runtime: string;
let folder: string | undefined;
beforeEach(() => {
  runtime = mkdtempSync(join(tmpdir(), 'cotty-runtime-'));
});
afterEach(() => {
  removeFolder(runtime);
  if (folder !== undefined) removeFolder(folder);
});

test.runIf(process.platform === 'linux')('read buffers are in memory, and for the user alone', () => {
  folder = readBuffersFolder(runtime);
  expect(readBuffersFolder(runtime)).toBe(folder);
  if (folder === undefined) return;
  const made = dirname(folder) === runtime ? runtime : folder;
  expect(statfsSync(made).type).toBe(0x01021994);
  expect(statSync(made).mode & 0o077).toBe(0);
});

test.runIf(process.platform === 'linux')('read buffers of another runtime folder have another folder', () => {
  folder = readBuffersFolder(runtime);
  if (folder === undefined) return;
  const other = readBuffersFolder(`${runtime}/other`);
  expect(other).not.toBe(folder);
  if (other !== undefined) removeFolder(other);
});
