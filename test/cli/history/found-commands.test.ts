import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foundCommands } from '../../../src/cli/history/found-commands.ts';
import type { Asked } from '../../../src/cli/history/history-query.ts';
import { CURRENT } from '../../../src/ledger/files/ledger-files.ts';
import { formatRow } from '../../../src/ledger/files/ledger-row.ts';
import { formatMeta } from '../../../src/ledger/files/meta-file.ts';
import { terminalFolder } from '../../../src/ledger/files/terminal-folder.ts';
import type { LedgerRecord } from '../../../src/ledger/records/record.ts';
import { HISTORY_ORDERS } from '../../../src/protocol/cotty/history.ts';
import { compareBy } from '../../../src/protocol/cotty/history-order.ts';
import { terminal } from '../../ledger/support.ts';

let state = '';
let repository = '';

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'found-'));
  repository = join(state, 'src', 'app');
  mkdirSync(join(repository, '.git'), { recursive: true });
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

/** Durations, exit codes and lines repeat, so that equal ones must be told apart by their times. */
function record(seq: number, rest: Partial<LedgerRecord> = {}): LedgerRecord {
  return {
    seq,
    commandId: `cmd-${seq}`,
    commandLine: `make ${(seq * 7) % 5}`,
    startedAt: 1_700_000_000_000 + seq * 10_000,
    finishedAt: 1_700_000_000_000 + seq * 10_000 + ((seq * 13) % 7) * 1000,
    exitCode: seq % 3,
    output: { head: '', omitted: 0, tail: '' },
    ...rest,
  };
}

function write(records: readonly LedgerRecord[]): void {
  const uri = 'ahp-terminal:/build-1';
  const folder = terminalFolder(state, uri, new Set());
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'meta.json'), formatMeta({ ...terminal, uri, name: 'build' }));
  const rows = records.map((one) => formatRow({ kind: 'end', record: one }));
  writeFileSync(join(folder, CURRENT), rows.map((row) => (row.endsWith('\n') ? row : `${row}\n`)).join(''));
}

async function found(
  asked: Partial<Asked>,
): Promise<{ readonly seqs: readonly number[]; readonly more: boolean }> {
  const setAside: string[] = [];
  const all = { query: {}, order: 'newest', limit: 100, ...asked } as const;
  const { found, more } = await foundCommands(state, all, (what) => setAside.push(what));
  expect(setAside).toEqual([]);
  return { seqs: found.map((one) => one.record.seq), more };
}

describe('the commands that are found', () => {
  it.each(HISTORY_ORDERS)('in the order "%s" are the first of all, whatever the limit', async (order) => {
    const records = Array.from({ length: 50 }, (_, at) => record(at + 1));
    write(records);
    const compare = compareBy(order);
    const key = (one: LedgerRecord) => ({
      ...one,
      durationMs: (one.finishedAt ?? 0) - one.startedAt,
      failed: one.exitCode !== 0,
    });
    const sorted = records.toSorted((one, other) => compare(key(one), key(other))).map(({ seq }) => seq);
    for (const limit of [1, 7, 50, Number.POSITIVE_INFINITY]) {
      const first = sorted.slice(0, limit);
      const seqs = order === 'newest' ? first.reverse() : first;
      expect(await found({ order, limit })).toEqual({ seqs, more: limit < 50 });
    }
  });

  it('are those with an output, an exit code, a machine, or before a time', async () => {
    const output = { head: 'it is \x1b[31mNot\x1b[0m found', omitted: 0, tail: '' };
    write([record(1, { output }), record(2, { where: { shell: 'bash', host: 'box' } }), record(3)]);
    expect(await found({ query: { output: 'not found' } })).toMatchObject({ seqs: [1] });
    expect(await found({ query: { output: 'Not found' } })).toMatchObject({ seqs: [1] });
    expect(await found({ query: { output: 'NOT' } })).toMatchObject({ seqs: [] });
    expect(await found({ query: { output: 'n.t' } })).toMatchObject({ seqs: [] });
    expect(await found({ query: { exitCode: 2 } })).toMatchObject({ seqs: [2] });
    expect(await found({ query: { host: 'box' } })).toMatchObject({ seqs: [2] });
    expect(await found({ query: { host: hostname() } })).toMatchObject({ seqs: [1, 3] });
    expect(await found({ query: { until: record(3).startedAt } })).toMatchObject({ seqs: [1, 2] });
  });

  it('are those in a repository, by its name or any folder in it', async () => {
    const inside = join(repository, 'lib');
    write([
      record(1, { cwd: pathToFileURL(repository).href }),
      record(2, { cwd: pathToFileURL(inside).href }),
      record(3, { cwd: pathToFileURL(state).href }),
      record(4),
    ]);
    for (const wanted of ['app', 'src/app', repository, inside])
      expect(await found({ repository: wanted })).toMatchObject({ seqs: [1, 2] });
    expect(await found({ repository: 'other' })).toMatchObject({ seqs: [] });
  });
});
