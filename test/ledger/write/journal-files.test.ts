import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { LedgerFile } from '../../../src/ledger/files/ledger-file.ts';
import { type Row, weighRow } from '../../../src/ledger/files/ledger-row.ts';
import { Journal } from '../../../src/ledger/write/journal.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { begun, record, recordsIn, temporaryFolder } from '../support.ts';

let place: string;
let folder: string;
let clock: HandClock;
let troubles: (string | undefined)[];
let opened: Mock;
let synced: Mock;
let closed: Mock;

beforeEach(() => {
  place = join(temporaryFolder(), 'blocked');
  folder = join(place, 'one');
  clock = new HandClock();
  troubles = [];
  opened = vi.spyOn(LedgerFile, 'open');
  synced = vi.spyOn(LedgerFile.prototype, 'sync');
  closed = vi.spyOn(LedgerFile.prototype, 'close');
});
afterEach(() => vi.restoreAllMocks());

const start = (rotateBytes?: number) =>
  new Journal({
    folder,
    uri: 'ahp-terminal:/1',
    clock,
    onTrouble: (why) => troubles.push(why),
    ...(rotateBytes === undefined ? {} : { rotateBytes }),
  });

const ended = (seq: number, size = 0): Row => ({
  kind: 'end',
  record: record(seq, { output: { head: 'x'.repeat(size), omitted: 0, tail: '' } }),
});
const command = (seq: number): Row[] => [{ kind: 'begin', record: begun(record(seq)) }, ended(seq)];

const rowsIn = (name: string): string[] =>
  readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ row, seq }) => `${row} ${seq ?? ''}`);
const has = (name: string) => existsSync(join(folder, name));
const seqs = async () => (await recordsIn(folder)).map(({ seq }) => seq);

/** The file system has answered; bounded by the test's own time limit. */
async function until(seen: () => boolean): Promise<void> {
  while (!seen()) await new Promise((resolve) => setImmediate(resolve));
}

/** A task that runs until it is told to end: rows wait for it. */
async function hold(journal: Journal): Promise<() => Promise<void>> {
  let end = () => {};
  let runs = false;
  const performed = journal.perform(() => {
    runs = true;
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  await until(() => runs);
  return () => {
    end();
    return performed;
  };
}

describe('the files of a journal', () => {
  it('are begun with a command, never between its begin and its end, and each has one header', async () => {
    const journal = start(1);
    for (const row of [...command(1), ...command(2)]) journal.append(row);
    await journal.close();
    expect(rowsIn('ledger.1.jsonl')).toEqual(['ledger ', 'begin 1', 'end 1']);
    expect(rowsIn('ledger.jsonl')).toEqual(['ledger ', 'begin 2', 'end 2']);
    const next = start();
    next.append(ended(3));
    await next.close();
    expect(rowsIn('ledger.jsonl')).toEqual(['ledger ', 'begin 2', 'end 2', 'end 3']);
    expect([opened, closed].map((calls) => calls.mock.calls.length)).toEqual([3, 3]);
    expect(synced).toHaveBeenCalledTimes(3);
  });

  it('are synced a second after a row, and when all is over', async () => {
    const journal = start();
    for (const row of command(1)) journal.append(row);
    expect(clock.waiting).toBe(1);
    clock.pass(999);
    expect(synced).toHaveBeenCalledTimes(0);
    clock.pass(1);
    expect([synced.mock.calls.length, clock.waiting]).toEqual([1, 0]);
    journal.append(ended(2));
    expect(clock.waiting).toBe(1);
    await journal.close();
    expect([synced.mock.calls.length, clock.waiting]).toEqual([2, 0]);
  });

  it('are not synced while there is none', async () => {
    const journal = start();
    journal.append(ended(1));
    const end = await hold(journal);
    clock.pass(1000);
    await end();
    expect(troubles).toEqual([]);
    await journal.close();
  });

  it('tell when they cannot be synced', async () => {
    synced.mockRejectedValue(new Error('no disk'));
    const journal = start();
    journal.append(ended(1));
    await until(() => clock.waiting === 1);
    clock.pass(1000);
    await until(() => troubles.length === 1);
    await journal.close();
    expect(troubles).toEqual(['no disk']);
    expect(closed).toHaveBeenCalledTimes(1);
  });

  it('tell when they cannot be synced at their end', async () => {
    synced.mockRejectedValue(new Error('no disk'));
    const journal = start(1);
    for (const row of [...command(1), ...command(2)]) journal.append(row);
    await until(() => troubles.length === 1);
    await journal.close();
    expect(troubles).toEqual(['no disk']);
    expect(closed).toHaveBeenCalledTimes(2);
  });

  it('tell when they cannot be synced at the close', async () => {
    synced.mockRejectedValue(new Error('no disk'));
    const journal = start();
    journal.append(ended(1));
    await journal.close();
    expect(troubles).toEqual(['no disk']);
    expect(closed).toHaveBeenCalledTimes(1);
  });

  it('are full at their limit, not beyond it', async () => {
    const first = start();
    for (const row of command(1)) first.append(row);
    await first.close();
    const size = statSync(join(folder, 'ledger.jsonl')).size;
    for (const [rotateBytes, isFull] of [
      [size + 1, false],
      [size, true],
    ] as const) {
      rmSync(folder, { recursive: true });
      const journal = start(rotateBytes);
      for (const row of [...command(1), ...command(2)]) journal.append(row);
      await journal.close();
      expect(has('ledger.1.jsonl')).toBe(isFull);
    }
  });

  it('have their header also where it could not be written at first', async () => {
    vi.spyOn(LedgerFile.prototype, 'append').mockImplementationOnce(() => {
      throw new Error('no room');
    });
    const journal = start();
    journal.append(ended(1));
    await journal.close();
    expect(rowsIn('ledger.jsonl')).toEqual(['ledger ', 'end 1']);
  });

  it('are removed, also those that are not there, and the latest text wins', async () => {
    const journal = start();
    journal.append(ended(1));
    journal.replace('gone', undefined);
    journal.replace('a', () => {
      journal.replace('a', () => 'new');
      return 'old';
    });
    await until(() => has('a') && readFileSync(join(folder, 'a'), 'utf8') === 'new');
    journal.replace('a', undefined);
    await until(() => !has('a'));
    await journal.close();
    expect(troubles).toEqual([]);
  });
});

describe('what a terminal is', () => {
  /** A task comes after the files, and rows wait for it. */
  const written = async (journal: Journal) => {
    await journal.perform(() => Promise.resolve());
    await new Promise((resolve) => setImmediate(resolve));
  };
  const describeIt = (journal: Journal) => journal.replace('meta.json', () => '{}');

  it('is written before the first row also when it was removed before, or another file was written', async () => {
    const journal = start();
    describeIt(journal);
    await written(journal);
    journal.replace('meta.json', undefined);
    await written(journal);
    expect(has('meta.json')).toBe(false);
    journal.replace('running.json', () => '{}');
    await written(journal);
    describeIt(journal);
    journal.append(ended(1));
    expect(has('ledger.jsonl')).toBe(false);
    await journal.close();
    expect(await seqs()).toEqual([1]);
  });

  it('lets no row wait when it was written before', async () => {
    const journal = start();
    describeIt(journal);
    await written(journal);
    describeIt(journal);
    journal.append(ended(1));
    expect(has('ledger.jsonl')).toBe(true);
    await journal.close();
  });
});

describe('rows that wait', () => {
  it('are counted as long as they wait and no longer', async () => {
    const journal = start();
    for (let seq = 1; seq <= 30; seq += 1) journal.append(ended(seq, 64 * 1024));
    const end = await hold(journal);
    for (let seq = 31; seq <= 40; seq += 1) journal.append(ended(seq, 64 * 1024));
    await end();
    await journal.close();
    expect(await seqs()).toHaveLength(40);
  });

  it('are all kept up to their limit', async () => {
    const rest = 1024 * 1024 - weighRow(ended(1)) - weighRow(ended(2));
    for (const [size, kept] of [
      [rest, [2, 1]],
      [rest + 1, [2]],
    ] as const) {
      rmSync(folder, { recursive: true, force: true });
      const journal = start();
      const end = await hold(journal);
      journal.append(ended(1));
      journal.append(ended(2, size));
      await end();
      await journal.close();
      expect(await seqs()).toEqual(kept);
    }
  });

  it('are written at the close, after which nothing waits for the clock', async () => {
    const journal = start();
    const end = await hold(journal);
    journal.append(ended(1));
    const all = journal.close();
    await end();
    await all;
    expect([await seqs(), clock.waiting]).toEqual([[1], 0]);
  });

  it('fail the tasks behind them where they cannot be written', async () => {
    writeFileSync(place, 'a file where the folder should be');
    const journal = start();
    journal.append(ended(1));
    await expect(journal.perform(() => Promise.resolve())).rejects.toThrow('ENOTDIR');
    await journal.close();
  });

  it('are kept when there is but one, however long, and given up oldest first', async () => {
    const journal = start();
    const end = await hold(journal);
    for (const seq of [1, 2]) journal.append(ended(seq));
    journal.append(ended(3, 1024 * 1024));
    await end();
    await journal.close();
    expect(await seqs()).toEqual([3]);
    expect(readFileSync(join(folder, 'ledger.jsonl'), 'utf8')).toContain('"row":"gap","lost":2,');
  });

  it('wait for the next try where writing failed, and tasks are refused until then', async () => {
    writeFileSync(place, 'a file where the folder should be');
    const journal = start();
    journal.append(ended(1));
    await until(() => troubles.length === 1);
    rmSync(place);
    await expect(journal.perform(() => Promise.resolve())).rejects.toThrow('ENOTDIR');
    journal.append(ended(2));
    expect(has('ledger.jsonl')).toBe(false);
    clock.pass(1000);
    await until(() => troubles.length === 2);
    await journal.close();
    expect(await seqs()).toEqual([2, 1]);
  });

  it('are none after the end', async () => {
    const journal = start();
    journal.append(ended(1));
    await journal.close();
    journal.append(ended(2));
    journal.replace('a', () => 'a');
    await expect(journal.perform(() => Promise.resolve())).rejects.toThrow('is closed');
    await new Promise((resolve) => setImmediate(resolve));
    await journal.close();
    expect([await seqs(), has('a'), opened.mock.calls.length]).toEqual([[1], false, 1]);
  });
});
