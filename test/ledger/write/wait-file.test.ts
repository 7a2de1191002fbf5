import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withRow } from '../../../src/ledger/files/wait-row.ts';
import { readWaits } from '../../../src/ledger/read/read-waits.ts';
import type { Wait } from '../../../src/ledger/records/wait.ts';
import { WaitFile } from '../../../src/ledger/write/wait-file.ts';
import { temporaryFolder } from '../support.ts';

const wait = (n: number, msg = `question ${n}`): Wait => ({ n, askedAt: n, told: 'report', msg });

function fileIn(folder: string) {
  const troubles: string[] = [];
  return {
    file: new WaitFile(folder, (why) => troubles.push(why)),
    path: join(folder, 'waits.jsonl'),
    troubles,
  };
}

/** Appends as the host does; keeps the newest `kept`. */
function add(file: WaitFile, waits: readonly Wait[], next: Wait, kept = 4): readonly Wait[] {
  const row = { row: 'asked' as const, ...next };
  const all = withRow(waits, row).slice(-kept);
  file.append(row, all);
  return all;
}

test('rows are there when they are appended, also for the next host', () => {
  const folder = join(temporaryFolder(), 'terminals', 'work');
  const { file, troubles } = fileIn(folder);
  expect(file.read()).toEqual([]);
  const first = add(file, [], wait(1));
  file.append({ row: 'over', n: 1, at: 5, how: 'typed', by: 'user:ada' }, first);
  expect(fileIn(folder).file.read()).toEqual([{ ...wait(1), over: { at: 5, how: 'typed', by: 'user:ada' } }]);
  expect(troubles).toEqual([]);
});

test('a file that has grown is written anew with the waits that are kept', () => {
  const folder = temporaryFolder();
  const { file, path } = fileIn(folder);
  let waits: readonly Wait[] = [];
  for (let n = 1; n <= 200; n++) waits = add(file, waits, wait(n, 'x'.repeat(2000)));
  expect(statSync(path).size).toBeLessThanOrEqual(256 * 1024);
  expect(fileIn(folder).file.read().slice(-4)).toEqual(waits);
});

test('a row that was cut by the end of a host spoils no other', () => {
  const folder = temporaryFolder();
  const { file, path } = fileIn(folder);
  add(file, [], wait(1));
  appendFileSync(path, '{"v":1,"row":"asked","n":2');
  const next = fileIn(folder).file;
  add(next, next.read(), wait(3));
  expect(fileIn(folder).file.read()).toEqual([wait(1), wait(3)]);
});

test('what could not be written is written with the next row', () => {
  const folder = temporaryFolder();
  const { file, path, troubles } = fileIn(folder);
  mkdirSync(path);
  const first = add(file, [], wait(1));
  expect(troubles).toHaveLength(1);
  rmSync(path, { recursive: true });
  add(file, first, wait(2));
  expect(fileIn(folder).file.read()).toEqual([wait(1), wait(2)]);
});

test('the waits of all terminals are read, without what is left out or cannot be read', async () => {
  const state = temporaryFolder();
  const meta = (name: string) =>
    JSON.stringify({
      version: 1,
      uri: `ahp-terminal:/${name}`,
      name,
      named: true,
      shell: 'bash',
      claim: { kind: 'client', clientId: 'c' },
      state: 'closed',
      created: new Date(0).toISOString(),
    });
  for (const name of ['a', 'b', 'c', 'd']) {
    const folder = join(state, 'terminals', name);
    mkdirSync(folder, { recursive: true });
    if (name !== 'd') writeFileSync(join(folder, 'meta.json'), meta(name));
    if (name !== 'b') add(fileIn(folder).file, [], wait(1));
  }
  const setAside: string[] = [];
  const found: unknown[] = [];
  const without = new Set([join(state, 'terminals', 'c')]);
  for await (const one of readWaits(state, (what) => setAside.push(what), without)) found.push(one);
  expect(found).toEqual([{ uri: 'ahp-terminal:/a', name: 'a', waits: [wait(1)] }]);
  expect(setAside).toHaveLength(1);
  expect(readFileSync(join(state, 'terminals', 'a', 'waits.jsonl'), 'utf8')).toContain('question 1');
});
