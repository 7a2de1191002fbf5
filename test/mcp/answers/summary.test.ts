import { describe, expect, test } from 'vitest';
import type { ShownTerminal } from '../../../src/mcp/answers/schemas.ts';
import { summary, summaryLine } from '../../../src/mcp/answers/summary.ts';

const idle: ShownTerminal = {
  name: 'build',
  id: 'build-7k2q',
  title: 'build',
  pid: 4711,
  shell: 'bash',
  cwd: '/src',
  status: 'running',
  exit_code: null,
  created_by: 'agent:pm',
  started_at: null,
  holder: null,
  held_by_you: false,
  asked_by: null,
  purpose: 'unit tests',
  running: null,
  program: null,
  last: null,
  notes: 0,
  bookmarks: 0,
  newest_note: null,
  subscribed: false,
};

describe('the summary of the terminals', () => {
  test('is empty if there are no terminals', () => {
    expect(summary([])).toBe('');
  });

  test('has a line for each terminal, and a hint that those of people may be read', () => {
    const text = summary([
      idle,
      { ...idle, id: 'x-1', title: 'my shell', purpose: null, created_by: 'user:mara' },
    ]);
    expect(text.split('\n')).toEqual([
      '## Active Terminals (2):',
      '- [build-7k2q] build: unit tests (running, created by agent, pid: 4711) — bash in /src',
      '- [x-1] my shell (running, created by user, pid: 4711) — bash in /src',
      '',
      'You can read from any terminal using term_read and term_screen, including user-created shells.',
    ]);
  });

  test('says how many notes and bookmarks there are, and the newest note, cut and on one line', () => {
    const newest_note = { seq: 12, note: `this is the failure ${'x'.repeat(400)}`, by: 'user:mara', at: '' };
    const line = summaryLine({ ...idle, notes: 2, bookmarks: 1, newest_note });
    expect(line).toMatch(/; 2 notes, newest on #12 by user:mara: "this is the failure x+…"; 1 bookmark$/);
    expect(line.length).toBeLessThan(260);
    expect(
      summaryLine({ ...idle, notes: 1, newest_note: { ...newest_note, note: 'flaky', by: null } }),
    ).toMatch(/; 1 note on #12 by somebody: "flaky"$/);
  });

  test('says what runs, what ran last, who holds a terminal and who asks for it', () => {
    const running = { cmd: 'npm test', writer: 'user:mara', since: '', seconds: 12 };
    const busy: ShownTerminal = { ...idle, status: 'busy', running, holder: 'mara', asked_by: 'agent:pm' };
    expect(summaryLine(busy)).toMatch(
      /\(busy, .*\) — bash in \/src; runs \$ npm test for 12 s, by user:mara; held by mara; asked for by agent:pm$/,
    );
    const last = { cmd: 'make\nmake test', exit: 2, finished_at: '' };
    expect(summaryLine({ ...idle, last, held_by_you: true })).toMatch(
      / — bash in \/src; last \$ make ⏎ make test → exit 2; held by you$/,
    );
    expect(summaryLine({ ...idle, status: 'exited', exit_code: 1, pid: null })).toContain(
      '(exited 1, created by agent)',
    );
  });

  test('stays one line whatever a title contains', () => {
    const line = summaryLine({ ...idle, title: `a\nb\x1b[31m${'x'.repeat(500)}` });
    expect(line).not.toMatch(/[\n\x1b]/);
    expect(line.length).toBeLessThan(250);
  });
});
