/** Frames to paint in tests: rows of every kind of grapheme and style, changed a little from one to the next. */

import fc from 'fast-check';
import { linkTo } from '../../../src/screen/cells/link-table.ts';
import { blankRow, type Row, textRow } from '../../../src/screen/cells/row.ts';
import { internStyle, type StyleId } from '../../../src/screen/cells/style.ts';
import { BOLD } from '../../../src/screen/cells/style-bits.ts';
import { styleNumber } from '../../../src/screen/cells/style-table.ts';
import type { Frame, FrameCursor } from '../../../src/tui/paint/frame.ts';

const styles: readonly StyleId[] = [
  0,
  internStyle({ bold: true }),
  internStyle({ fg: { kind: 'palette', index: 1 } }),
  internStyle({ fg: { kind: 'palette', index: 1 }, bold: true }),
  internStyle({ bg: { kind: 'palette', index: 4 } }),
  internStyle({ bg: { kind: 'palette', index: 200 }, inverse: true }),
  internStyle({ fg: { kind: 'rgb', value: 0x102030 }, bg: { kind: 'rgb', value: 0xf0f0f0 } }),
  internStyle({ underline: 3, underlineColor: { kind: 'palette', index: 9 }, italic: true, dim: true }),
  styleNumber(0, 0, 0, linkTo('https://one.example/')),
  styleNumber(0, 0, 0, linkTo('https://two.example/')),
  styleNumber(BOLD, 0, 0, linkTo('https://two.example/')),
  internStyle({ strikethrough: true, overline: true, blink: true, invisible: true }),
];

const graphemes = [
  'a',
  'b',
  ' ',
  ' ',
  'é',
  '─',
  '●',
  '漢',
  'か',
  '한',
  '👍',
  '❤️',
  '👨‍👩‍👧',
  '🇩🇪',
  'e\u0301',
  '\ue0b0',
  '☀',
];

export function frames(cols: number, rows: number): fc.Arbitrary<readonly Frame[]> {
  const first = fc.array(row(cols), { minLength: rows, maxLength: rows });
  const steps = fc.array(fc.tuple(change(cols, rows), cursor(cols, rows)), { minLength: 1, maxLength: 8 });
  return fc.tuple(first, cursor(cols, rows), steps).map(([start, at, list]) => {
    const all: Frame[] = [{ rows: start, cursor: at }];
    for (const [next, place] of list) {
      const before = all.at(-1)?.rows ?? start;
      all.push({ rows: next(before), cursor: place });
    }
    return all;
  });
}

type Change = (rows: readonly Row[]) => readonly Row[];

function change(cols: number, rows: number): fc.Arbitrary<Change> {
  const one = fc.tuple(fc.nat(rows - 1), row(cols)).map(
    ([y, next]): Change =>
      (before) =>
        before.with(y, next),
  );
  const cell = fc.tuple(fc.nat(rows - 1), fc.nat(cols - 1), fc.constantFrom(...styles)).map(
    ([y, x, style]): Change =>
      (before) =>
        before.with(y, withCell(before[y] ?? blankRow(cols), x, style)),
  );
  const scroll = fc.tuple(fc.integer({ min: 1, max: rows }), fc.nat(rows - 1), row(cols)).map(
    ([by, top, next]): Change =>
      (before) => [
        ...before.slice(0, top),
        ...before.slice(top + by),
        ...new Array<Row>(Math.min(by, rows - top)).fill(next),
      ],
  );
  const down = fc.tuple(fc.integer({ min: 1, max: rows }), row(cols)).map(
    ([by, next]): Change =>
      (before) => [...new Array<Row>(by).fill(next), ...before.slice(0, rows - by)],
  );
  const again = fc.constant<Change>((before) => before.map((same) => ({ ...same })));
  return fc.oneof(one, one, cell, cell, scroll, down, again);
}

/** One cell that no wide one stands in, rewritten. */
function withCell(row: Row, x: number, style: StyleId): Row {
  if (row.chars[x] === '' || row.chars[x + 1] === '') return row;
  return { ...row, chars: row.chars.with(x, 'z'), styles: row.styles.with(x, style) };
}

function row(cols: number): fc.Arbitrary<Row> {
  const text = fc.array(fc.constantFrom(...graphemes), { maxLength: cols }).map((parts) => parts.join(''));
  const blanks = fc.nat(cols).map((width) => ' '.repeat(width));
  const span = fc.record({ text: fc.oneof(text, blanks), style: fc.constantFrom(...styles) });
  return fc.array(span, { maxLength: 4 }).map((spans) => textRow(spans, cols));
}

function cursor(cols: number, rows: number): fc.Arbitrary<FrameCursor | undefined> {
  const shape = fc.constantFrom('block' as const, 'underline' as const, 'bar' as const);
  const [blinking, hidden] = [fc.boolean(), fc.boolean()];
  const place = fc.record({ x: fc.nat(cols - 1), y: fc.nat(rows - 1), shape, blinking, hidden });
  return fc.option(place, { nil: undefined });
}
