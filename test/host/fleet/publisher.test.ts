import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandEvent } from '../../../src/fleet/event.ts';
import { systemClock } from '../../../src/host/common/clock.ts';
import { type Cursor, FleetFile, MAX_REFUSED } from '../../../src/host/fleet/fleet-file.ts';
import { idOf, Publisher } from '../../../src/host/fleet/publisher.ts';
import { unsentRows } from '../../../src/host/fleet/unsent-rows.ts';
import { formatRow, type Row } from '../../../src/ledger/files/ledger-row.ts';
import { formatMeta } from '../../../src/ledger/files/meta-file.ts';
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

  test('are the same whatever the clock says', async () => {
    const at = (row: Row, startedAt: number): Row =>
      row.kind === 'begin' || row.kind === 'end'
        ? {
            ...row,
            record: { ...row.record, startedAt, ...(row.kind === 'end' ? { finishedAt: startedAt } : {}) },
          }
        : row;
    // Set back by a year after the first, and forward by ten before the last.
    const times = [1.8e12, 1.77e12, 1.77e12, 2.1e12];
    const rows = times.flatMap((time, index) => [at(begin(index + 1), time), at(end(index + 1), time)]);
    const { rows: unsent } = await unsentRows(folderWith(rows), { begun: 1, ended: 1 }, 10);
    expect(unsent.map((row) => row.kind !== 'left' && row.record.seq)).toEqual([2, 3, 4]);
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
    await new FleetFile(state).save();
    const folders = ['a-1', 'b-2.2'].map((name) =>
      folderWith(Array.from({ length: 150 }, (_, at) => [begin(at + 1), end(at + 1)]).flat(), name),
    );
    const got = new Map<string, number>();
    let calls = 0;
    const started = async () => {
      const file = new FleetFile(state);
      const fate = { isKilled: false };
      const publisher = new Publisher({
        folder: state,
        host: { id: file.id, name: 'box' },
        file,
        clock: { ...systemClock, after: (ms, run) => systemClock.after(Math.min(ms, 5), run) },
        log: () => {},
        isHeard: async () => false,
        onRefused: () => {},
        publish: async ({ kind, terminal, record: { seq } }, text) => {
          // Nobody hears of what a killed process has sent.
          if (fate.isKilled) return new Promise(() => {});
          calls += 1;
          if (calls % 97 === 0) throw new Error('not now');
          expect(text).not.toContain('secret output');
          const key = `${terminal.id} ${kind} ${seq}`;
          got.set(key, (got.get(key) ?? 0) + 1);
          return undefined;
        },
      });
      return { publisher, file, fate };
    };
    // Killed: nobody closes the first one. What it has saved by then is what the next one reads.
    const first = await started();
    await first.publisher.begin();
    first.publisher.connected(true);
    await expect.poll(() => got.size).toBeGreaterThan(100);
    first.publisher.connected(false);
    first.fate.isKilled = true;
    // A process that is killed writes nothing more.
    const path = join(state, 'fleet.json');
    const kept = readFileSync(path);
    await writesNoMore(first.file);
    writeFileSync(path, kept);
    const { publisher, file } = await started();
    await publisher.begin();
    publisher.connected(true);
    // A refusal while it closes would leave the rest to the next one, so all must be confirmed by then.
    await expect
      .poll(() => folders.map((each) => file.cursorOf(idOf(each), 0)))
      .toEqual([
        { created: 0, begun: 150, ended: 150 },
        { created: 0, begun: 150, ended: 150 },
      ]);
    expect(got.size).toBe(300);
    expect(file.id).toBe(first.file.id);
    await publisher.close();
    await writesNoMore(file);
    const before = calls;
    const again = await started();
    again.publisher.connected(true);
    for (const folder of folders) again.publisher.changed(folder);
    await again.publisher.close();
    expect(calls).toBe(before);
    expect([...got.keys()].filter((key) => key.startsWith('b-2_2 ended'))).toHaveLength(150);
  });

  test('has written what was confirmed within the first second, so that hosts that are killed early publish it once', async () => {
    await new FleetFile(state).save();
    const folder = folderWith([begin(1), end(1), begin(2), end(2)]);
    const file = new FleetFile(state);
    const publisher = new Publisher({
      ...{ folder: state, host: { id: file.id, name: 'box' }, file, log: () => {} },
      ...{ isHeard: async () => false, onRefused: () => {}, publish: async () => undefined },
      clock: {
        ...systemClock,
        after: (ms, run) => (ms < 1000 ? systemClock.after(ms, run) : () => {}),
      },
    });
    await publisher.begin();
    publisher.connected(true);
    await expect
      .poll(() => new FleetFile(state).cursorOf(idOf(folder), 0))
      .toEqual({ created: 0, begun: 2, ended: 2 });
    await publisher.close();
  });

  test('keeps what is to be forgotten until the fleet was told', async () => {
    const folder = folderWith([begin(1), end(1)]);
    const told: string[] = [];
    const publisherOf = (publish: () => Promise<void>) => {
      const file = new FleetFile(state);
      const host = { id: file.id, name: 'box' };
      const options = { folder: state, host, file, clock: systemClock, log: () => {} };
      return new Publisher({
        ...options,
        isHeard: async () => false,
        onRefused: () => {},
        publish: async (event) => {
          await publish();
          told.push(`${event.kind} ${event.record.seq} ${event.record.cmd}`);
          return undefined;
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
    expect(new FleetFile(state).forgotten).toEqual([]);
  });

  /** A publisher whose server does with each event what `server` says; what it has stored, in order. */
  function against(server: (event: CommandEvent) => string | undefined, isHeard = true) {
    const file = new FleetFile(state);
    const stored: string[] = [];
    const publisher = new Publisher({
      folder: state,
      host: { id: file.id, name: 'box' },
      file,
      clock: { ...systemClock, after: (ms, run) => systemClock.after(Math.min(ms, 5), run) },
      log: () => {},
      isHeard: async () => isHeard,
      onRefused: () => {},
      publish: async (event) => {
        const why = server(event);
        if (why === undefined) stored.push(`${event.terminal.id} ${event.kind} ${event.record.seq}`);
        return why;
      },
    });
    return { publisher, file, stored };
  }

  test('publishes nothing that was in the ledgers when the host joined, and all that comes, whatever the clock says', async () => {
    const folder = folderWith([begin(1), end(1), begin(2)], 'old-1');
    const { publisher, stored } = against(() => undefined);
    await publisher.begin();
    publisher.connected(true);
    // Each ends at a time long before the one at which the host has joined.
    appendFileSync(join(folder, 'ledger.jsonl'), [end(2), begin(3), end(3)].map(formatRow).join(''));
    const other = folderWith([begin(1), end(1)], 'new-1');
    for (const each of [folder, other]) publisher.changed(each);
    await expect.poll(() => stored.toSorted()).toEqual(['new-1 ended 1', 'old-1 ended 2', 'old-1 ended 3']);
    await publisher.close();
  });

  test('publishes the terminal that counts from 1 again in a folder of the same name', async () => {
    const meta = (created: string) =>
      formatMeta({
        uri: 'ahp-terminal:/build',
        name: 'build',
        named: true,
        shell: 'bash',
        claim: { kind: 'client', clientId: 'ada' },
        created: Date.parse(created),
        state: 'open',
      });
    await new FleetFile(state).save();
    const folder = folderWith([begin(1), end(1), begin(2), end(2)]);
    writeFileSync(join(folder, 'meta.json'), meta('2026-01-01T00:00:00Z'));
    const { publisher, stored } = against(() => undefined);
    await publisher.begin();
    publisher.connected(true);
    await expect.poll(() => stored).toHaveLength(2);
    removeFolder(folder);
    folderWith([begin(1), end(1)]);
    writeFileSync(join(folder, 'meta.json'), meta('2026-01-02T00:00:00Z'));
    publisher.changed(folder);
    await expect
      .poll(() => stored)
      .toEqual(['build-0000 ended 1', 'build-0000 ended 2', 'build-0000 ended 1']);
    await publisher.close();
  });

  test('sets one refused event aside, and goes on with later ones, other terminals and what is forgotten', async () => {
    await new FleetFile(state).save();
    const folder = folderWith(
      [1, 2, 3].flatMap((seq) => [begin(seq), end(seq)]),
      'a-1',
    );
    folderWith([begin(1), end(1)], 'b-1');
    let refuses = true;
    const { publisher, file, stored } = against(({ terminal, record }) =>
      refuses && terminal.id === 'a-1' && record.seq === 2 ? 'too large' : undefined,
    );
    await publisher.begin();
    publisher.forgot(join(state, 'terminals', 'b-1'), 1);
    publisher.connected(true);
    await expect
      .poll(() => stored.toSorted())
      .toEqual(['a-1 ended 1', 'a-1 ended 3', 'b-1 ended 1', 'b-1 forgot 1']);
    await expect
      .poll(() => publisher.refused)
      .toEqual({ count: 1, given_up: 0, terminal: 'a-1', seq: 2, why: 'too large' });
    await file.save();
    expect(new FleetFile(state).refused).toEqual([
      { terminal: 'a-1', seq: 2, kind: 'ended', why: 'too large' },
    ]);
    // It is tried again later, as it is then.
    refuses = false;
    await expect.poll(() => stored).toContain('a-1 ended 2');
    await expect.poll(() => publisher.refused).toBeUndefined();
    publisher.changed(folder);
    await publisher.close();
    expect(stored).toHaveLength(5);
  });

  test('sets aside what is never confirmed while the server takes other messages, and waits while it takes none', async () => {
    await new FleetFile(state).save();
    folderWith(
      [1, 2, 3].flatMap((seq) => [begin(seq), end(seq)]),
      'a-1',
    );
    const silent = ({ record }: CommandEvent) => {
      if (record.seq === 2) throw new Error('not confirmed');
      return undefined;
    };
    const away = against(silent, false);
    await away.publisher.begin();
    away.publisher.connected(true);
    await expect.poll(() => away.stored.length).toBeGreaterThan(8);
    expect(away.publisher.refused).toBeUndefined();
    expect(away.publisher.trouble).toBe('not confirmed');
    away.publisher.connected(false);
    await away.publisher.close();
    const { publisher, file } = against(silent);
    await publisher.begin();
    publisher.connected(true);
    await expect.poll(() => publisher.refused).toMatchObject({ count: 1, seq: 2, why: 'not confirmed' });
    await expect.poll(() => file.cursorOf('a-1', 0)).toMatchObject({ ended: 3 });
    await publisher.close();
  });

  test('keeps a thousand refused events and counts those that it gives up', () => {
    const file = new FleetFile(state);
    for (let seq = 1; seq <= MAX_REFUSED + 2; seq += 1)
      file.refuse({ terminal: 'a-1', seq, kind: 'ended', why: 'no' });
    expect(file.refused).toHaveLength(MAX_REFUSED);
    expect(file.refused[0]).toMatchObject({ seq: 3 });
    expect(file.givenUp).toBe(2);
    // What is forgotten is not tried again.
    file.forgot('a-1', 3);
    expect(file.refused[0]).toMatchObject({ seq: 4 });
  });
});
