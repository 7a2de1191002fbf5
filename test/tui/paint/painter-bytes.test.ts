import { beforeEach, describe, expect, test } from 'vitest';
import { blankRow, type Row, textRow } from '../../../src/screen/cells/row.ts';
import type { FrameCursor } from '../../../src/tui/paint/frame.ts';
import { Painter, type PainterOptions } from '../../../src/tui/paint/painter.ts';

let written: string[];
beforeEach(() => {
  written = [];
});

function painterOf(options: Partial<PainterOptions> = {}): Painter {
  const outer = { write: (text: string) => void written.push(text) };
  return new Painter({ outer, cols: 10, rows: 2, synchronized: false, ...options });
}

/** What a frame with this text in its first row writes. */
function bytesOf(painter: Painter, text: string, cursor?: FrameCursor): string {
  written.length = 0;
  const isWritten = painter.paint({ rows: [textRow([{ text }], 10)], cursor });
  expect(written).toHaveLength(isWritten ? 1 : 0);
  return written.join('');
}

const at = (x: number, y: number): FrameCursor => ({ x, y, shape: 'default', blinking: false });

describe('the bytes of a frame', () => {
  test('switch autowrap off once, until something else may have switched it on', () => {
    const painter = painterOf();
    expect(bytesOf(painter, 'one')).toMatch(/^\x1b\[\?25l\x1b\[\?7l/);
    expect(bytesOf(painter, 'two')).not.toContain('?7l');
    painter.invalidate();
    expect(bytesOf(painter, 'two')).toContain('\x1b[?7l');
  });

  test('hide a cursor once, and show it when there is one again', () => {
    const painter = painterOf();
    bytesOf(painter, 'one');
    expect(bytesOf(painter, 'two')).not.toContain('\x1b[?25');
    expect(bytesOf(painter, 'two', at(3, 0))).toMatch(/\x1b\[\?25h$/);
    expect(bytesOf(painter, 'two')).toBe('\x1b[?25l');
    expect(bytesOf(painter, 'two')).toBe('');
  });

  test('park a hidden cursor where the program has it, once, and again after each change of cells', () => {
    const painter = painterOf();
    const parked = { ...at(3, 1), hidden: true };
    expect(bytesOf(painter, 'one', parked)).toMatch(/^\x1b\[\?25l.*\x1b\[4G$/s);
    expect(bytesOf(painter, 'one', parked)).toBe('');
    expect(bytesOf(painter, 'one', { ...parked, x: 5 })).toBe('\x1b[6G');
    expect(bytesOf(painter, 'two', { ...parked, x: 5 })).toMatch(/^\x1b\[Htwo\x1b\[2;6H$/);
    expect(bytesOf(painter, 'two', at(5, 1))).toMatch(/\x1b\[\?25h$/);
  });

  test.each<[number, number, boolean]>([
    [9, 1, true],
    [10, 0, false],
    [0, 2, false],
  ])('show a cursor only inside of the screen: at %i, %i', (x, y, isShown) => {
    expect(bytesOf(painterOf(), 'one', at(x, y)).endsWith('\x1b[?25h')).toBe(isShown);
  });

  test.each([
    ['default', false, 0],
    ['default', true, 0],
    ['block', true, 1],
    ['block', false, 2],
    ['underline', true, 3],
    ['underline', false, 4],
    ['bar', true, 5],
    ['bar', false, 6],
  ] as const)('name the shape of the cursor once: %s, blinking %s', (shape, blinking, number) => {
    const painter = painterOf();
    const cursor = { x: 1, y: 0, shape, blinking };
    expect(bytesOf(painter, 'one', cursor)).toContain(`\x1b[${number} q`);
    expect(bytesOf(painter, 'two', cursor)).not.toContain(' q');
    painter.invalidate();
    expect(bytesOf(painter, 'two', cursor)).toContain(`\x1b[${number} q`);
  });

  test('are held together from when the terminal is known to be able to', () => {
    const painter = painterOf();
    expect(bytesOf(painter, 'one')).not.toContain('?2026');
    painter.learn({ synchronized: true });
    expect(bytesOf(painter, 'two', at(0, 0))).toMatch(/^\x1b\[\?2026h(?!\x1b\[\?25l).*\x1b\[\?2026l$/s);
    painter.learn({});
    expect(bytesOf(painter, 'one', at(0, 0))).toContain('?2026h');
    painter.learn({ synchronized: false });
    expect(bytesOf(painter, 'two', at(0, 0))).not.toContain('?2026');
  });

  test('place what is drawn in two cells, from when that is known', () => {
    const wide = bytesOf(painterOf({ ambiguousWide: true }), '→ab');
    expect(wide).not.toContain('→ab');
    const painter = painterOf();
    expect(bytesOf(painter, '→ab')).toContain('→ab');
    painter.learn({ ambiguousWide: true });
    expect(bytesOf(painter, '→ab')).toBe(wide);
    painter.learn({});
    expect(bytesOf(painter, '→ab')).toBe('');
  });

  test('do not hide a cursor that only moves', () => {
    const painter = painterOf();
    bytesOf(painter, 'one', at(0, 0));
    expect(bytesOf(painter, 'one', at(4, 0))).toBe('\x1b[5G');
  });

  test('fill rows that a frame lacks, and ignore those beyond the screen', () => {
    const painter = painterOf();
    const row = (text: string): Row => textRow([{ text }], 10);
    painter.paint({ rows: [row('one'), row('two'), row('three')], cursor: undefined });
    expect(written.join('')).not.toContain('three');
    expect(bytesOf(painter, 'one')).toBe('\r\x1b[K');
  });

  test('are those of a whole frame after a resize', () => {
    const painter = painterOf();
    bytesOf(painter, 'one');
    painter.resize(10, 2);
    expect(bytesOf(painter, 'one')).toContain('one');
    painter.resize(2, 1);
    expect(bytesOf(painter, 'one')).toContain('on');
    expect(written.join('')).not.toContain('one');
  });

  test('after a reset are those of what is not blank', () => {
    const painter = painterOf();
    bytesOf(painter, 'one', at(1, 0));
    painter.reset();
    painter.paint({ rows: [blankRow(10), textRow([{ text: 'x' }], 10)], cursor: undefined });
    expect(written.at(-1)).toBe('\x1b[?25l\x1b[?7l\x1b[2H\x1b[0mx');
  });
});
