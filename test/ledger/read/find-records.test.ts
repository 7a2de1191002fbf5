import { describe, expect, it } from 'vitest';
import { findRecords, type RecordQuery } from '../../../src/ledger/read/find-records.ts';
import { forgetRows } from '../../../src/ledger/write/forget-record.ts';
import { Journal } from '../../../src/ledger/write/journal.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { begun, printing, record, recordsIn, temporaryFolder } from '../support.ts';

/** The first of so many are on the disk alone, the others in memory, too; each prints so much. */
async function scene(total: number, inMemory: number, size = 10) {
  const folder = temporaryFolder();
  const journal = new Journal({ folder, uri: 'u', clock: new HandClock(), onTrouble: () => {} });
  const { log, print } = printing(total - inMemory);
  for (let seq = 1; seq <= total; seq += 1) {
    const whole = record(seq, {
      output: { head: 'x'.repeat(size), omitted: 0, tail: '' },
      counts: { lines: 1, bytes: size, chars: size },
    });
    journal.append({ kind: 'begin', record: begun(whole) });
    journal.append({ kind: 'end', record: whole });
    await journal.perform(() => Promise.resolve());
    if (seq <= total - inMemory) continue;
    const { commandId, commandLine, startedAt, writer = '', cwd = '', cols = 0 } = whole;
    log.begin({ commandId, commandLine, startedAt, writer, cwd, cols });
    print('x'.repeat(size));
    log.end(commandId, { finishedAt: whole.finishedAt ?? 0, exitCode: 0 });
  }
  await journal.close();
  const ask = async (query: RecordQuery, where: string | undefined = folder) => {
    const { records, more } = await findRecords(log, where, query);
    return { seqs: records.map(({ seq }) => seq), more };
  };
  return { folder, log, ask };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('records as they are asked for', () => {
  it('come from memory as they come from the disk', async () => {
    const { folder, log } = await scene(5, 5);
    const memory = await findRecords(log, undefined, { sinceSeq: 0 });
    const disk = await findRecords(printing(5).log, folder, { sinceSeq: 0 });
    expect(memory).toEqual(disk);
  });

  it('come from both, without a gap and none twice', async () => {
    const { ask } = await scene(20, 5);
    expect(await ask({})).toEqual({ seqs: [20], more: false });
    expect(await ask({ last: 8 })).toEqual({ seqs: range(13, 20), more: false });
    expect(await ask({ sinceSeq: 3 })).toEqual({ seqs: range(4, 20), more: false });
    expect(await ask({ sinceSeq: 3, last: 2 })).toEqual({ seqs: [19, 20], more: false });
    expect(await ask({ seq: 2 })).toEqual({ seqs: [2], more: false });
    expect(await ask({ seq: 99 })).toEqual({ seqs: [], more: false });
    expect(await ask({ sinceSeq: 20 })).toEqual({ seqs: [], more: false });
  });

  it('are those in memory where there is no disk', async () => {
    const { log } = await scene(20, 5);
    const { records } = await findRecords(log, undefined, { sinceSeq: 0 });
    expect(records.map(({ seq }) => seq)).toEqual(range(16, 20));
  });

  it('lead in pages from the oldest to the newest', async () => {
    const { ask } = await scene(30, 3, 60_000);
    const seqs: number[] = [];
    for (let more = true; more; ) {
      const page = await ask({ sinceSeq: seqs.at(-1) ?? 0 });
      expect(page.seqs.length).toBeLessThan(30);
      seqs.push(...page.seqs);
      more = page.more;
    }
    expect(seqs).toEqual(range(1, 30));
    const newest = await ask({ last: 30 });
    expect(newest.more).toBe(true);
    expect(newest.seqs.at(-1)).toBe(30);
  });
});

describe('a log in memory', () => {
  it('keeps the newest within its bounds, at least one', async () => {
    const { log } = await scene(400, 400);
    expect(log.recent.map(({ seq }) => seq)).toEqual(range(145, 400));
    const large = await scene(10, 10, 90_000);
    expect(large.log.recent.map(({ seq }) => seq)).toEqual([9, 10]);
  });
});

describe('rows that are forgotten', () => {
  it('leave all others as they were', async () => {
    const { folder } = await scene(6, 0);
    await forgetRows(folder, 4);
    const records = await recordsIn(folder);
    expect(records.map(({ seq, commandLine }) => `${seq} ${commandLine}`)).toEqual([
      '6 echo 6',
      '5 echo 5',
      '4 [forgotten]',
      '3 echo 3',
      '2 echo 2',
      '1 echo 1',
    ]);
    expect(records[2]).toMatchObject({
      forgotten: true,
      exitCode: 0,
      output: { head: '', omitted: 0, tail: '' },
    });
  });
});
