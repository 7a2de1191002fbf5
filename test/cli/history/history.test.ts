import { describe, expect, it } from 'vitest';
import { asCsv, asMarkdown, formatOf } from '../../../src/cli/history/history.ts';
import { historyQuery } from '../../../src/cli/history/history-query.ts';
import { asJson, formatHistory } from '../../../src/cli/history/history-table.ts';
import type { PastCommand } from '../../../src/ledger/read/read-history.ts';
import type { LedgerRecord } from '../../../src/ledger/records/record.ts';
import { parseSince } from '../../../src/protocol/common/durations.ts';

const none = {
  noted: false,
  bookmarked: false,
  terminal: undefined,
  failed: false,
  writer: undefined,
  since: undefined,
  until: undefined,
  output: undefined,
  host: undefined,
  exit: undefined,
  repo: undefined,
  order: undefined,
  cwd: undefined,
  longer: undefined,
  grep: undefined,
  limit: undefined,
  all: false,
};

function past(rest: Partial<LedgerRecord> = {}): PastCommand {
  const record: LedgerRecord = {
    seq: 1,
    commandId: 'cmd-1',
    commandLine: 'make',
    startedAt: new Date(2026, 0, 31, 9, 5, 7).getTime(),
    finishedAt: new Date(2026, 0, 31, 9, 5, 8, 500).getTime(),
    exitCode: 0,
    writer: 'user:mara',
    output: { head: '', omitted: 0, tail: '' },
    ...rest,
  };
  return { terminal: 'build', uri: 'ahp-terminal:/build-1', record };
}

describe('--since', () => {
  it.each([
    ['90s', 1_000_000 - 90_000],
    ['2h', 1_000_000 - 7_200_000],
    ['2026-01-31T00:00:00Z', Date.UTC(2026, 0, 31)],
    ['5', undefined],
    ['mo', undefined],
    ['tomorrow', undefined],
    ['2026-13-31', undefined],
    ['5y', undefined],
  ])('%s', (text, expected) => {
    expect(parseSince(text, 1_000_000)).toBe(expected);
  });

  // 31 March 2026 is a Tuesday, two days after clocks go forward in Europe.
  it.each([
    ['today', [2026, 2, 31]],
    ['Tuesday', [2026, 2, 31]],
    ['yesterday', [2026, 2, 30]],
    ['mon', [2026, 2, 30]],
    ['sunday', [2026, 2, 29]],
    ['wed', [2026, 2, 25]],
    ['2026-03-01', [2026, 2, 1]],
  ] as const)('%s begins at midnight of this time zone', (text, [year, month, day]) => {
    const now = new Date(2026, 2, 31, 15, 30).getTime();
    expect(parseSince(text, now)).toBe(new Date(year, month, day).getTime());
  });
});

describe('the flags of cotty history', () => {
  it('ask for the last hundred when nothing is said', () => {
    expect(historyQuery(none, 0, '/')).toEqual({
      ok: true,
      limit: 100,
      order: 'newest',
      query: { failed: false },
    });
  });

  it('ask for a folder from where one is, and for what took long', () => {
    expect(historyQuery({ ...none, cwd: '../app', longer: '2m' }, 0, '/home/src')).toMatchObject({
      query: { folder: '/home/app', longerThanMs: 120_000 },
    });
  });

  it('ask for an output, a machine, an exit code, an end and a repository', () => {
    const flags = { output: 'bad', host: 'box', exit: '-1', until: '1s', repo: '.', order: 'longest' };
    expect(historyQuery({ ...none, ...flags }, 5000, '/home/app')).toEqual({
      ok: true,
      limit: 100,
      order: 'longest',
      repository: '/home/app',
      query: { failed: false, output: 'bad', host: 'box', exitCode: -1, until: 4000 },
    });
    expect(historyQuery({ ...none, repo: 'app' }, 0, '/home')).toMatchObject({ repository: 'app' });
  });

  it.each([
    [{ limit: '0' }, '--limit'],
    [{ limit: 'x' }, '--limit "x"'],
    [{ limit: '5', all: true }, 'only one of --limit and --all'],
    [{ since: 'x' }, '--since'],
    [{ grep: '(' }, '--grep'],
    [{ until: 'x' }, '--until "x" must be'],
    [{ exit: '1x' }, '--exit "1x" is not an exit code'],
    [{ order: 'best' }, '--order "best" is none of newest, oldest'],
    [{ longer: 'soon' }, '--longer "soon" is not a time'],
  ])('%o are refused', (flags, named) => {
    expect(historyQuery({ ...none, ...flags }, 0, '/')).toMatchObject({
      ok: false,
      error: expect.stringContaining(named),
    });
  });
});

describe('the table of past commands', () => {
  it('has one line a command, whatever a command line contains', () => {
    const cwd = 'file://box/home/mara/src';
    const where = { shell: 'bash', user: 'ann', host: 'box' };
    const { finishedAt: _at, exitCode: _code, ...open } = past().record;
    const lines = formatHistory(
      [
        past(),
        past({ commandLine: 'a\nb\x1b[2J', exitCode: 127, writer: 'agent:bob', cwd, where }),
        past({ killedByRestart: true, cwd }),
        { ...past(), record: open },
      ],
      { home: '/home/mara' },
    );
    expect(lines.split('\n')).toEqual([
      'STARTED              TERMINAL  WHERE               BY    EXIT     TIME  COMMAND',
      '2026-01-31 09:05:07  build     -                   mara  0        1.5s  make',
      '2026-01-31 09:05:07  build     ann@box bash ~/src  @bob  127      1.5s  a ⏎ b[2J',
      '2026-01-31 09:05:07  build     ~/src               mara  restart  1.5s  make',
      '2026-01-31 09:05:07  build     -                   mara  open     -     make',
      '',
    ]);
  });

  it('cuts the command where the window ends', () => {
    const [, line] = formatHistory([past({ commandLine: 'x'.repeat(100) })], { columns: 72 }).split('\n');
    expect(line).toHaveLength(72);
    expect(line).toMatch(/x…$/);
    const cwd = 'file://box/home/mara/projects/long-name/packages/window/src';
    const [, narrow] = formatHistory([past({ cwd })], { columns: 80 }).split('\n');
    expect(narrow).toMatch(/ …ages\/window\/src +mara .* make$/);
    const [, wide] = formatHistory([past({ cwd })]).split('\n');
    expect(wide).toContain(' …ng-name/packages/window/src ');
  });
});

describe('past commands as Markdown', () => {
  it('have a line of facts and a fenced block, which the output cannot end', () => {
    const output = { head: '\x1b[31mbad\x1b[0m\r\n```\r\n', omitted: 0, tail: '' };
    const rest = { cwd: 'file://box/home/mara/app', exitCode: 2, output };
    expect(asMarkdown(past(rest), '/home/mara')).toBe(
      '2026-01-31 09:05:07 · build #1 · ~/app · mara · exit 2 · 1.5s\n\n````console\n$ make\nbad\n```\n````\n\n',
    );
    const where = { shell: 'bash', user: 'ann', host: 'box' };
    expect(asMarkdown(past({ where }), undefined)).toContain('build #1 · ann@box bash · mara · exit 0');
    expect(asMarkdown(past({ exitCode: 148 }), undefined)).toContain('build #1 · mara · suspended · 1.5s\n');
  });
});

describe('past commands as CSV', () => {
  it('are a header and one record each; quotes are doubled, times are ISO 8601', () => {
    const startedAt = Date.UTC(2026, 0, 31, 9);
    const rest = { startedAt, finishedAt: startedAt + 1500, commandLine: 'echo "a,b"\ntrue' };
    expect(asCsv([past(rest)])).toBe(
      'started_at,finished_at,duration_s,terminal,seq,where,cwd,writer,exit,outcome,cmd,note,bookmarked\r\n' +
        '2026-01-31T09:00:00.000Z,2026-01-31T09:00:01.500Z,1.5,build,1,,,user:mara,0,0,"echo ""a,b""\ntrue",,false\r\n',
    );
  });

  it.each(['=1+1', '+1', '-x', '@SUM(A1)', '\t=1', '  =1', '\x00=1', '\u202e=1', '＝1'])(
    'have an apostrophe before %j, which a spreadsheet would take for a formula',
    (commandLine) => {
      const [, line = ''] = asCsv([past({ commandLine, exitCode: -1 })]).split('\r\n');
      expect(line).toMatch(/,-1,-1,'[^,]*,,false$/);
    },
  );
});

describe('the format', () => {
  it.each([
    [{}, 'table'],
    [{ format: 'csv' }, 'csv'],
    [{ json: true }, 'json'],
    [{ format: 'markdown', markdown: true }, 'markdown'],
  ])('of %o is %s', (flags, format) => {
    expect(formatOf({ ...noFormat, ...flags })).toEqual({ ok: true, format });
  });

  it.each([
    [{ format: 'xml' }, '--format "xml" is none of table, json, csv, markdown'],
    [{ format: 'csv', json: true }, 'use only one of --format csv and --json'],
    [{ json: true, markdown: true }, 'use only one of --json and --markdown'],
  ])('%o is refused', (flags, error) => {
    expect(formatOf({ ...noFormat, ...flags })).toEqual({ ok: false, error });
  });
});

const noFormat = { format: undefined, json: false, markdown: false };

describe('past commands as JSON', () => {
  it('are one object each, with the terminal they ran in', () => {
    expect([past(), past({ seq: 2 })].map(asJson)).toMatchObject([
      { terminal: 'build', uri: 'ahp-terminal:/build-1', seq: 1, cmd: 'make', exit: 0, stderr: '' },
      { seq: 2 },
    ]);
  });
});
