import { describe, expect, test } from 'vitest';
import { groupTable } from '../../../../src/cli/scripts/group/group-output.ts';
import {
  type GroupRow,
  groupCode,
  groupJson,
  recordFields,
} from '../../../../src/cli/scripts/group/group-row.ts';
import { record } from '../record.ts';

const rows: readonly GroupRow[] = [
  { terminal: 'build', state: 'ended', code: 0, durationMs: 4200, lines: 120 },
  { terminal: 'unit\x1b]0;x\x07\ntests', state: 'ended', code: 1, durationMs: 62_000, lines: 3 },
  { terminal: 'web', state: 'running', code: 124, durationMs: 500, note: 'did not end' },
  { terminal: 'nope', state: 'not-run', code: 3, note: 'there is no\nterminal "nope"' },
  { terminal: 'gone', state: 'lost', code: 123, note: 'the terminal was closed' },
];

describe('the table of a group', () => {
  test('has a line for each terminal, whatever its name contains', () => {
    expect(groupTable(rows, { colours: false })).toBe(
      [
        'TERMINAL          EXIT     TIME  LINES  NOTE',
        'build             exit 0   4.2s    120',
        'unit]0;x ⏎ tests  exit 1   1m2s      3',
        'web               running  0.5s      -  did not end',
        'nope              not run     -      -  there is no ⏎ terminal "nope"',
        'gone              lost        -      -  the terminal was closed',
        '',
      ].join('\n'),
    );
  });

  test('colours how each ended, and cuts notes to the width of a terminal', () => {
    const lines = groupTable(rows, { colours: true, columns: 55 }).split('\n');
    expect(lines[1]).toContain('\x1b[32mexit 0\x1b[0m');
    expect(lines[2]).toContain('\x1b[31mexit 1\x1b[0m');
    expect(lines[3]).toContain('\x1b[33mrunning\x1b[0m');
    expect(lines[4]).toMatch(/there is no ⏎ …$/);
    expect(lines[4]).not.toContain('nope"');
  });
});

describe('the exit code of a group', () => {
  const row = (code: number): GroupRow => ({ terminal: 'x', state: 'ended', code });

  test('is the highest of all, and with any that of the first', () => {
    expect(groupCode([row(0), row(0)])).toBe(0);
    expect(groupCode([row(1), row(124), row(3)])).toBe(124);
    expect(groupCode([row(0), row(130)], row(0))).toBe(0);
    expect(groupCode([row(125), row(3)], undefined)).toBe(125);
    expect(groupCode([])).toBe(0);
  });
});

describe('a group as JSON', () => {
  test('is one object with a row for each terminal, and the record of what ran', () => {
    const ended = record({ exit: 2, duration_s: 1.5, stdout: '\x1b[31mred\x1b[m\r\n' });
    const fields = recordFields(ended, 0);
    expect(fields).toMatchObject({ durationMs: 1500 });
    const row: GroupRow = { terminal: 'build', state: 'ended', code: 2, ...fields };
    const whole = {
      until: 'all',
      code: 125,
      rows: [row, { terminal: 'web', state: 'not-run', code: 125, note: 'busy' }],
    } as const;
    expect(groupJson(whole, false)).toMatchObject({
      ...{ until: 'all', exit: 125 },
      terminals: [
        { terminal: 'build', state: 'ended', exit: 2, duration_s: 1.5, record: { stdout: 'red\n' } },
        {
          terminal: 'web',
          state: 'not-run',
          exit: null,
          duration_s: null,
          lines: null,
          note: 'busy',
          record: null,
        },
      ],
    });
    expect(JSON.stringify(groupJson(whole, true))).toContain('[31mred');
  });

  test('tells how long a command runs so far', () => {
    const running = record({ finished_at: null, duration_s: null, started_at: '2026-01-01T00:00:00.000Z' });
    expect(recordFields(running, Date.parse('2026-01-01T00:00:02.500Z')).durationMs).toBe(2500);
  });
});
