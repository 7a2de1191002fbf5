import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/host/common/clock.ts';
import { type Cursor, FleetFile } from '../../../src/host/fleet/fleet-file.ts';
import { idOf, Publisher } from '../../../src/host/fleet/publisher.ts';
import { unsentRows } from '../../../src/host/fleet/unsent-rows.ts';
import { formatRow, type Row } from '../../../src/ledger/files/ledger-row.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let state = '';
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'cotty-fleet-'));
});
afterEach(() => removeFolder(state));

function record(seq: number, ended: boolean) {
  const output = ended
    ? { head: 'secret output\n', omitted: 0, tail: '' }
    : { head: '', omitted: 0, tail: '' };
  return {
    ...{ seq, commandId: `cmd-${seq}`, commandLine: `make ${seq}`, startedAt: 1000 * seq, output },
    ...(ended
      ? { finishedAt: 1000 * seq + 500, exitCode: seq % 3, counts: { lines: 1, bytes: 14, chars: 14 } }
      : {}),
  };
}
const begin = (seq: number): Row => ({ kind: 'begin', record: record(seq, false) });
const end = (seq: number): Row => ({ kind: 'end', record: record(seq, true) });

function folderWith(rows: readonly Row[], name = 'build-0000'): string {
  const folder = join(state, 'terminals', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'ledger.jsonl'), rows.map(formatRow).join(''));
  return folder;
}

/** Rows as a terminal writes them: a command that enters an inner shell ends for the first time before those inside. */
const ledgers = fc
  .array(fc.constantFrom('plain', 'inside', 'between', 'open'), { minLength: 1, maxLength: 12 })
  .map((kinds) => {
    const rows: Row[] = [];
    let seq = 0;
    for (const kind of kinds) {
      seq += 1;
      if (kind === 'between') rows.push({ kind: 'end', record: { ...record(seq, true), noCommand: true } });
      else if (kind === 'inside') {
        const outer = seq;
        rows.push(begin(outer), { kind: 'end', record: { ...record(outer, true), entered: 'inside' } });
        seq += 1;
        rows.push(begin(seq), end(seq), { kind: 'left', seq: outer, finishedAt: 1000 * seq, exitCode: 0 });
      } else if (kind === 'open') rows.push(begin(seq));
      else rows.push(begin(seq), end(seq));
    }
    return rows;
  });

describe('rows that are not published', () => {
  test('are those behind any cursor, in any number of batches, a began only where no end follows', async () => {
    await fc.assert(
      fc.asyncProperty(ledgers, fc.nat(), fc.integer({ min: 1, max: 5 }), async (rows, cut, most) => {
        const folder = folderWith(rows);
        const at = cut % (rows.length + 1);
        const found = await allUnsent(folder, rows.slice(0, at).reduce(moved, { begun: 0, ended: 0 }), most);
        expect(told(rows.slice(at), rows).filter((each) => !found.includes(each))).toEqual([]);
      }),
    );
  });

  test('of a terminal without a cursor are those that ended since the host joined', async () => {
    const folder = folderWith([begin(1), end(1), begin(2), end(2), begin(3)]);
    const { rows } = await unsentRows(folder, { since: 2400 }, 10);
    expect(rows.map((row) => row.kind !== 'left' && [row.kind, row.record.seq])).toEqual([
      ['ended', 2],
      ['began', 3],
    ]);
  });

  test('and damaged lines between them hide none', async () => {
    const folder = folderWith([begin(1), end(1)]);
    appendFileSync(join(folder, 'ledger.jsonl'), `{"v":1,"row":"end","seq":2,"tor\n${formatRow(end(3))}`);
    const { rows } = await unsentRows(folder, { begun: 0, ended: 0 }, 10);
    expect(rows.map((row) => row.kind !== 'left' && row.record.seq)).toEqual([1, 3]);
  });
});

function moved({ begun, ended }: Cursor, row: Row): Cursor {
  if (row.kind !== 'begin' && row.kind !== 'end') return { begun, ended };
  const { seq } = row.record;
  return { begun: Math.max(begun, seq), ended: row.kind === 'end' ? Math.max(ended, seq) : ended };
}

/** What is told of rows; a begin only if `all` have no end of it. */
function told(rows: readonly Row[], all: readonly Row[]): readonly string[] {
  const isEnd = (row: Row, seq: number) => row.kind === 'end' && row.record.seq === seq;
  return rows.flatMap((row) => {
    if (row.kind === 'left') return [`left ${row.seq}`];
    if (row.kind === 'end') return row.record.noCommand === true ? [] : [`ended ${row.record.seq}`];
    if (row.kind !== 'begin' || all.some((each) => isEnd(each, row.record.seq))) return [];
    return [`began ${row.record.seq}`];
  });
}

async function allUnsent(folder: string, from: Cursor, most: number): Promise<readonly string[]> {
  const found: string[] = [];
  let cursor = from;
  for (let more = true; more; ) {
    const unsent = await unsentRows(folder, cursor, most);
    expect(unsent.rows.filter(({ kind }) => kind !== 'left').length).toBeLessThanOrEqual(most);
    for (const row of unsent.rows) {
      found.push(`${row.kind} ${row.kind === 'left' ? row.seq : row.record.seq}`);
      if (row.kind !== 'left')
        cursor = moved(cursor, { kind: row.kind === 'ended' ? 'end' : 'begin', record: row.record });
    }
    more = unsent.more;
  }
  return found;
}

/** Lets what is being written end; later writes of this instance do nothing, as those of a process that has ended. */
async function writesNoMore(file: FleetFile): Promise<void> {
  const last = file.save();
  file.save = () => Promise.resolve();
  await last;
}

describe('the publisher', () => {
  test('publishes each command without its output, over refusals and kills, and what was confirmed only once', async () => {
    const folders = ['a-1', 'b-2.2'].map((name) =>
      folderWith(Array.from({ length: 150 }, (_, at) => [begin(at + 1), end(at + 1)]).flat(), name),
    );
    const got = new Map<string, number>();
    let calls = 0;
    const started = async () => {
      const file = new FleetFile(state, 0);
      // As a member of a fleet does when it joins.
      await file.save();
      const fate = { isKilled: false };
      const publisher = new Publisher({
        folder: state,
        host: { id: file.id, name: 'box' },
        file,
        clock: { ...systemClock, after: (ms, run) => systemClock.after(Math.min(ms, 5), run) },
        log: () => {},
        publish: async ({ kind, terminal, record: { seq } }, text) => {
          // Nobody hears of what a killed process has sent.
          if (fate.isKilled) return new Promise(() => {});
          calls += 1;
          if (calls % 97 === 0) throw new Error('not now');
          expect(text).not.toContain('secret output');
          const key = `${terminal.id} ${kind} ${seq}`;
          got.set(key, (got.get(key) ?? 0) + 1);
        },
      });
      publisher.connected(true);
      return { publisher, file, fate };
    };
    // Killed: nobody closes the first one. What it has saved by then is what the next one reads.
    const first = await started();
    await first.publisher.sweep();
    await expect.poll(() => got.size).toBeGreaterThan(100);
    first.publisher.connected(false);
    first.fate.isKilled = true;
    // A process that is killed writes nothing more.
    const path = join(state, 'fleet.json');
    const kept = readFileSync(path);
    await writesNoMore(first.file);
    writeFileSync(path, kept);
    const { publisher, file } = await started();
    await publisher.sweep();
    // A refusal while it closes would leave the rest to the next one, so all must be confirmed by then.
    await expect
      .poll(() => folders.map((each) => file.cursorOf(idOf(each))))
      .toEqual([
        { begun: 150, ended: 150 },
        { begun: 150, ended: 150 },
      ]);
    expect(got.size).toBe(300);
    expect(file.id).toBe(first.file.id);
    await publisher.close();
    await writesNoMore(file);
    const before = calls;
    const again = await started();
    for (const folder of folders) again.publisher.changed(folder);
    await again.publisher.close();
    expect(calls).toBe(before);
    expect([...got.keys()].filter((key) => key.startsWith('b-2_2 ended'))).toHaveLength(150);
  });

  test('keeps what is to be forgotten until the fleet was told', async () => {
    const folder = folderWith([begin(1), end(1)]);
    const told: string[] = [];
    const publisherOf = (publish: () => Promise<void>) => {
      const file = new FleetFile(state, 0);
      const host = { id: file.id, name: 'box' };
      const options = { folder: state, host, file, clock: systemClock, log: () => {} };
      return new Publisher({
        ...options,
        publish: async (event) => {
          await publish();
          told.push(`${event.kind} ${event.record.seq} ${event.record.cmd}`);
        },
      });
    };
    const away = publisherOf(() => Promise.reject(new Error('away')));
    away.forgot(folder, 1);
    await away.close();
    const back = publisherOf(() => Promise.resolve());
    back.connected(true);
    await back.close();
    expect(told).toEqual(['forgot 1 [forgotten]']);
    expect(new FleetFile(state, 0).forgotten).toEqual([]);
  });
});
