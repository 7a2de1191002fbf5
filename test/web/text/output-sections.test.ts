import { describe, expect, it } from 'vitest';
import { placesIn } from '../../../src/client/blocks/match-text.ts';
import { type StyledLine, textOfLine } from '../../../src/screen/cells/styled-line.ts';
import { missingSection, rowsOf, sectionsOf } from '../../../src/web/text/output-sections.ts';

const line = (text: string): StyledLine => (text === '' ? [] : [{ text }]);

describe('the sections of an output', () => {
  it('have each line once, with its number, in some hundred lines each', () => {
    const lines = Array.from({ length: 1234 }, (_, index) => line(`line ${index + 1}`));
    const sections = sectionsOf(lines, 1);
    expect(sections.map(({ firstLine, lineCount }) => [firstLine, lineCount])).toEqual([
      [1, 500],
      [501, 500],
      [1001, 234],
    ]);
    const drawn = sections.flatMap((section) => section.lines ?? []);
    expect(drawn.map((each) => textOfLine(each.line))).toEqual(lines.map(textOfLine));
    expect(drawn.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
  });

  it('have a long line in pieces, of which only the last ends it, and none cuts a character', () => {
    const text = `${'x'.repeat(7_999)}😀${'y'.repeat(100_000)}`;
    const sections = sectionsOf([[{ text, style: { bold: true } }]], 7);
    expect(sections.length).toBeGreaterThan(2);
    const pieces = sections.flatMap((section) => section.lines ?? []);
    expect(pieces.map((each) => textOfLine(each.line)).join('')).toBe(text);
    expect(pieces.map(({ ends }) => ends)).toEqual(pieces.map((_, index) => index === pieces.length - 1));
    expect(pieces.every((each) => !/[\ud800-\udbff]$/.test(textOfLine(each.line)))).toBe(true);
    expect(pieces.every((each) => each.number === 7 && each.line[0]?.style?.bold)).toBe(true);
  });

  it('take as many rows as their lines are wrapped to, and as many as lines while those are missing', () => {
    const [section] = sectionsOf([line(''), line('x'.repeat(161)), line('x')], 1);
    expect(section && rowsOf(section, 80)).toBe(5);
    expect(rowsOf(missingSection(1, 500, 0), 80)).toBe(500);
  });
});

describe('the places of a text', () => {
  it('are all that are marked, whatever their case', () => {
    expect(placesIn('Ab ab aB', 'ab')).toEqual([
      { from: 0, to: 2 },
      { from: 3, to: 5 },
      { from: 6, to: 8 },
    ]);
    expect(placesIn('ab', '')).toEqual([]);
    // The dotted capital I has two units in lower case.
    expect(placesIn('İx x', 'x')).toEqual([
      { from: 1, to: 2 },
      { from: 3, to: 4 },
    ]);
  });
});
