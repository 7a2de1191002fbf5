import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { native } from '../../../src/host/pty/machine-code.ts';
import { closeOnExec, mapFile } from '../../../src/host/pty/system-calls.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const inherits = (file: number) =>
  execFileSync('/bin/sh', ['-c', `[ -e /dev/fd/${file} ] && echo yes || echo no`])
    .toString()
    .trim();

test('a master that node-pty has opened is inherited by no process that is started afterwards', () => {
  const { fd, pid } = native().fork('/bin/sleep', ['1000'], [], '/', 80, 24, -1, -1, true, '', () => {});
  expect(inherits(fd)).toBe('yes');
  expect(closeOnExec(fd)).toBe(true);
  expect(inherits(fd)).toBe('no');
  process.kill(pid, 'SIGKILL');
  closeSync(fd);
  expect(closeOnExec(fd)).toBe(false);
});

test('memory that is a file has what is written to the file, and the other way round', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cotty-map-'));
  const path = join(folder, 'file');
  writeFileSync(path, 'before');
  const file = openSync(path, 'r+');
  const memory = mapFile(file, 6);
  closeSync(file);
  if (memory === undefined) throw new Error('no memory');
  const bytes = Buffer.from(memory);
  expect(bytes.toString()).toBe('before');
  bytes.write('after!');
  expect(readFileSync(path, 'utf8')).toBe('after!');
  removeFolder(folder);
});

test('what is no file becomes no memory', () => {
  expect(mapFile(-1, 6)).toBeUndefined();
});
