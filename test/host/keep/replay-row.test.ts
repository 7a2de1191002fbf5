import { describe, expect, it } from 'vitest';
import { formatRow, parseRows, type ReplayRow } from '../../../src/host/keep/replay-row.ts';
import { trackStart } from '../../../src/shell/track-state.ts';

type Head = { readonly version: number };

const rows: readonly ReplayRow<Head>[] = [
  { kind: 'head', head: { version: 1 } },
  { kind: 'read', at: 1_700_000_000_123.5, bytes: Buffer.from([0xe6, 0xbc, 0x1b, 0x00, 0xff]) },
  { kind: 'writer', writer: 'user:ada' },
  { kind: 'act', at: 5, action: { type: 'terminal/resized', cols: 100, rows: 30 } },
  { kind: 'shells', at: 6, track: trackStart, actions: [] },
  {
    kind: 'shells',
    at: 7,
    track: trackStart,
    actions: [],
    program: { reports: [{ id: '', state: 'done', since: 5, seen: true }] },
  },
  { kind: 'writer' },
  { kind: 'read', at: 7, bytes: Buffer.alloc(0) },
];

const replayLog = Buffer.concat(rows.flatMap(formatRow));

/** Bytes compare by their content only. */
const plain = (row: ReplayRow<Head>) => (row.kind === 'read' ? { ...row, bytes: [...row.bytes] } : row);

describe('the rows of a replay log', () => {
  it('are read as they were written', () => {
    const parsed = parseRows<Head>(replayLog);
    expect(parsed.rows.map(plain)).toEqual(rows.map(plain));
    expect(parsed.end).toBe(replayLog.length);
  });

  it('cut at any byte, are all that were whole', () => {
    const ends = rows.map((_, index) => Buffer.concat(rows.slice(0, index + 1).flatMap(formatRow)).length);
    for (let at = 0; at < replayLog.length; at += 1) {
      const whole = ends.filter((end) => end <= at);
      const parsed = parseRows<Head>(replayLog.subarray(0, at));
      expect(parsed.rows).toHaveLength(whole.length);
      expect(parsed.end).toBe(whole.at(-1) ?? 0);
    }
  });

  it.each([
    ['a letter that no row has', 'x'],
    ['a row that is no JSON', 'a'],
    ['a read without its time', 'r'],
  ])('end before %s', (_, letter) => {
    const damaged = Buffer.from(`${letter}\x03\0\0\0{"]`, 'latin1');
    const parsed = parseRows<Head>(Buffer.concat([replayLog, damaged, replayLog]));
    expect(parsed.rows).toHaveLength(rows.length);
    expect(parsed.end).toBe(replayLog.length);
  });
});
