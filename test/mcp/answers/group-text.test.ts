import { describe, expect, test } from 'vitest';
import { groupRows, groupText } from '../../../src/mcp/answers/group-text.ts';
import { record } from '../../cli/scripts/record.ts';

const ended = (stdout: string, exit = 0) =>
  record({ seq: 4, exit, stdout, counts: { lines: stdout.split('\n').length - 1, bytes: 0, chars: 0 } });

describe('the answer about several terminals', () => {
  test('has a line for each, then the outputs, then what to do about those that run', () => {
    const rows = groupRows(
      [
        { name: 'build', record: ended('ok\n') },
        {
          name: 'web',
          record: record({ seq: 7, finished_at: null, exit: null, timed_out: true, stdout: '' }),
        },
        { name: 'nope', text: 'there is no terminal "nope"' },
        { name: 'gone', text: 'the terminal was closed', lost: { seq: 3, commandId: 'cmd-3' } },
      ],
      {},
    );
    expect(rows).toMatchObject([
      { terminal: 'build', state: 'ended', seq: 4, exit: 0, lines: 1, output: 'ok' },
      { terminal: 'web', state: 'running', seq: 7, exit: null, timed_out: true },
      { terminal: 'nope', state: 'not_run', note: 'there is no terminal "nope"', exit: null },
      { terminal: 'gone', state: 'lost', seq: 3, command_id: 'cmd-3', exit: null, output: '' },
    ]);
    const fields = Object.keys(rows[0] ?? {}).sort();
    for (const row of rows) expect(Object.keys(row).sort(), row.terminal).toEqual(fields);
    const lines = groupText('$ make', rows).split('\n');
    expect(lines[0]).toBe('$ make');
    expect(lines[1]).toMatch(/^build {2}#4 exit 0 · .* · 1 lines$/);
    expect(lines[2]).toMatch(/^web {4}#7 timed out; the command still runs/);
    expect(lines[3]).toBe('nope   not run: there is no terminal "nope"');
    expect(lines[4]).toBe('gone   #3 the terminal was closed');
    expect(lines.slice(5, 7)).toEqual(['── build #4', 'ok']);
    expect(lines.at(-1)).toContain('term_wait terminals=["web"]');
  });

  test('is bounded however much thirty-two terminals print, also in one line without an end', () => {
    for (const output of ['x'.repeat(200_000), `${'y'.repeat(90)}\n`.repeat(5000)]) {
      const many = Array.from({ length: 32 }, (_, n) => ({ name: `w${n}`, record: ended(output) }));
      const text = groupText('$ flood', groupRows(many, { tail: 10_000 }));
      // 16,000 of output; a line of the table, a heading and a mark for each.
      expect(text.length).toBeLessThan(16_000 + 32 * 260);
      expect(groupText('$ flood', groupRows(many, { max_chars: 3200 })).length).toBeLessThan(3200 + 32 * 260);
    }
  });

  test('has the last twenty lines of each, or as many as are asked for', () => {
    const numbers = Array.from({ length: 100 }, (_, n) => `${n}\n`).join('');
    const [row] = groupRows([{ name: 'a', record: ended(numbers) }], {});
    expect(row?.output?.split('\n').length).toBe(21);
    const [short] = groupRows([{ name: 'a', record: ended(numbers) }], { tail: 2 });
    expect(short?.output).toMatch(/^… 98 lines above: .*\n98\n99$/);
  });
});
