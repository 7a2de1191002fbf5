import { describe, expect, test } from 'vitest';
import { recordText, shownRecord } from '../../../src/mcp/answers/record-text.ts';
import { recordSchema } from '../../../src/mcp/answers/schemas.ts';
import type { CommandRecord } from '../../../src/protocol/cotty/command-record.ts';
import { cpuTime } from '../../support/cpu-time.ts';

const record: CommandRecord = {
  seq: 4,
  cmd: 'pytest -q',
  writer: 'agent:alice',
  started_at: '2026-05-22T14:03:21.000Z',
  finished_at: '2026-05-22T14:03:25.000Z',
  duration_s: 4.2,
  exit: 0,
  stdout: '\x1b[32m...\x1b[m\r\n 10%\r100%\r\n6 passed in 4.18s\r\n',
  stderr: '',
  killed_by_restart: false,
  timed_out: false,
  cwd: '/src',
  command_id: 'cmd-4',
  omitted: 0,
  cmd_cut: 0,
  redacted: [],
};

describe('a record for an agent', () => {
  test('is plain text: without colours, and with overwritten lines as they ended', () => {
    const shown = shownRecord(record, 1_000, 'build');
    expect(shown.stdout).toBe('...\n100%\n6 passed in 4.18s');
    expect(recordSchema.parse(shown)).toEqual(shown);
    expect(recordText(shown, 'build')).toBe(
      'build #4 $ pytest -q · run by agent:alice\nexit 0 · 4.20s\n──\n...\n100%\n6 passed in 4.18s',
    );
  });

  test('shows its note, with who wrote it, cut to its share of the answer, and its bookmark', () => {
    const noted = { ...record, note: 'this is the failure I mean', note_by: 'user:ada', bookmarked: true };
    const shown = shownRecord(noted, 1_000, 'build');
    expect(recordSchema.parse(shown)).toEqual(shown);
    expect(recordText(shown, 'build')).toContain(
      'exit 0 · 4.20s\nbookmarked by a person\nnote by user:ada: this is the failure I mean\n──\n',
    );
    expect(shownRecord({ ...noted, note: 'x'.repeat(4096) }, 1_000, 'build').note).toHaveLength(251);
  });

  test('says that it was forgotten', () => {
    const shown = shownRecord({ ...record, cmd: '[forgotten]', stdout: '', forgotten: true }, 1_000, 'build');
    expect(recordSchema.parse(shown)).toEqual(shown);
    expect(recordText(shown, 'build')).toBe(
      'build #4 $ [forgotten] · run by agent:alice\nexit 0 · 4.20s\n──\n(forgotten on request)',
    );
  });

  test('has no blanks at line ends and no blank lines at the end, and huge amounts of both cost little', () => {
    expect(shownRecord({ ...record, stdout: 'a   \r\n\r\n  b \r\n   \r\n\r\n' }, 100, 'b').stdout).toBe(
      'a\n\n  b',
    );
    const begun = cpuTime();
    for (const text of [' '.repeat(90_000), '\r\n'.repeat(45_000)]) {
      expect(shownRecord({ ...record, stdout: `${text}x` }, 1_000, 'b').stdout.endsWith('x')).toBe(true);
    }
    expect(cpuTime() - begun).toBeLessThan(2_000);
  });

  test('names the lines that are left out by their numbers in the output as it was printed', () => {
    const drawn = `\x1b[?1049h${'drawn\r\n'.repeat(40)}\x1b[?1049l`;
    const lines = Array.from({ length: 500 }, (_, at) => `line ${at + 1}\r\n`);
    const stdout = `${drawn}${lines.join('')}`;
    const shown = shownRecord({ ...record, stdout }, 2_000, 'b');
    const [, from = '', to = ''] = /left out \((\d+) to (\d+)\)/.exec(shown.stdout) ?? [];
    const all = shown.stdout.split('\n');
    const mark = all.findIndex((line) => line.includes('left out'));
    // Lines 1 to 40 are those that the program drew.
    expect(all[mark - 1]).toBe(`line ${Number(from) - 1 - 40}`);
    expect(all[mark + 1]).toBe(`line ${Number(to) + 1 - 40}`);
  });

  test('says what is left out of a long output, and how to read it', () => {
    const stdout = Array.from({ length: 3_000 }, (_, at) => `line ${at + 1}\r\n`).join('');
    const shown = shownRecord({ ...record, stdout }, 2_000, 'my build');
    expect(shown.lines_left_out).toBeGreaterThan(2_000);
    expect(shown.stdout).toMatch(
      /lines left out \(\d+ to \d+\): term_read name="my build" seq=4 from_line=\d+/,
    );
  });

  test.each([
    [
      { finished_at: null, exit: null, duration_s: null, timed_out: true },
      'timed out; the command still runs · command_id cmd-4',
    ],
    [{ finished_at: null, exit: null, duration_s: null }, 'still runs · command_id cmd-4'],
    [{ exit: 130, timed_out: true }, 'exit 130 · 4.20s · longer than its timeout'],
    [{ exit: null }, 'ended without an exit code · 4.20s'],
    [{ exit: null, killed_by_restart: true }, 'killed by a restart of the host; it was not run again'],
  ])('says how the command ended: %j', (outcome, said) => {
    expect(recordText(shownRecord({ ...record, ...outcome }, 100, 'b'), 'b').split('\n')[1]).toBe(said);
  });
});
