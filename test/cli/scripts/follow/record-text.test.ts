import { describe, expect, test } from 'vitest';
import { recordHeader, recordJson, recordOutput } from '../../../../src/cli/scripts/follow/record-text.ts';
import { asWake, toldLine, toldText } from '../../../../src/cli/scripts/follow/told-command.ts';
import { record } from '../record.ts';

const at = { channel: 'ahp-terminal:/1', terminal: 'build' };

describe('a record', () => {
  test('is a line and its plain output', () => {
    const red = record({ stdout: '\x1b[31mred\x1b[0m\r\nend' });
    expect(recordHeader(red)).toBe('#12  exit 0  3.2s  mara  $ npm test\n');
    expect(recordOutput(red, false)).toBe('red\nend\n');
    expect(recordOutput(red, true)).toBe('\x1b[31mred\x1b[0m\r\nend\n');
    expect(recordOutput(record({ stdout: '' }), false)).toBe('');
  });

  test.each([
    [{ exit: 1, writer: 'agent:ci' }, '#12  exit 1  3.2s  @ci  $ npm test\n'],
    [{ exit: null, finished_at: null, duration_s: null }, '#12  running  -  mara  $ npm test\n'],
    [{ exit: 0, timed_out: true }, '#12  exit 0 (after timeout)  3.2s  mara  $ npm test\n'],
    [{ exit: null, killed_by_restart: true }, '#12  cut off  3.2s  mara  $ npm test\n'],
    [{ exit: null }, '#12  exit ?  3.2s  mara  $ npm test\n'],
    [{ cmd: 'a\nb\x1b[2J', writer: null }, '#12  exit 0  3.2s  -  $ a ⏎ b[2J\n'],
  ])('says how it ended: %j', (own, header) => {
    expect(recordHeader(record({ stdout: '', ...own }))).toBe(header);
  });

  test('is one object with the fields of the protocol', () => {
    const red = record({ stdout: '\x1b[31mred\x1b[0m\r\n' });
    expect(recordJson('build', red, false)).toEqual({
      terminal: 'build',
      ...red,
      stdout: 'red\n',
    });
    expect(recordJson('build', red, true)).toEqual({ terminal: 'build', ...red });
  });
});

describe('a finished command', () => {
  const lines = Array.from({ length: 10 }, (_, n) => `line ${n}`).join('\r\n');
  const failed = { ...at, record: record({ exit: 2, stdout: `error: no such file\r\n${lines}\r\n\r\n` }) };

  test('is told with the end of its output and the first line that looks like an error', () => {
    const told = toldText(failed).split('\n');
    expect(told.slice(0, 6)).toEqual([
      'from term:build · 2026-01-31T10:00:03Z',
      '$ npm test · run by user:mara',
      'exit 2 · 3.20s',
      'first error: error: no such file',
      '──',
      'line 2',
    ]);
    expect(told.slice(-2)).toEqual(['line 9', '']);
  });

  test('that succeeded has no errors, and one without output has no lines', () => {
    expect(asWake({ ...at, record: record({ stdout: 'error: none\r\n' }) }).error_line).toBeNull();
    expect(asWake({ ...at, record: record({ stdout: '' }) }).tail).toEqual([]);
  });

  test('is one line, no wider than the terminal', () => {
    expect(toldLine(failed)).toMatch(/^\d\d:\d\d:\d\d {2}build {2}mara {2}exit 2 {2}3\.2s {2}\$ npm test\n$/);
    expect(toldLine(failed, 20)).toHaveLength(21);
  });
});
