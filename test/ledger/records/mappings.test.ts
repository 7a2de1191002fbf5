import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextLog } from '../../../src/host/text/text-log.ts';
import { formatRow, parseRow } from '../../../src/ledger/files/ledger-row.ts';
import { formatMeta, parseMeta } from '../../../src/ledger/files/meta-file.ts';
import { stateFolder } from '../../../src/ledger/files/state-folder.ts';
import {
  BoundedOutput,
  HEAD_KEPT,
  outputText,
  TAIL_KEPT,
} from '../../../src/ledger/records/bounded-output.ts';
import { asCommandPart } from '../../../src/ledger/records/command-part.ts';
import type { LedgerRecord } from '../../../src/ledger/records/record.ts';
import { asCommandRecord } from '../../../src/ledger/records/record-json.ts';
import { begun, record, terminal } from '../support.ts';

const records: fc.Arbitrary<LedgerRecord> = fc
  .record({
    seq: fc.nat(),
    commandId: fc.string(),
    commandLine: fc.string({ unit: 'binary' }),
    startedAt: fc.nat(),
    finishedAt: fc.nat(),
    output: fc.record({ head: fc.string({ unit: 'binary' }), omitted: fc.nat(), tail: fc.string() }),
    rest: fc.record(
      {
        writer: fc.string(),
        cwd: fc.string(),
        cols: fc.integer({ min: 1, max: 1000 }),
        exitCode: fc.integer(),
        unverified: fc.constant(true as const),
        timedOut: fc.constant(true as const),
        killedByRestart: fc.constant(true as const),
        commandCut: fc.nat(),
        redacted: fc.subarray(['cmd', 'stdout'] as const),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ rest, ...whole }) => ({ ...whole, ...rest }));

describe('a row', () => {
  it('reads as it was written, on one line', () => {
    fc.assert(
      fc.property(records, (whole) => {
        const line = formatRow({ kind: 'end', record: whole });
        expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(parseRow(line)).toEqual({ ok: true, row: { kind: 'end', record: whole } });
      }),
    );
  });

  it.each([
    '',
    '7',
    'null',
    '[]',
    '{}',
    '{"v":1}',
    '{"v":1,"row":"end","seq":-1}',
    '{"v":1,"row":"x","at":1}',
  ])('is not %j', (line) => {
    expect(parseRow(line).ok).toBe(false);
  });

  it('loses a value that cannot be, not the record', () => {
    const line = formatRow({ kind: 'end', record: record(1) }).replace('"cols":80', '"cols":1e9');
    const { cols: _cols, ...rest } = record(1);
    expect(parseRow(line)).toEqual({ ok: true, row: { kind: 'end', record: rest } });
  });
});

describe('meta.json', () => {
  it('reads as it was written', () => {
    const whole = { ...terminal, shellAsked: '/bin/zsh', program: 'vi x', cols: 80, rows: 24 };
    expect(parseMeta(formatMeta(whole))).toEqual({ ok: true, terminal: whole });
  });

  it('is written without secrets in its texts', () => {
    const secret = {
      name: 'mysql -phunter2',
      program: 'sshpass -p hunter2 ssh box',
      purpose: 'PW=hunter2',
    };
    const text = formatMeta({ ...terminal, ...secret });
    expect(text).not.toContain('hunter2');
    expect(parseMeta(text)).toMatchObject({ ok: true, terminal: { name: 'mysql -p[redacted]' } });
  });
});

function bounded() {
  const log = new TextLog();
  log.append('printed before');
  const output = new BoundedOutput(log);
  const print = (text: string): void => {
    log.append(text);
    output.printed();
  };
  return { output, print };
}

describe('the output of a record', () => {
  it('is whole while it is short', () => {
    const { output, print } = bounded();
    for (const text of ['a\r\n', 'b', '\r\n']) print(text);
    expect(outputText(output.read(), 1)).toBe('a\r\nb\r\n');
  });

  it('keeps head and tail of any flood, and counts what is between', () => {
    const line = fc.constantFrom('x'.repeat(79), '\x1b[31mred\x1b[0m', '😀'.repeat(30), '');
    const chunk = fc.tuple(fc.array(line, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 2000 }));
    fc.assert(
      fc.property(fc.array(chunk, { minLength: 1, maxLength: 12 }), (chunks) => {
        const texts = chunks.map(([lines, times]) => lines.join('\r\n').repeat(times));
        const { output, print } = bounded();
        for (const text of texts) print(text);
        const all = texts.join('');
        const { head, omitted, tail } = output.read();
        expect(head.length + omitted + tail.length).toBe(all.length);
        expect(all.startsWith(head)).toBe(true);
        expect(all.endsWith(tail)).toBe(true);
        expect(head.length).toBeLessThanOrEqual(HEAD_KEPT + 17_000);
        expect(tail.length).toBeLessThanOrEqual(TAIL_KEPT);
        for (const text of [head, tail]) expect(Buffer.from(text).toString()).toBe(text);
      }),
      { numRuns: 60 },
    );
  });

  it('says what is missing in the middle, on a line of its own and without the colour before it', () => {
    expect(outputText({ head: '\x1b[31mred', omitted: 5, tail: 'end' }, 12)).toBe(
      '\x1b[31mred\x1b[0m\r\n… 5 characters are left out here: `cotty read NAME --seq 12 --lines A-B` prints the lines that are kept …\r\nend',
    );
  });
});

describe('a record for scripts and agents', () => {
  it('has the names they know', () => {
    expect(asCommandRecord(record(4, { cwd: 'file:///a%20b', redacted: ['cmd'] }))).toEqual({
      seq: 4,
      cmd: 'echo 4',
      writer: 'user:mara',
      started_at: '1970-01-01T00:16:44.000Z',
      finished_at: '1970-01-01T00:16:44.500Z',
      duration_s: 0.5,
      exit: 0,
      stdout: '4\r\n',
      stderr: '',
      killed_by_restart: false,
      timed_out: false,
      cwd: '/a b',
      command_id: 'cmd-4',
      omitted: 0,
      cmd_cut: 0,
      redacted: ['cmd'],
    });
  });

  it('has null for what is not known', () => {
    const { writer: _writer, cwd: _cwd, ...rest } = begun(record(1));
    expect(asCommandRecord(rest)).toMatchObject({
      writer: null,
      finished_at: null,
      duration_s: null,
      exit: null,
      cwd: null,
    });
  });
});

describe('a record as content', () => {
  it('is the part that viewers had', () => {
    expect(asCommandPart(record(4))).toEqual({
      type: 'command',
      commandId: 'cmd-4',
      commandLine: 'echo 4',
      output: '4\r\n',
      timestamp: 1_004_000,
      isComplete: true,
      exitCode: 0,
      durationMs: 500,
      _meta: { 'x-cotty': { seq: 4, writer: 'user:mara', cwd: 'file:///src', cols: 80 } },
    });
  });

  it('is complete, too, where the end is not known', () => {
    const part = asCommandPart(begun(record(1)));
    expect(part).toMatchObject({ isComplete: true });
    expect(part).not.toHaveProperty('exitCode');
  });
});

describe('the state folder', () => {
  it.each([
    [{ COTTY_STATE_DIR: '/own', XDG_STATE_HOME: '/xdg' }, '/own'],
    [{ XDG_STATE_HOME: '/xdg', HOME: '/home/mara' }, '/xdg/cotty'],
    [{ XDG_STATE_HOME: 'relative', HOME: '/home/mara' }, '/home/mara/.local/state/cotty'],
    [{ HOME: '/home/mara' }, '/home/mara/.local/state/cotty'],
  ])('of %o is %s', (env, expected) => {
    expect(stateFolder(env)).toBe(expected);
  });
});
