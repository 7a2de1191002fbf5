import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterColors } from '../../../src/protocol/sequences/after-colors.ts';
import { linesBefore } from '../../../src/screen/skim/lines.ts';
import { nextOther } from '../../../src/shell/sequence.ts';
import { hostileText } from './hostile-text.ts';

const PLAIN = '[\\t\\n\\r\\x20-\\x7e\\u00a0-\\uffff]';
const COLOR = '\\x1b\\[[0-9:;]*m';
const colored = new RegExp(`(?:${COLOR}${PLAIN}*)*`, 'y');
const lines = new RegExp(`(?:${PLAIN}|${COLOR}|\\x1b\\[[012]?K)*(?:\\x1b(?:\\[[0-9:;]*)?$)?`, 'y');
const other = new RegExp(`(?!${COLOR})\\x1b`, 'g');

/** Colours of any length, with short and long text behind them, and what is no colour. */
const text = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          '\x1b[m',
          '\x1b[38;2;1;2;3m#',
          '\x1b[0m\r\n',
          '\x1b[4:3m漢字',
          '\x1b[1ma\tb',
        ),
      },
      { weight: 1, arbitrary: fc.nat(70).map((count) => `\x1b[${'1;'.repeat(count)}mx`) },
      { weight: 1, arbitrary: fc.nat(140).map((count) => `\x1b[31m${'x'.repeat(count)}`) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('\x1b[K', '\x1b[2K', '\x1b[3K', '\x1b[?1m', '\x1b[6n', '\x9b1m', 'é'),
      },
      { weight: 1, arbitrary: hostileText },
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

function endOf(pattern: RegExp, all: string, at: number): number {
  pattern.lastIndex = at;
  pattern.exec(all);
  return pattern.lastIndex;
}

function firstOther(all: string, from: number): number {
  other.lastIndex = from;
  return other.exec(all)?.index ?? -1;
}

it('passes over colours and the text behind them, or stops in text that is long', () => {
  fc.assert(
    fc.property(text, (all) => {
      for (let at = 0; at <= all.length; at += 1) {
        const end = afterColors(all, at);
        const expected = endOf(colored, all, at);
        if (end === expected) continue;
        expect(end).toBeGreaterThan(at);
        expect(end).toBeLessThan(expected);
        expect(all.slice(end - 64, end)).toMatch(new RegExp(`^${PLAIN}{64}$`));
      }
    }),
  );
});

it('finds the same lines and the same other sequences as a look at each character, wherever a text is cut', () => {
  fc.assert(
    fc.property(text, (all) => {
      for (let end = 0; end <= all.length; end += 1) {
        const cut = all.slice(0, end);
        expect(linesBefore(cut)).toBe(endOf(lines, cut, 0));
      }
      for (let from = all.indexOf('\x1b'); from >= 0; from = all.indexOf('\x1b', from + 1))
        expect(nextOther(all, from)).toBe(firstOther(all, from));
    }),
  );
});
