import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeOf,
  formatRow,
  type NoteRow,
  parseRow,
  type Row,
} from '../../../src/ledger/files/ledger-row.ts';
import { readLedger } from '../../../src/ledger/read/read-ledger.ts';
import type { LedgerRecord } from '../../../src/ledger/records/record.ts';
import { appendNote } from '../../../src/ledger/write/append-note.ts';
import { forgetRows, forgotten } from '../../../src/ledger/write/forget-record.ts';
import { Journal } from '../../../src/ledger/write/journal.ts';
import {
  type Annotation,
  annotated,
  annotationOf,
  MAX_NOTE,
} from '../../../src/protocol/terminal/annotation.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { begun, record, recordsIn, temporaryFolder } from '../support.ts';

const uri = 'ahp-terminal:/1';

function note(seq: number, rest: Partial<NoteRow>): NoteRow {
  return { kind: 'note', seq, at: 5, by: 'user:ada', ...rest };
}

function write(folder: string, rows: readonly Row[]): void {
  writeFileSync(join(folder, 'ledger.jsonl'), rows.map(formatRow).join(''));
}

function command(seq: number): readonly Row[] {
  return [
    { kind: 'begin', record: begun(record(seq)) },
    { kind: 'end', record: record(seq) },
  ];
}

const changes: fc.Arbitrary<Partial<NoteRow>> = fc.record(
  { note: fc.oneof(fc.constant(''), fc.string({ unit: 'binary' })), bookmarked: fc.boolean(), at: fc.nat() },
  { requiredKeys: ['at'] },
);
/** A command, or a change of one of those before. */
const steps = fc.array(fc.oneof(fc.constant('command' as const), fc.tuple(fc.nat(), changes)), {
  maxLength: 60,
});

describe('notes and bookmarks', () => {
  it('are those of the newest rows, each field for itself, also over files that were rotated and shortened', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const folder = join(temporaryFolder(), 'one');
        const journal = new Journal({
          folder,
          uri,
          clock: new HandClock(),
          onTrouble: () => {},
          rotateBytes: 700,
        });
        const expected: LedgerRecord[] = [];
        const run = (): void => {
          const seq = expected.length + 1;
          for (const row of command(seq)) journal.append(row);
          expected.push(record(seq));
        };
        const annotate = (n: number, change: Partial<NoteRow>): void => {
          const at = n % expected.length;
          const row = note(at + 1, change);
          journal.append(row);
          expected[at] = annotated(expected[at] ?? record(at + 1), changeOf(row));
        };
        for (const step of all) {
          if (step === 'command') run();
          else if (expected.length > 0) annotate(...step);
          // A full file is shortened in the background, and the next is begun after that.
          await journal.perform(() => Promise.resolve());
        }
        await journal.close();
        const read = await recordsIn(folder);
        const shown = (records: readonly LedgerRecord[]) =>
          records.map(({ seq, ...rest }) => ({ seq, ...annotationOf(rest) }));
        expect(shown(read)).toEqual(shown(expected).toReversed());
      }),
      { numRuns: 60 },
    );
  });

  it('are whole or not there when the host was killed at any byte, and no command is lost with them', async () => {
    const folder = temporaryFolder();
    const rows = [
      ...command(1),
      ...command(2),
      note(1, { note: 'the failure I mean — ä€😀' }),
      note(2, { bookmarked: true }),
    ];
    const whole = Buffer.from(rows.map(formatRow).join(''));
    const commands = rows.slice(0, 4).map(formatRow).join('').length;
    for (let cut = commands; cut <= whole.length; cut += 1) {
      writeFileSync(join(folder, 'ledger.jsonl'), whole.subarray(0, cut));
      const [two, one] = await recordsIn(folder);
      expect([two?.commandLine, one?.commandLine]).toEqual(['echo 2', 'echo 1']);
      expect([undefined, 'the failure I mean — ä€😀']).toContain(one?.note?.text);
      expect(two?.bookmarked).toBe(cut >= whole.length - 1 ? true : undefined);
    }
  });

  it('find a command whose own row a reader would leave unread', async () => {
    const folder = temporaryFolder();
    write(folder, [...command(1), ...command(2), note(1, { note: 'flaky' })]);
    const read: number[] = [];
    for await (const batch of readLedger(folder, { mayMatter: (line) => line.includes('flaky') }))
      read.push(...batch.flatMap((entry) => (entry.kind === 'record' ? [entry.record.seq] : [])));
    expect(read).toEqual([1]);
  });

  it('go with the text of a command that is forgotten; the bookmark stays', async () => {
    const folder = temporaryFolder();
    write(folder, [
      ...command(1),
      ...command(2),
      note(1, { note: 'my-private-note', bookmarked: true }),
      note(2, { note: 'stays' }),
    ]);
    await forgetRows(folder, 1);
    expect(readFileSync(join(folder, 'ledger.jsonl'), 'utf8')).not.toContain('my-private-note');
    const [two, one] = await recordsIn(folder);
    expect(two?.note?.text).toBe('stays');
    expect(one).toMatchObject({ forgotten: true, bookmarked: true });
    expect(one?.note).toBeUndefined();
    expect(forgotten({ ...record(3), note: { text: 'x', at: 1 } }).note).toBeUndefined();
  });

  it('are written without secrets', async () => {
    const folder = join(temporaryFolder(), 'one');
    mkdirSync(folder);
    writeFileSync(join(folder, 'meta.json'), '{}');
    expect(await appendNote(folder, note(1, { note: 'it wants --token s3cr3tvalue' }))).toBe(true);
    const [row] = readFileSync(join(folder, 'ledger.jsonl'), 'utf8').trimEnd().split('\n');
    expect(parseRow(row ?? '')).toMatchObject({ row: { note: 'it wants --token [redacted]' } });
  });

  it('do not bring back the folder of a record that was deleted', async () => {
    const folder = join(temporaryFolder(), 'gone');
    expect(await appendNote(folder, note(1, { note: 'x' }))).toBe(false);
    expect(existsSync(folder)).toBe(false);
  });

  it('are refused where a file is full, until a command begins the next', async () => {
    const folder = join(temporaryFolder(), 'one');
    mkdirSync(folder);
    writeFileSync(join(folder, 'meta.json'), '{}');
    writeFileSync(join(folder, 'ledger.jsonl'), '');
    truncateSync(join(folder, 'ledger.jsonl'), 81 * 1024 * 1024);
    expect(await appendNote(folder, note(1, { note: 'x' }))).toBe(false);
  });

  it('are cut at their limit where a file was changed by hand, and set aside without a number', () => {
    expect(parseRow(formatRow(note(1, { note: 'x'.repeat(5000) })))).toMatchObject({
      row: { note: 'x'.repeat(MAX_NOTE) },
    });
    expect(parseRow('{"v":1,"row":"note","at":1,"note":"x"}').ok).toBe(false);
  });
});

describe('a change of an annotation', () => {
  it('leaves what it does not name, and removes by an empty text and by false', () => {
    const both: Annotation = { note: { text: 'a', at: 1 }, bookmarked: true };
    expect(annotated(both, {})).toEqual(both);
    expect(annotated(both, { note: { text: '', at: 2 } })).toEqual({ bookmarked: true });
    expect(annotated(both, { bookmarked: false })).toEqual({ note: { text: 'a', at: 1 } });
  });
});
