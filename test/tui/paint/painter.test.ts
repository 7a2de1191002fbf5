import xterm from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkTo } from '../../../src/screen/cells/link-table.ts';
import { blankRow, type Row, textRow } from '../../../src/screen/cells/row.ts';
import { internStyle } from '../../../src/screen/cells/style.ts';
import { styleNumber } from '../../../src/screen/cells/style-table.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import type { Frame } from '../../../src/tui/paint/frame.ts';
import { Painter, type PainterOptions } from '../../../src/tui/paint/painter.ts';
import { drawnWidth } from '../../../src/tui/paint/row-paint.ts';
import { frames } from './frames.ts';

const red = internStyle({ fg: { kind: 'palette', index: 1 } });
const blueBack = internStyle({ bg: { kind: 'palette', index: 4 } });

describe('Painter', () => {
  test.each([
    [12, 4],
    [40, 6],
  ])('makes a terminal of %i × %i show each frame, cell by cell, with its cursor', (cols, rows) => {
    fc.assert(
      fc.property(frames(cols, rows), fc.boolean(), (sequence, synchronized) => {
        const emulator = new Emulator({ cols, rows, scrollback: 50 });
        const painter = painterOf({ outer: emulator, cols, rows, synchronized });
        for (const frame of sequence) {
          painter.paint(frame);
          expectShown(emulator, frame);
        }
        emulator.close();
      }),
      { numRuns: 300 },
    );
  });

  test('paints a row of the cursor ahead of the frame, which then has nothing to write for it', () => {
    fc.assert(
      fc.property(frames(20, 4), fc.boolean(), (sequence, synchronized) => {
        const emulator = new Emulator({ cols: 20, rows: 4, scrollback: 0 });
        const painter = painterOf({ outer: emulator, cols: 20, rows: 4, synchronized });
        const [first, ...later] = sequence;
        if (first !== undefined) painter.paint(first);
        let shown = first?.rows ?? [];
        for (const { rows, cursor } of later) {
          const row = cursor && rows[cursor.y];
          if (cursor === undefined || row === undefined) continue;
          painter.paintRow(row, cursor);
          const next = { rows: shown.map((each, y) => (y === cursor.y ? row : each)), cursor };
          expectShown(emulator, next);
          expect(painter.paint(next)).toBe(false);
          shown = next.rows;
        }
        emulator.close();
      }),
    );
  });

  test('writes a hyperlink around its cells, with an id, and leaves none open', () => {
    const link = linkTo('https://example.org/');
    const style = styleNumber(0, 0, 0, link);
    const rows = [textRow([{ text: 'a ' }, { text: 'link', style }], 10), blankRow(10)];
    const known = recorder(10, 2);
    known.painter.reset();
    known.painter.paint({ rows, cursor: undefined });
    expect(known.written.join('')).toContain(`\x1b]8;id=${link};https://example.org/\x1b\\`);
    expect(known.written.join('').split('\x1b]8;').at(-1)).toMatch(/^;\x1b\\/);
    const unknown = recorder(10, 2, { links: false });
    unknown.painter.paint({ rows, cursor: undefined });
    expect(unknown.written.join('')).not.toContain('\x1b]8;');
  });

  test('learning again what it knows paints nothing', () => {
    const written: string[] = [];
    const painter = painterOf({
      outer: { write: (text) => void written.push(text) },
      cols: 10,
      rows: 2,
      synchronized: true,
    });
    const frame: Frame = { rows: [textRow([{ text: 'one' }], 10), blankRow(10)], cursor: undefined };
    painter.learn({ ambiguousWide: true });
    painter.paint(frame);
    written.length = 0;
    painter.learn({ ambiguousWide: true, synchronized: true });
    painter.paint(frame);
    expect(written).toEqual([]);
  });

  test('shows the same as a painter that paints the last frame whole over whatever was there', () => {
    fc.assert(
      fc.property(frames(20, 4), frames(20, 4), (before, after) => {
        const emulator = new Emulator({ cols: 20, rows: 4, scrollback: 0 });
        const painter = painterOf({ outer: emulator, cols: 20, rows: 4 });
        for (const frame of before) painter.paint(frame);
        emulator.write('\x1b[2;3H\x1b[41mjunk\x1b[1;5H漢漢\x1b[?25h');
        painter.invalidate();
        for (const frame of after.slice(-1)) {
          painter.paint(frame);
          expectShown(emulator, frame);
        }
        emulator.close();
      }),
      { numRuns: 100 },
    );
  });

  test('keeps every agreed cell right in a terminal that knows no emoji, clusters or wide symbols', () => {
    fc.assert(
      fc.property(frames(24, 3), (sequence) => {
        const old = new xterm.Terminal({ cols: 24, rows: 3, allowProposedApi: true });
        expect(old.unicode.activeVersion).toBe('6');
        let bytes = '';
        const painter = painterOf({
          outer: {
            write(text) {
              bytes += text;
            },
          },
          cols: 24,
          rows: 3,
        });
        for (const frame of sequence) painter.paint(frame);
        writeNow(old, bytes);
        expect(agreedCells(shownBy(old), sequence.at(-1))).toEqual(
          agreedCells(rowsOf(sequence.at(-1)), sequence.at(-1)),
        );
        old.dispose();
      }),
      { numRuns: 300 },
    );
  });

  test('writes nothing when nothing changed, also for rows that are equal but not the same', () => {
    const { painter, written } = recorder(10, 2);
    const rows = [textRow([{ text: 'one' }], 10), textRow([{ text: 'two', style: red }], 10)];
    painter.paint({ rows, cursor: undefined });
    written.length = 0;
    painter.paint({ rows, cursor: undefined });
    painter.paint({ rows: rows.map((row) => ({ ...row, chars: [...row.chars] })), cursor: undefined });
    expect(written).toEqual([]);
  });

  test('writes a frame in one piece, and only what changed in it', () => {
    const { painter, written } = recorder(20, 3);
    const rows = [textRow([{ text: 'tab' }], 20), textRow([{ text: '$ mak' }], 20), blankRow(20)];
    const cursor = { x: 5, y: 1, shape: 'default', blinking: false } as const;
    painter.paint({ rows, cursor });
    written.length = 0;
    painter.paint({ rows: rows.with(1, textRow([{ text: '$ make' }], 20)), cursor: { ...cursor, x: 6 } });
    expect(written).toEqual(['\x1b[?25le\x1b[?25h']);
  });

  test('neither hides the cursor nor opens a synchronised update when only the cursor moves', () => {
    const { painter, written } = recorder(20, 3, { synchronized: true });
    const rows = [blankRow(20), blankRow(20), blankRow(20)];
    painter.paint({ rows, cursor: { x: 0, y: 0, shape: 'default', blinking: false } });
    written.length = 0;
    painter.paint({ rows, cursor: { x: 4, y: 0, shape: 'default', blinking: false } });
    expect(written).toEqual(['\x1b[5G']);
  });

  test('wraps a frame in a synchronised update where the terminal has it', () => {
    const { painter, written } = recorder(20, 1, { synchronized: true });
    painter.paint({ rows: [textRow([{ text: 'x' }], 20)], cursor: undefined });
    expect(written.join('')).toMatch(/^\x1b\[\?2026h.*\x1b\[\?2026l$/s);
  });

  test('erases only in the default style, since terminals differ in the colour they erase with', () => {
    const { painter, written } = recorder(30, 1);
    painter.paint({ rows: [textRow([{ text: 'x'.repeat(30), style: blueBack }], 30)], cursor: undefined });
    written.length = 0;
    painter.paint({ rows: [textRow([{ text: ' '.repeat(30), style: blueBack }], 30)], cursor: undefined });
    expect(written.join('')).not.toMatch(/\x1b\[\d*[KX]/);
    painter.paint({ rows: [blankRow(30)], cursor: undefined });
    expect(written.at(-1)).toContain('\x1b[0m\x1b[K');
  });

  test('paints onto blanks after a reset: blank rows cost nothing', () => {
    const { painter, written } = recorder(80, 24);
    painter.reset();
    painter.paint({ rows: new Array<Row>(24).fill(blankRow(80)), cursor: undefined });
    expect(written.join('').length).toBeLessThan(16);
  });

  test('paints the whole frame after a resize, and survives a frame of another size', () => {
    const emulator = new Emulator({ cols: 10, rows: 3, scrollback: 0 });
    const painter = painterOf({ outer: emulator, cols: 10, rows: 3 });
    const small = [textRow([{ text: 'small' }], 10)];
    painter.paint({ rows: small, cursor: { x: 50, y: 50, shape: 'bar', blinking: true } });
    emulator.resize(6, 2);
    painter.resize(6, 2);
    painter.paint({ rows: [...small, ...small, ...small], cursor: undefined });
    expect([0, 1].map((y) => emulator.row(y).chars.join(''))).toEqual(['small ', 'small ']);
    expect(emulator.cursor.visible).toBe(false);
  });

  test('leaves the cursor shape alone where the terminal would print the sequence', () => {
    const { painter, written } = recorder(10, 1, { cursorShapes: false });
    painter.paint({ rows: [blankRow(10)], cursor: { x: 0, y: 0, shape: 'bar', blinking: true } });
    expect(written.join('')).not.toContain(' q');
  });
});

function painterOf(
  options: Partial<PainterOptions> & Pick<PainterOptions, 'outer' | 'cols' | 'rows'>,
): Painter {
  return new Painter({ synchronized: false, ...options });
}

function recorder(cols: number, rows: number, options: Partial<PainterOptions> = {}) {
  const written: string[] = [];
  const painter = painterOf({ outer: { write: (text) => void written.push(text) }, cols, rows, ...options });
  return { painter, written };
}

function expectShown(emulator: Emulator, { rows, cursor }: Frame): void {
  expect(emulator.length).toBe(emulator.rows);
  rows.forEach((row, y) => {
    const shown = emulator.row(y);
    expect(shown.chars).toEqual(row.chars);
    expect(shown.styles).toEqual(row.styles);
  });
  const isHidden = cursor === undefined || cursor.hidden === true;
  expect(emulator.cursor.visible).toBe(!isHidden);
  expect(emulator.modes.synchronizedOutput).toBe(false);
  if (cursor === undefined) return;
  const { hidden: _, shape, blinking, ...place } = cursor;
  expect(emulator.cursor).toMatchObject(isHidden ? place : { ...place, shape, blinking });
}

function rowsOf(frame: Frame | undefined): string[][] {
  return (frame?.rows ?? []).map((row) => [...row.chars]);
}

/**
 * The cells whose own grapheme every terminal draws alike, wide ones included. The right half of any other may show
 * nothing, or a part of it, but no text that stood there before.
 */
function agreedCells(
  rows: readonly (readonly string[])[],
  frame: Frame | undefined,
): (string | undefined)[][] {
  const drawn = drawnWidth(false);
  const stale = (shown: string) => (/^[a-z]$/.test(shown) ? shown : undefined);
  return (frame?.rows ?? []).map((row, y) =>
    row.chars.map((char, x) => {
      const shown = rows[y]?.[x] ?? '';
      if (char === '') return stale(shown);
      return drawn.isAgreed(char) ? shown : undefined;
    }),
  );
}

function shownBy(terminal: InstanceType<typeof xterm.Terminal>): string[][] {
  const { active } = terminal.buffer;
  return Array.from({ length: terminal.rows }, (_, y) =>
    Array.from({ length: terminal.cols }, (__, x) => active.getLine(y)?.getCell(x)?.getChars() || ' '),
  );
}

/** xterm's public write waits for a turn of the event loop; its parser does not. */
function writeNow(terminal: object, bytes: string): void {
  (terminal as { _core: { _inputHandler: { parse(data: string): void } } })._core._inputHandler.parse(bytes);
}
