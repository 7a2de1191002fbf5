/** The index of the history in a file: what is read of it is what was written, or nothing. */

import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HISTORY_INDEX, ledgerFiles, terminalFolders } from '../../../src/ledger/files/ledger-files.ts';
import { HistoryIndex } from '../../../src/ledger/index/history-index.ts';
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

async function built(): Promise<HistoryIndex> {
  const index = new HistoryIndex(state);
  await index.refreshAll(pause);
  return index;
}

async function save(index: HistoryIndex): Promise<void> {
  await (await (await index.withoutGone(pause)).toSave(pause)).save();
}

/** All commands, as they are told apart. */
function told(index: HistoryIndex): readonly unknown[] {
  const { arrays } = index.columns;
  return [...index.order].map((row) => [
    index.terminal(row)?.uri,
    arrays.seq[row],
    arrays.started[row],
    arrays.duration[row],
    arrays.exit[row],
    arrays.flags[row],
    index.lines.text(arrays.line[row] ?? 0),
    index.folders.name(arrays.folder[row] ?? 0),
    index.writers.name(arrays.writer[row] ?? 0),
    index.hosts.name(arrays.host[row] ?? 0),
    [arrays.file[row], arrays.offset[row], arrays.size[row]],
    index.notes.get(row),
  ]);
}

const file = () => join(state, HISTORY_INDEX);

async function ledgerOf(number: number): Promise<string> {
  const folder = (await terminalFolders(state)).toSorted()[number] ?? '';
  return ledgerFiles(folder)[0] ?? '';
}

/** An end row as the ledger has it. */
function endRow(seq: number, cmd: string): string {
  const begun = { seq, id: `cmd-${seq}`, started: 1_800_000_000_000 + seq, cmd, writer: 'user:ada' };
  const end = { finished: begun.started + 5, exitCode: 0, head: '', omitted: 0, tail: '' };
  return `${JSON.stringify({ v: 1, row: 'end', ...begun, ...end })}\n`;
}

describe('the file of the index', () => {
  it('gives back what was written, only for its user, and reads on what was appended since', async () => {
    const path = await ledgerOf(0);
    appendFileSync(path, endRow(100, 'echo "ünïcode ✓ \ud800"'));
    const index = await built();
    await save(index);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const again = await HistoryIndex.inFile(state);
    expect(again && told(again)).toEqual(told(index));
    appendFileSync(path, endRow(101, 'make later'));
    await again?.refreshAll(pause);
    expect(again && told(again)).toEqual(told(await built()));
    expect(again?.order.length).toBe(122);
    expect(again?.lines.find('make later')).toBeDefined();
    expect([...((await again?.lines.having('later', pause)) ?? [])].filter(Boolean)).toHaveLength(1);
  });

  it('counts as missing when it ends early or has more behind its end', async () => {
    await save(await built());
    const whole = readFileSync(file());
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length - 1 }), async (size) => {
        writeFileSync(file(), whole.subarray(0, size));
        expect(await HistoryIndex.inFile(state)).toBeUndefined();
      }),
      { numRuns: 60 },
    );
    writeFileSync(file(), Buffer.concat([whole, Buffer.of(0)]));
    expect(await HistoryIndex.inFile(state)).toBeUndefined();
    rmSync(file());
    expect(await HistoryIndex.inFile(state)).toBeUndefined();
  });

  it('counts as missing when any bit of it has changed', async () => {
    await save(await built());
    const whole = readFileSync(file());
    const heads = Array.from({ length: 28 }, (_, at) => at);
    const at = fc.oneof(fc.constantFrom(...heads), fc.nat({ max: whole.length - 1 }));
    await fc.assert(
      fc.asyncProperty(at, fc.nat({ max: 7 }), async (place, bit) => {
        const damaged = Buffer.from(whole);
        damaged[place] = (damaged[place] ?? 0) ^ (1 << bit);
        writeFileSync(file(), damaged);
        expect(await HistoryIndex.inFile(state)).toBeUndefined();
      }),
      { numRuns: 200 },
    );
  });

  it('reads a ledger anew that was changed in place, also at the same size and time', async () => {
    await save(await built());
    const path = await ledgerOf(1);
    const { atime, mtime } = statSync(path);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll('git status', 'git stotus').replaceAll('make check', 'make chuck'));
    utimesSync(path, atime, mtime);
    const index = await HistoryIndex.inFile(state);
    await index?.refreshAll(pause);
    expect(index && told(index).toSorted()).toEqual(told(await built()).toSorted());
  });

  it('has no word of a command that was forgotten, nor of a terminal that was deleted', async () => {
    const path = await ledgerOf(0);
    appendFileSync(path, endRow(100, 'echo forgettable'));
    const index = await built();
    await save(index);
    expect(readFileSync(file()).includes('forgettable')).toBe(true);
    const [folder = '', other = ''] = (await terminalFolders(state)).toSorted();
    await forgetRows(folder, 100);
    rmSync(other, { recursive: true });
    await index.refreshAll(pause);
    await save(index);
    const bytes = readFileSync(file());
    expect(bytes.includes('forgettable')).toBe(false);
    expect(bytes.includes('ahp-terminal:/old-1')).toBe(false);
    const again = await HistoryIndex.inFile(state);
    expect(again && told(again).toSorted()).toEqual(told(await built()).toSorted());
  });

  it('takes the commands of deleted folders out in one pass, with pauses, and once', async () => {
    execFileSync(process.execPath, [oldCommands, state, '4', '12000']);
    const index = await built();
    const folders = (await terminalFolders(state)).toSorted();
    for (const folder of folders.slice(1)) rmSync(folder, { recursive: true });
    let { version } = index;
    const taken: number[] = [];
    const counted = () => {
      taken.push(index.version - version);
      version = index.version;
      return Promise.resolve();
    };
    await index.refreshAll(counted);
    expect(index.order.length).toBe(12_000);
    expect(Math.max(...taken)).toBeLessThanOrEqual(16 * 1024);
    const pauses = taken.length;
    await index.refreshAll(counted);
    expect(taken.length - pauses).toBe(pauses - 2);
  });

  it('is whole after a reading that was broken off', async () => {
    const index = new HistoryIndex(state);
    let left = 2;
    const breaks = () => (left-- > 0 ? Promise.resolve() : Promise.reject(new Error('gone')));
    await expect(index.refreshAll(breaks)).rejects.toThrow('gone');
    await index.refreshAll(pause);
    expect(told(index).toSorted()).toEqual(told(await built()).toSorted());
  });
});
