import { appendFileSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/host/common/clock.ts';
import { History } from '../../../src/host/history/history.ts';
import { indexHere } from '../../../src/host/history/index-place.ts';
import type { HistoryPlace } from '../../../src/ledger/index/past-lines.ts';
import type { LedgerRecord } from '../../../src/ledger/records/record.ts';
import type { PastQuery } from '../../../src/protocol/cotty/past-line.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder = '';
let place: HistoryPlace;
let past: History;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-past-'));
  place = { shell: 'bash', path: join(folder, '.bash_history') };
  past = new History({
    clock: systemClock,
    terminals: { listed: [] },
    recorder: { folder: undefined },
    startIndex: indexHere,
  } as unknown as ConstructorParameters<typeof History>[0]);
});
afterEach(async () => {
  await past.close();
  await removeFolder(folder);
});

const lines = async (query: PastQuery = {}, cwd?: string) =>
  (await past.past(place, cwd, query)).lines.map(({ line }) => line);

function record(commandLine: string, more: Partial<LedgerRecord> = {}): LedgerRecord {
  const output = { head: '', omitted: 0, tail: '' };
  return { seq: 1, commandId: 'cmd-1', commandLine, startedAt: Date.now(), output, ...more };
}

describe('the command lines of before', () => {
  it('are those of the history file, newest first, each once', async () => {
    writeFileSync(place.path, 'make\nls\ngit status\nls\n');
    expect(await lines()).toEqual(['ls', 'git status', 'make']);
    expect(await lines({ prefix: 'm' })).toEqual(['make']);
    expect(await lines({ prefix: 'ls' })).toEqual([]);
  });

  it('are none where there is no file, or a pipe in its place', async () => {
    expect(await lines()).toEqual([]);
    expect(await past.past(undefined, undefined, {})).toEqual({ lines: [], more: false });
  });

  it('follow the file when lines are added, and when it is written anew', async () => {
    writeFileSync(place.path, 'one\n');
    expect(await lines()).toEqual(['one']);
    appendFileSync(place.path, 'two\n');
    expect(await lines()).toEqual(['two', 'one']);
    rmSync(place.path);
    writeFileSync(place.path, 'three\n');
    utimesSync(place.path, 1, 1);
    expect(await lines()).toEqual(['three']);
  });

  it('come in pages', async () => {
    writeFileSync(place.path, Array.from({ length: 250 }, (_, n) => `echo ${n}\n`).join(''));
    const first = await past.past(place, undefined, { prefix: 'echo' });
    expect(first.lines).toHaveLength(100);
    expect(first.lines[0]?.line).toBe('echo 249');
    expect(first.more).toBe(true);
    const last = await past.past(place, undefined, { prefix: 'echo', skip: 200 });
    expect(last.lines.map(({ line }) => line).at(-1)).toBe('echo 0');
    expect(last.more).toBe(false);
  });

  it('have those that ran since, with exit code and folder, and those of the folder first', async () => {
    writeFileSync(place.path, 'make all\nmake test\n');
    await lines();
    past.ran(record('make here', { cwd: 'file:///app', exitCode: 2 }));
    past.ran(record('make elsewhere', { cwd: 'file:///other', exitCode: 0 }));
    expect(await lines({ prefix: 'make' }, 'file:///app')).toEqual([
      'make here',
      'make elsewhere',
      'make test',
      'make all',
    ]);
    const [first] = (await past.past(place, 'file:///app', { prefix: 'make h' })).lines;
    expect(first).toMatchObject({ exitCode: 2, cwd: 'file:///app' });
  });

  it('do not have what an agent ran, what was hidden by a blank, and what has something cut out', async () => {
    await lines();
    past.ran(record('rm all', { writer: 'agent:ada' }));
    past.ran(record(' secret'));
    past.ran(record('login ‹…›', { redacted: ['cmd'] }));
    past.ran(record('seen'));
    expect(await lines()).toEqual(['seen']);
  });

  it('are found by words in any order, capitals counting only if there are some', async () => {
    writeFileSync(place.path, 'git push origin MAIN\ngit pull\nmake main\n');
    expect(await lines({ words: 'main git' })).toEqual(['git push origin MAIN']);
    expect(await lines({ words: 'MAIN' })).toEqual(['git push origin MAIN']);
    expect(await lines({ words: '' })).toEqual(['make main', 'git pull', 'git push origin MAIN']);
  });

  it('stop being searched when nobody waits any more', async () => {
    writeFileSync(place.path, 'one\ntwo\n');
    expect((await past.past(place, undefined, { words: '' }, () => false)).lines).toEqual([]);
  });

  it('never hold the host up for long, with 200,000 of them', async () => {
    writeFileSync(place.path, Array.from({ length: 200_000 }, (_, n) => `echo ${n} ${n % 977}\n`).join(''));
    let longest = 0;
    let last = performance.now();
    let done = false;
    const tick = () => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
      if (!done) setImmediate(tick);
    };
    tick();
    const begun = performance.now();
    expect((await lines({ prefix: 'echo 1999' })).slice(0, 2)).toEqual([
      'echo 199999 691',
      'echo 199998 690',
    ]);
    const whole = performance.now() - begun;
    await lines({ words: 'not there' });
    done = true;

    // One slice is a small part of the whole, however slow the machine is.
    expect(longest).toBeLessThan(Math.max(whole / 2, 50));
  });
});
