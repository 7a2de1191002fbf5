/** When the output of a command came, as the ledger records it. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextLog } from '../../../src/host/text/text-log.ts';
import { formatRow, parseRow } from '../../../src/ledger/files/ledger-row.ts';
import { RecentCommands } from '../../../src/ledger/records/recent-commands.ts';
import { TimeRecorder } from '../../../src/ledger/records/time-recorder.ts';
import { forgotten } from '../../../src/ledger/write/forget-record.ts';
import { MOST_TIMES, type OutputTimes } from '../../../src/protocol/common/output-times.ts';
import { record } from '../support.ts';

const sumOf = (times: OutputTimes, odd: 0 | 1) =>
  times.filter((_each, index) => index % 2 === odd).reduce((sum, each) => sum + each, 0);

describe('the times of an output', () => {
  it('join what comes within 50 ms, and keep pauses', () => {
    const times = new TimeRecorder(1_000);
    for (const [now, total] of [
      [1_010, 5],
      [1_040, 9],
      [1_059, 10],
      [4_000, 12],
      [4_000, 12],
    ] as const)
      times.printed(now, total);
    expect(times.times).toEqual([10, 10, 2_990, 2]);
  });

  it('are bounded, keep the sum of all units, and each pause longer than the gap', () => {
    const delays = fc.array(fc.oneof(fc.nat(200), fc.constant(600_000)), { minLength: 1, maxLength: 5_000 });
    fc.assert(
      fc.property(delays, (all) => {
        const times = new TimeRecorder(0);
        let now = 0;
        for (const [index, delay] of all.entries()) {
          now += delay;
          times.printed(now, index + 1);
        }
        const found = times.times;
        expect(found.length).toBeLessThanOrEqual(2 * MOST_TIMES);
        expect(sumOf(found, 1)).toBe(all.length);
        expect(sumOf(found, 0)).toBeLessThanOrEqual(now);
        const long = (list: OutputTimes) =>
          list.filter((each, index) => each >= 600_000 && index % 2 === 0).length;
        expect(long(found)).toBe(all.filter((delay) => delay >= 600_000).length);
      }),
      { numRuns: 30 },
    );
  });

  it('are in the row of the end, and a damaged list is left out', () => {
    const timed = record(1, { times: [10, 3, 2_000, 4] });
    const row = formatRow({ kind: 'end', record: timed });
    expect(parseRow(row.trim())).toEqual({ ok: true, row: { kind: 'end', record: timed } });
    for (const bad of ['[1]', '[1,-2]', '"x"', '[1,2.5]', `[${Array(2_002).fill(1).join()}]`])
      expect(parseRow(row.trim().replace('[10,3,2000,4]', bad))).toEqual({
        ok: true,
        row: { kind: 'end', record: record(1) },
      });
    expect(forgotten(timed)).not.toHaveProperty('times');
  });

  it('go on at the next host; what was printed in between has the time of what comes next', () => {
    const text = new TextLog();
    const first = new RecentCommands(0, text);
    first.begin({ commandId: 'c', commandLine: 'make', startedAt: 1_000 });
    text.append('one\r\n');
    first.printed(1_100);
    const kept = first.keep();
    const later = new TextLog();
    const next = new RecentCommands(0, later);
    next.resume(kept, []);
    later.append(kept?.text ?? '');
    next.printed();
    later.append('two\r\n');
    next.printed();
    later.append('three\r\n');
    next.printed(5_100);
    expect(next.end('c', { finishedAt: 6_000 })?.times).toEqual([100, 5, 4_000, 12]);
  });
});
