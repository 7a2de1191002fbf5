import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AckedInput } from '../../../src/host/keep/acked-input.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acked-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(goesOn: boolean, log: string[] = [], inMemory = false): AckedInput {
  const acked = new AckedInput((line) => log.push(line));
  acked.open(folder, goesOn, inMemory);
  return acked;
}

test.each([
  ['a file', false],
  ['memory', true],
])('%s tells the next host the last number of each window, and that host goes on from it', (_, inMemory) => {
  const first = open(false, [], inMemory);
  first.note('a', 1);
  first.note('b', 7);
  first.note('a', 2 ** 40);
  // Not closed: the host is killed.
  const second = open(true, [], inMemory);
  expect([second.of('a'), second.of('b'), second.of('c')]).toEqual([2 ** 40, 7, undefined]);
  second.note('b', 8);
  second.note('c', 1);
  const third = open(true, [], inMemory);
  expect([third.of('a'), third.of('b'), third.of('c')]).toEqual([2 ** 40, 8, 1]);
});

test('a host that takes over no programs knows nothing of what was typed at others', () => {
  open(false).note('a', 1);
  expect(open(false).of('a')).toBeUndefined();
});

test('beyond its limit the oldest window is forgotten', () => {
  const acked = open(false);
  for (let n = 0; n < 257; n += 1) acked.note(`window-${n}`, n + 1);
  expect([acked.of('window-0'), acked.of('window-1')]).toEqual([undefined, 2]);
  const next = open(true);
  expect([next.of('window-0'), next.of('window-256')]).toEqual([undefined, 257]);
});

test('without a folder nothing is kept for the next host, which is told', () => {
  const log: string[] = [];
  rmSync(folder, { recursive: true });
  const acked = open(false, log);
  acked.note('a', 1);
  expect(acked.of('a')).toBe(1);
  expect(log).toHaveLength(1);
  expect(existsSync(folder)).toBe(false);
});

test('where nothing can be written, nothing is kept for the next host, which is told', () => {
  const log: string[] = [];
  rmSync(folder, { recursive: true });
  writeFileSync(folder, '');
  const acked = open(false, log);
  acked.note('a', 1);
  expect(acked.of('a')).toBe(1);
  expect(log).toHaveLength(1);
});

test('a host that cannot go on with the file still knows it, and leaves no old number behind', () => {
  const first = open(false);
  first.note('a', 5);
  mkdirSync(join(folder, 'taken-input.next'));
  const log: string[] = [];
  expect(open(true, log).of('a')).toBe(5);
  expect(log).toHaveLength(1);
  expect(existsSync(join(folder, 'taken-input'))).toBe(false);
});
