import { describe, expect, test } from 'vitest';
import { parseDurationFlag } from '../../../src/cli/scripts/follow/duration-flag.ts';
import { readFilter } from '../../../src/cli/scripts/follow/finished-filter.ts';
import { whatToRead } from '../../../src/cli/scripts/read-what.ts';
import { keysOf } from '../../../src/cli/scripts/send.ts';
import { ordinaryModes } from '../../../src/screen/keys/key-notation.ts';
import { record } from './record.ts';

describe('keys of cotty send', () => {
  const bytes = (words: readonly string[], literal = false) => {
    const keys = keysOf(words, literal);
    return keys.ok ? keys.bytes(ordinaryModes) : keys.error;
  };

  test.each([
    [['ls -l', 'Enter'], 'ls -l\r'],
    [['C-c'], '\x03'],
    [['^C'], '\x03'],
    [['M-x', 'Up', 'F5'], '\x1bx\x1b[A\x1b[15~'],
    [['Escape', ':wq', 'Enter'], '\x1b:wq\r'],
    [['BSpace', 'NPage', 'BTab', 'Space'], '\x7f\x1b[6~\x1b[Z '],
    [['end', 'up', 'home'], 'enduphome'],
    [['Hello', 'World'], 'HelloWorld'],
    [['y', 'C', '-'], 'yC-'],
    [['one\ntwo\n'], 'one\rtwo\r'],
    [['<C-d>', '<Enter>', '<f5>', '<C->>'], '\x04\r\x1b[15~>'],
    [['<b>', '<main>', 'a<Enter>', '<>'], '<b><main>a<Enter><>'],
    [['Foo', 'F99', 'X-ray'], 'FooF99X-ray'],
    [['ls', 'C-foo'], 'there is no key "C-foo"; to type it as text: -l'],
    [['<M-nope>'], 'there is no key "<M-nope>"; to type it as text: -l'],
  ])('%j are %j', (words, expected) => {
    expect(bytes(words)).toBe(expected);
  });

  test('are text alone with -l', () => {
    expect(bytes(['Enter', 'C-c', '<C-c>', '\\x03'], true)).toBe('EnterC-c<C-c>\\x03');
  });

  test('follow the mode of the program where they depend on it', () => {
    const keys = keysOf(['Up'], false);
    if (!keys.ok) throw new Error(keys.error);
    expect(keys.needsModes).toBe(true);
    expect(keys.bytes({ ...ordinaryModes, applicationCursorKeys: true })).toBe('\x1bOA');
    expect(keysOf(['enter', 'x'], false)).toMatchObject({ needsModes: false });
  });
});

describe('durations of --timeout and --longer', () => {
  test.each([
    ['90', 90_000],
    ['1.5', 1500],
    ['200ms', 200],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['24h', 86_400_000],
    ['25h', undefined],
    ['', undefined],
    ['-1', undefined],
    ['soon', undefined],
    ['1e3', undefined],
    ['1d', undefined],
  ])('%j is %j ms', (text, ms) => {
    expect(parseDurationFlag(text)).toBe(ms);
  });
});

describe('what cotty read is asked for', () => {
  const nothing = { last: undefined, since: undefined, seq: undefined, lines: undefined, screen: false };

  test('is one thing, by default the last command', () => {
    expect(whatToRead(nothing)).toMatchObject({ kind: 'records', asked: { last: 1 } });
    expect(whatToRead({ ...nothing, since: '0' })).toMatchObject({ asked: { sinceSeq: 0 } });
    expect(whatToRead({ ...nothing, lines: '20' })).toEqual({ ok: true, kind: 'screen', lines: 20 });
    expect(whatToRead({ ...nothing, seq: '3', lines: '10-20' })).toEqual({
      ok: true,
      kind: 'output',
      seq: 3,
      range: { from: 10, to: 20 },
    });
    expect(whatToRead({ ...nothing, seq: '3', lines: '10-' })).toMatchObject({ range: { from: 10 } });
    expect(whatToRead({ ...nothing, seq: '3', lines: '10' })).toMatchObject({ range: { from: 10, to: 10 } });
    for (const lines of ['20-10', '0-4', '-4', 'a-b', '1-2-3', ''])
      expect(whatToRead({ ...nothing, seq: '3', lines })).toMatchObject({ ok: false });
    expect(whatToRead({ ...nothing, screen: true, last: '2' })).toMatchObject({ ok: false });
    expect(whatToRead({ ...nothing, seq: '1', last: '2' })).toMatchObject({ ok: false });
  });

  test.each(['0', '-1', 'x', '1.5', '10001', ''])('is no number such as %j', (last) => {
    const error = `--last "${last}" is not a number from 1 to 10000`;
    expect(whatToRead({ ...nothing, last })).toEqual({ ok: false, error });
  });
});

describe('which finished commands are told', () => {
  const none = { failed: false, matches: undefined, longer: undefined };
  const accepts = (given: Partial<typeof none> | object, of: Parameters<typeof record>[0]) => {
    const filter = readFilter({ ...none, ...given });
    return filter.ok && filter.accepts(record(of));
  };

  test('is all that is asked for at once', () => {
    expect(accepts({}, {})).toBe(true);
    expect(accepts({ failed: true }, { exit: 0 })).toBe(false);
    expect(accepts({ failed: true }, { exit: null })).toBe(true);
    expect(accepts({ longer: '2' }, { duration_s: 1.9 })).toBe(false);
    expect(accepts({ longer: '2', failed: true }, { duration_s: 2, exit: 1 })).toBe(true);
  });

  test('looks for a pattern in the command and in the plain lines of its output', () => {
    expect(accepts({ matches: '^npm' }, { cmd: 'npm test' })).toBe(true);
    expect(accepts({ matches: '^err.r$' }, { stdout: 'a\r\ner\x1b[31mror\x1b[0m\r\n' })).toBe(true);
    expect(accepts({ matches: '31m' }, { stdout: '\x1b[31mred' })).toBe(false);
  });

  test('says what is wrong with it', () => {
    expect(readFilter({ ...none, matches: '(' })).toMatchObject({ ok: false });
    expect(readFilter({ ...none, longer: 'x' })).toMatchObject({ ok: false });
  });
});
