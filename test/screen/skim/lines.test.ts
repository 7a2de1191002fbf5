import { describe, expect, it } from 'vitest';
import {
  linesBefore,
  parametersEnd,
  penSequence,
  resetsPen,
  SEQUENCE_LIMIT,
  unfinishedFrom,
} from '../../../src/screen/skim/lines.ts';
import { linesEnd, penBefore, skimLines } from '../../../src/screen/skim/skim.ts';

describe('lines', () => {
  it.each([
    'plain\r\n\ttext ünïcödé 漢字 🙂',
    'a\x1b[mb\x1b[0;1;38:5:9mc',
    'a\x1b[Kb\x1b[0Kc\x1b[1Kd\x1b[2Ke',
    'a\x1b[38;5',
    'a\x1b[',
    'a\x1b',
    '',
  ])('are all of %j', (text) => {
    expect(linesBefore(text)).toBe(text.length);
  });

  it.each([
    ['\x07', 1],
    ['\b', 1],
    ['\v', 1],
    ['\f', 1],
    ['\x0e', 1],
    ['\x7f', 1],
    ['\x80', 1],
    ['\x9f', 1],
    ['\x1b[3Kb', 1],
    ['\x1b[00Kb', 1],
    ['\x1b[:Kb', 1],
    ['\x1b[;Kb', 1],
    ['\x1b[10Kb', 1],
    ['\x1b[1Lb', 1],
    ['\x1b[/mb', 1],
    ['\x1b[<mb', 1],
    ['\x1bKb', 1],
    ['\x1bmb', 1],
    ['\x1b[Hb', 1],
    ['\x1b[?1mb', 1],
    ['\x1bMb', 1],
    ['\x1b[1mb\x1b[2J', 6],
  ])('end before %j', (text, at) => {
    expect(linesBefore(`a${text}`)).toBe(at);
  });

  it.each<[string, number | undefined]>([
    ['abc\r\n', 5],
    ['abc\x1b', 3],
    ['abc\x1b[', 3],
    ['abc\x1b[3;', 3],
    ['abc3;', 5],
    ['abc[3;', 6],
    ['[', 1],
    ['abc\x1b[m', 6],
    ['a\x07b', undefined],
    ['a\x07b\x1b[3', undefined],
    [`ab\x1b[${'1'.repeat(SEQUENCE_LIMIT - 2)}`, 2],
    [`ab\x1b[${'1'.repeat(SEQUENCE_LIMIT - 1)}`, undefined],
  ])('are known without a sequence that is not whole: %.20j', (text, end) => {
    expect(linesEnd(text)).toBe(end);
    if (end !== undefined) expect(unfinishedFrom(text)).toBe(end);
  });
});

describe('a sequence that is not whole', () => {
  it('has a bracket before its parameters', () => {
    for (const text of ['abc\x1b7', 'abc\x1b3;', 'abc\x1bM', '3;'])
      expect(unfinishedFrom(text)).toBe(text.length);
  });
});

describe('the sequences of lines', () => {
  it.each([
    ['\x1b[1;2mx', '\x1b[1;2m'],
    ['\x1b[Kx', '\x1b[K'],
    ['\x1b[Hx', undefined],
    ['\x1bmx', undefined],
    [`\x1b[${'1'.repeat(SEQUENCE_LIMIT - 3)}m`, `\x1b[${'1'.repeat(SEQUENCE_LIMIT - 3)}m`],
    [`\x1b[${'1'.repeat(SEQUENCE_LIMIT - 2)}m`, undefined],
  ])('are read up to their limit: %.20j', (text, sequence) => {
    expect(penSequence(`ab${text}`, 2)).toBe(sequence);
  });

  it.each([
    ['\x1bx', 1],
    ['\x1b', 1],
    ['\x1b[', 2],
    ['\x1b[x', 2],
    ['\x1b[0;9:1x', 7],
    ['\x1b[1/', 3],
    ['\x1b[1<', 3],
  ])('have their final letter behind the parameters: %j', (text, end) => {
    expect(parametersEnd(`ab${text}`, 2)).toBe(end + 2);
  });

  it.each([
    ['\x1b[m', true],
    ['\x1b[0m', true],
    ['\x1b[00;1m', true],
    ['\x1b[;1m', true],
    ['\x1b[01m', false],
    ['\x1b[1;0m', false],
    ['\x1b[0:1m', false],
  ])('reset the pen, or not: %j', (sequence, resets) => {
    expect(resetsPen(sequence)).toBe(resets);
  });

  it('that set the pen are those since the last reset, each once', () => {
    const pen = (text: string) => penBefore(`${text}|\x1b[7m`, text.length);
    expect(pen('\x1b[1ma\x1b[mb\x1b[3mc\x1b[4md\x1b[3me')).toBe('\x1b[m\x1b[4m\x1b[3m');
    expect(pen('\x1b[3m\x1b[K\x1b[4m')).toBe('\x1b[3m\x1b[4m');
    expect(pen('none')).toBe('');
    expect(penBefore('none', 4)).toBe('');
    expect(penBefore('\x1b[1ma', 0)).toBe('');
    expect(penBefore('ab\x1b[1m', 2)).toBe('');
    expect(pen('\x1b[3m\x1b[H')).toBeUndefined();
    const many = (count: number) => Array.from({ length: count }, (_, at) => `\x1b[${at + 1}m`).join('');
    expect(pen(many(4096))).toBe(many(4096));
    expect(pen(many(4097))).toBeUndefined();
  });
});

describe('the lines that remain', () => {
  it.each([
    ['x'.repeat(10), 10, true],
    ['x'.repeat(11), 10, false],
    ['x'.repeat(21), 10, false],
    ['x'.repeat(11), 0, true],
    [' ~'.repeat(6), 10, false],
    [`${'x'.repeat(10)}é`, 10, true],
    [`${'x'.repeat(10)}\t`, 10, true],
    [`\x7f${'x'.repeat(10)}`, 10, true],
  ])('are counted by the rows to which %j wraps in %i columns', (line, cols, isNeeded) => {
    const tail = `${line}\r\nlast\r\n`;
    const text = `old enough to go away\r\none more\r\n${tail}`;
    const kept = skimLines(text, { rows: 3, scrollback: 0, below: 0, cols });
    expect(kept).toBe(`\r${isNeeded ? 'one more\r\n' : ''}${tail}`);
  });

  it('are counted without the end of a line, whichever it is', () => {
    const tail = `${'x'.repeat(11)}\nlast\r\n`;
    const text = `old enough to go away\r\none more\r\n${tail}`;
    expect(skimLines(text, { rows: 3, scrollback: 0, below: 0, cols: 10 })).toBe(`\r${tail}`);
  });
});
