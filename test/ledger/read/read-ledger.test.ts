import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRow, type Row } from '../../../src/ledger/files/ledger-row.ts';
import { begun, entriesIn, record, recordsIn, temporaryFolder } from '../support.ts';

const records = [1, 2, 3].map((seq) => record(seq, { commandLine: `printf 'ä€😀 "${seq}"'`, exitCode: seq }));
const rows: readonly Row[] = [
  { kind: 'ledger', uri: 'ahp-terminal:/1', at: 1 },
  ...records.flatMap((whole): Row[] => [
    { kind: 'begin', record: begun(whole) },
    { kind: 'end', record: whole },
  ]),
];
const lines = rows.map((row) => Buffer.from(formatRow(row)));

function write(folder: string, bytes: Buffer): void {
  writeFileSync(join(folder, 'ledger.jsonl'), bytes);
}

describe('a ledger', () => {
  it('gives its records newest first, each once', async () => {
    const folder = temporaryFolder();
    write(folder, Buffer.concat(lines));
    expect(await recordsIn(folder)).toEqual(records.toReversed());
  });

  it('completes a command that had entered another shell from the row that was written when it had left it', async () => {
    const folder = temporaryFolder();
    const [one = record(1), two = record(2)] = records;
    const { exitCode: _unknown, ...inside } = { ...one, entered: 'inside' as const };
    const left: Row = { kind: 'left', seq: 1, finishedAt: inside.startedAt + 9000, exitCode: 3 };
    const all: readonly Row[] = [{ kind: 'end', record: inside }, { kind: 'end', record: two }, left];
    write(folder, Buffer.from(all.map(formatRow).join('')));
    const whole = { ...inside, exitCode: 3, finishedAt: inside.startedAt + 9000, entered: 'left' };
    expect(await recordsIn(folder)).toEqual([two, whole]);
  });

  it('is empty where nothing was written', async () => {
    expect(await entriesIn(temporaryFolder())).toEqual([]);
  });

  it('cut at any byte still gives every earlier row, and sets at most the cut line aside', async () => {
    const folder = temporaryFolder();
    const whole = Buffer.concat(lines);
    for (let cut = 0; cut <= whole.length; cut += 1) {
      write(folder, whole.subarray(0, cut));
      const aside: string[] = [];
      const read = await recordsIn(folder, (why) => aside.push(why));
      // A line whose last byte is there is whole without its line break.
      const kept = lines.filter(
        (_, index) => Buffer.concat(lines.slice(0, index + 1)).length - 1 <= cut,
      ).length;
      const expected = rows.slice(0, kept).flatMap((row, index) => {
        if (row.kind === 'end') return [row.record];
        return row.kind === 'begin' && index === kept - 1 ? [row.record] : [];
      });
      expect(read, `cut at ${cut}`).toEqual(expected.toReversed());
      expect(aside.length, `cut at ${cut}`).toBeLessThanOrEqual(1);
    }
  });

  it('loses no more to damage than the lines that were damaged', async () => {
    const folder = temporaryFolder();
    const damage = fc.record({
      line: fc.nat(lines.length - 1),
      at: fc.nat(400),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { maxLength: 4 }), async (damages) => {
        const hurt = new Set(damages.map(({ line }) => line));
        const damaged = lines.map((line, index) => {
          const copy = Buffer.from(line);
          for (const { line: number, at, bytes } of damages) {
            if (number === index)
              copy.set(bytes.subarray(0, Math.max(0, line.length - 1 - at)), Math.min(at, line.length - 1));
          }
          return copy;
        });
        write(folder, Buffer.concat(damaged));
        const read = await recordsIn(folder);
        for (const [index, row] of rows.entries()) {
          if (row.kind === 'end' && !hurt.has(index)) expect(read).toContainEqual(row.record);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('sets lines of another version aside and says so', async () => {
    const folder = temporaryFolder();
    const other = formatRow({ kind: 'end', record: record(9) }).replace('"v":1', '"v":2');
    write(folder, Buffer.concat([...lines, Buffer.from(other), Buffer.from('\n\0\0\n')]));
    const aside: string[] = [];
    expect(await recordsIn(folder, (why) => aside.push(why))).toEqual(records.toReversed());
    expect(aside.map((why) => why.replace(/: [^:]*$/, ''))).toEqual([
      expect.stringContaining('damaged'),
      expect.stringContaining('damaged'),
      expect.stringContaining('version 2'),
    ]);
  });

  it('tells a command without an end as one that has not finished', async () => {
    const folder = temporaryFolder();
    const open = begun(record(4));
    write(folder, Buffer.concat([...lines, Buffer.from(formatRow({ kind: 'begin', record: open }))]));
    expect((await recordsIn(folder))[0]).toEqual(open);
  });

  it('goes on in the full files before it', async () => {
    const folder = temporaryFolder();
    write(folder, Buffer.concat(lines.slice(5)));
    writeFileSync(join(folder, 'ledger.1.jsonl'), Buffer.concat(lines.slice(3, 5)));
    writeFileSync(join(folder, 'ledger.2.jsonl'), Buffer.concat(lines.slice(0, 3)));
    expect(await recordsIn(folder)).toEqual(records.toReversed());
  });
});
