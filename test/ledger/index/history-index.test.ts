/** The index of the history in its file: it tells what the ledgers have, whatever happens to the file or to them. */

import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import sqlite from 'node-sqlite3-wasm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { historyFiles } from '../../../src/host/history/history-file.ts';
import { ledgerFiles, terminalFolders } from '../../../src/ledger/files/ledger-files.ts';
import { databasePath, HISTORY_SCHEMA, IndexDatabase } from '../../../src/ledger/index/database.ts';
import type { FoundRow } from '../../../src/ledger/index/find-rows.ts';
import { HistoryIndex } from '../../../src/ledger/index/history-index.ts';
import { IndexServer } from '../../../src/ledger/index/index-server.ts';
import { forgetRows } from '../../../src/ledger/write/forget-record.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const oldCommands = fileURLToPath(new URL('../../bench/old-commands.mjs', import.meta.url));
const pause = () => Promise.resolve();

let state = '';
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'cotty-index-'));
  execFileSync(process.execPath, [oldCommands, state, '3', '40']);
});
afterEach(() => removeFolder(state));

const file = () => databasePath(state);

/** All commands of an index that has read what there is, and closes. */
async function told({ hasFile = true } = {}): Promise<readonly unknown[]> {
  const server = new IndexServer({ state, hasFile, indexesOutputs: false }, historyFiles);
  try {
    await server.refresh([]);
    const { rows } = await server.page({ query: {}, hidden: [] }, 0, 10_000);
    return rows.map(({ id: _id, ...row }) => row);
  } finally {
    await server.close();
  }
}

/** The same of an index that is made of the ledgers alone. */
const made = () => told({ hasFile: false });

async function ledgerOf(number: number): Promise<string> {
  const folder = (await terminalFolders(state)).toSorted()[number] ?? '';
  return ledgerFiles(folder)[0] ?? '';
}

const LATER = 1_800_000_000_000;

/** An end row as the ledger has it. */
function endRow(seq: number, cmd: string, { started = LATER + seq, output = '' } = {}): string {
  const begun = { seq, id: `cmd-${seq}`, started, cmd, writer: 'user:ada' };
  const end = { finished: begun.started + 5, exitCode: 0, head: output, omitted: 0, tail: '' };
  return `${JSON.stringify({ v: 1, row: 'end', ...begun, ...end })}\n`;
}

/** Uses an index in its file; every output is indexed. */
async function withIndex<T>(use: (index: HistoryIndex) => Promise<T>): Promise<T> {
  const db = IndexDatabase.open(file(), HISTORY_SCHEMA);
  try {
    const index = new HistoryIndex(state, db);
    await index.refreshAll(pause);
    while (await index.indexOutputs(pause));
    return await use(index);
  } finally {
    db.close();
  }
}

const count = (index: HistoryIndex, what: string, values: string[] = []) =>
  Number(index.db.once(`SELECT count(*) AS count FROM ${what}`, values)[0]?.['count']);

describe('the file of the index', () => {
  it('is for its user alone, and is read on from where the last process ended', async () => {
    const path = await ledgerOf(0);
    appendFileSync(path, endRow(100, 'echo "ünïcode ✓ \ud800 \0 end"'));
    expect(await told()).toEqual(await made());
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file())).mode & 0o777).toBe(0o700);
    appendFileSync(path, endRow(101, 'make later'));
    const all = await told();
    expect(all).toEqual(await made());
    expect(all).toHaveLength(122);
    expect(all[0]).toMatchObject({ commandLine: 'make later', seq: 101 });
  });

  it('is made again when it ends early, and does no harm when it has something else in any place', async () => {
    const expected = await told();
    const whole = readFileSync(file());
    for (const size of [0, 50, 100, 4096, 5000, whole.length - 4096, whole.length - 1]) {
      writeFileSync(file(), whole.subarray(0, size));
      expect(await told()).toEqual(expected);
    }
    for (let at = 4096; at < whole.length - 4096; at += Math.floor(whole.length / 6)) {
      writeFileSync(file(), Buffer.from(whole).fill(0xa5, at, at + 6000));
      const shown = await told();
      expect(shown.length).toBeGreaterThan(0);
    }
  });

  it('is made again when it is no database, a link, a folder, or of another version', async () => {
    const expected = await told();
    const elsewhere = join(state, 'elsewhere');
    writeFileSync(elsewhere, 'not ours');
    const others = [
      () => writeFileSync(file(), 'no database at all'),
      () => symlinkSync(elsewhere, file()),
      () => mkdirSync(file()),
      () => {
        const db = new sqlite.Database(file());
        db.exec('PRAGMA user_version = 9999; CREATE TABLE command (id)');
        db.close();
      },
    ];
    for (const other of others) {
      rmSync(file(), { recursive: true, force: true });
      other();
      expect(await told()).toEqual(expected);
    }
    expect(readFileSync(elsewhere, 'utf8')).toBe('not ours');
  });

  it('is in memory where nothing can be written, or another process has it', async () => {
    const expected = await told();
    rmSync(dirname(file()), { recursive: true });
    writeFileSync(dirname(file()), 'a file where the folder should be');
    expect(await told()).toEqual(expected);
  });

  it('takes the place of the index of earlier versions, which has command lines in it', async () => {
    const old = join(state, 'history.index');
    writeFileSync(old, 'make secret');
    await told();
    expect(existsSync(old)).toBe(false);
  });
});

describe('the index', () => {
  it('reads a ledger anew that was changed in place, also at the same size and time', async () => {
    await told();
    const path = await ledgerOf(1);
    const { atime, mtime } = statSync(path);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll('git status', 'git stotus').replaceAll('make check', 'make chuck'));
    utimesSync(path, atime, mtime);
    expect(await told()).toEqual(await made());
  });

  it('follows a ledger that was rotated without reading it again', async () => {
    const path = await ledgerOf(1);
    const idsOf = (index: HistoryIndex) => index.db.numbers('SELECT id FROM command ORDER BY id');
    const before = await withIndex((index) => Promise.resolve(idsOf(index)));
    appendFileSync(path, endRow(100, 'the last before'));
    renameSync(path, path.replace('ledger.jsonl', 'ledger.1.jsonl'));
    writeFileSync(path, endRow(101, 'the first after'));
    const after = await withIndex((index) => Promise.resolve(idsOf(index)));
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + 2);
    expect(await told()).toEqual(await made());
  });

  it('sorts by the time at which commands began, also when the clock was set back between them', async () => {
    const path = await ledgerOf(0);
    appendFileSync(
      path,
      endRow(100, 'before') + endRow(101, 'set back', { started: 1000 }) + endRow(102, 'after'),
    );
    const all = (await told()) as FoundRow[];
    expect(all).toEqual(await made());
    const lines = all.map(({ commandLine }) => commandLine);
    expect(lines.slice(0, 2)).toEqual(['after', 'before']);
    expect(lines.at(-1)).toBe('set back');
  });

  it('has no word of a command that was forgotten, nor of a terminal that was deleted, nor pieces of their outputs', async () => {
    const path = await ledgerOf(0);
    appendFileSync(path, endRow(100, 'echo forgettable', { output: 'qzjx wqkv\r\n' }));
    const piece = `output_text WHERE output_text MATCH '"qzj"'`;
    await withIndex((index) => Promise.resolve(expect(count(index, piece)).toBe(1)));
    expect(readFileSync(file()).includes('forgettable')).toBe(true);
    const [folder = '', other = ''] = (await terminalFolders(state)).toSorted();
    await withIndex(async (index) => {
      await index.forget(folder, 100, pause);
      await forgetRows(folder, 100);
      rmSync(other, { recursive: true });
      await index.refreshAll(pause);
      index.db.exec(`CREATE VIRTUAL TABLE temp.pieces USING fts5vocab (main, output_text, row)`);
      expect(count(index, `pieces WHERE term IN ('qzj', 'zjx', 'wqk')`)).toBe(0);
      expect(count(index, 'pieces')).toBeGreaterThan(100);
    });
    const bytes = readFileSync(file());
    expect(bytes.includes('forgettable')).toBe(false);
    expect(bytes.includes('ahp-terminal:/old-1')).toBe(false);
    expect(await told()).toEqual(await made());
  });

  it('has a command again that was to be forgotten, and whose records were not deleted because the host was killed', async () => {
    const path = await ledgerOf(0);
    appendFileSync(path, endRow(100, 'echo forgettable'));
    const before = await told();
    const [folder = ''] = (await terminalFolders(state)).toSorted();
    await withIndex((index) => index.forget(folder, 100, pause));
    expect(await told()).toEqual(before);
  });

  it('has no byte of commands that were forgotten after the database had moved them to other places', async () => {
    const path = await ledgerOf(0);
    const [folder = ''] = (await terminalFolders(state)).toSorted();
    const LAST = 1000;
    const lines = fc.sample(fc.string({ minLength: 20, maxLength: 60 }), { numRuns: LAST, seed: 5 });
    const lineOf = (seq: number) =>
      seq % 25 === 0 ? `${lines[seq]} forgettable-${seq}-` : `${lines[seq]} ${seq}`;
    for (let from = 100; from < LAST; from += 50) {
      const rows = Array.from({ length: 50 }, (_, at) => endRow(from + at, lineOf(from + at)));
      appendFileSync(path, rows.join(''));
      await told();
    }
    await withIndex(async (index) => {
      for (let seq = 100; seq < LAST; seq += 25) {
        await index.forget(folder, seq, pause);
        await forgetRows(folder, seq);
        await index.refresh([folder], pause);
        expect(readFileSync(file()).includes(`forgettable-${seq}-`)).toBe(false);
      }
    });
    expect(await told()).toEqual(await made());
  });

  it('finds commands by their words that were read while they ran, in whatever order they end', async () => {
    const path = await ledgerOf(0);
    const server = new IndexServer({ state, hasFile: true, indexesOutputs: false }, historyFiles);
    const find = async () => {
      await server.refresh([]);
      const { rows } = await server.page({ query: { text: 'everything' }, hidden: [] }, 0, 1000);
      return rows.filter(({ finishedAt }) => finishedAt !== undefined).length;
    };
    for (let round = 1; round <= 30; round += 1) {
      const rows = [1, 2, 3].map((at) => endRow(100 + 10 * round + at, `make everything ${round} ${at % 2}`));
      const begun = rows.map((row) => {
        const { v, seq, id, started, cmd } = JSON.parse(row);
        return `${JSON.stringify({ v, row: 'begin', seq, id, started, cmd })}\n`;
      });
      appendFileSync(path, begun.join(''));
      await find();
      appendFileSync(path, rows.toReversed().join(''));
      expect(await find()).toBe(3 * round);
    }
    await server.close();
  });

  it('has the rest of what was read when reading was broken off', async () => {
    const server = new IndexServer({ state, hasFile: true, indexesOutputs: false }, historyFiles);
    const reading = server.refresh([]);
    await Promise.allSettled([reading, server.close()]);
    expect(await told()).toEqual(await made());
  });

  it('finds outputs as a look at each of them does, whatever is looked for', async () => {
    const path = await ledgerOf(0);
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', 'é', 'Σ', 'ς', '🙂', ' ', '"', '\u001b[1m'),
      maxLength: 8,
    });
    const outputs = fc.sample(text, { numRuns: 80, seed: 7 });
    appendFileSync(path, outputs.map((output, at) => endRow(200 + at, `made ${at}`, { output })).join(''));
    const find = async (server: IndexServer, output: string) => {
      const search = await server.search({ query: { output, text: 'made' }, hidden: [] });
      const seqs: number[] = [];
      for (let rows = await server.next(search); rows !== undefined; rows = await server.next(search))
        seqs.push(...rows.map(({ seq }) => seq));
      return seqs;
    };
    await withIndex(() => Promise.resolve());
    const server = new IndexServer({ state, hasFile: true, indexesOutputs: false }, historyFiles);
    await server.refresh([]);
    const plain = outputs.map((output) => output.replaceAll('\u001b[1m', ''));
    await fc.assert(
      fc.asyncProperty(
        text.filter((each) => each !== '' && !each.includes('\u001b')),
        async (needle) => {
          const found = new Set(await find(server, needle));
          const wanted = plain.flatMap((each, at) =>
            each.toLowerCase().includes(needle.toLowerCase()) ? [200 + at] : [],
          );
          expect(wanted.filter((seq) => !found.has(seq))).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
    // It leaves out most that has not the text.
    expect(await find(server, 'not there')).toEqual([]);
    await server.close();
  });
});
