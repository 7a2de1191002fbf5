import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowText } from '../../../src/screen/cells/row.ts';
import { internStyle } from '../../../src/screen/cells/style.ts';
import { textWidth } from '../../../src/screen/cells/text-width.ts';
import { edit } from '../../../src/screen/editor/edit.ts';
import type { EditorState } from '../../../src/screen/editor/editor-state.ts';
import { type EditorFrame, editorView, textColumns } from '../../../src/screen/editor/editor-view.ts';
import { editorAt, play, sampleCommands } from './sample-text.ts';

const style = {
  text: 0,
  ghost: internStyle({ dim: true }),
  invisible: internStyle({ inverse: true }),
};
const prompt = [{ text: 'RUN › ' }];
const sampleGhost = fc.constantFrom('', 'ls -la', '漢字漢字漢字漢字', 'a\tb\u200bc', 'x\ny');

function view(state: EditorState, more: Partial<EditorFrame> = {}) {
  return editorView(state, { width: 20, maxHeight: 5, prompt, style, ...more });
}

/** Rows as text, the cursor’s cell in brackets. */
function shown(state: EditorState, more: Partial<EditorFrame> = {}): string[] {
  const { rows, cursor } = view(state, more);
  return rows.map((row, y) => {
    if (y !== cursor.y) return rowText(row);
    const before = row.chars.slice(0, cursor.x).join('');
    return `${before}[${row.chars[cursor.x]}]${row.chars.slice(cursor.x + 1).join('')}`.trimEnd();
  });
}

describe('editorView', () => {
  it('shows prompt, text and the cursor behind it', () => {
    expect(shown(editorAt('ls|'))).toEqual(['RUN › ls[ ]']);
    expect(shown(editorAt('|'))).toEqual(['RUN › [ ]']);
  });

  it('indents the lines of one command under each other', () => {
    expect(shown(editorAt('for x\nd|o'))).toEqual(['RUN › for x', '      d[o]']);
  });

  it('wraps a long line and leaves the last column to the cursor', () => {
    expect(shown(editorAt('abcdefghijklm|'))).toEqual(['RUN › abcdefghijklm[ ]']);
    expect(shown(editorAt('abcdefghijklmn|'))).toEqual(['RUN › abcdefghijklm', '      n[ ]']);
  });

  it('marks rows that go on with the row above', () => {
    const { rows } = view(editorAt('abcdefghijklmnop\nq|'));
    expect(rows.map((row) => row.wrapped)).toEqual([false, true, false]);
  });

  it('wraps wide characters whole', () => {
    expect(shown(editorAt('漢字漢字漢字漢|'))).toEqual(['RUN › 漢字漢字漢字', '      漢[ ]']);
    expect(view(editorAt('漢|字')).cursor).toEqual({ x: 8, y: 0 });
  });

  it('shows the cursor behind a wrapped row after End, and before the next row otherwise', () => {
    const text = editorAt('abcdefghijklm|nop');
    expect(view(text).cursor).toEqual({ x: 6, y: 1 });
    const start = edit(edit(text, { type: 'home' }, 13), { type: 'home' }, 13);
    const end = edit(start, { type: 'end' }, 13);
    expect(view(end).cursor).toEqual({ x: 19, y: 0 });
    expect(shown(edit(end, { type: 'insert', text: 'X' }, 13))).toEqual([
      'RUN › abcdefghijklm',
      '      X[n]op',
    ]);
  });

  it('shows tabs as blanks up to the next stop', () => {
    expect(shown(editorAt('a\tb|'))).toEqual(['RUN › a       b[ ]']);
  });

  it('shows what cannot be seen by itself, so that it can be found and deleted', () => {
    const { rows } = view(editorAt('\u0301ls|'));
    expect(rows.map(rowText)).toEqual(['RUN › ?ls']);
    expect(rows[0]?.styles[6]).toBe(style.invisible);
  });

  it('shows a sign for each character while echo is off', () => {
    expect(shown(editorAt('pass漢\t|x'), { mask: '*' })).toEqual(['RUN › ******[*]']);
  });

  it('shows a suggestion behind the text, while the cursor is at the end', () => {
    const { rows, cursor } = view(editorAt('git |'), { ghost: 'push origin main' });
    expect(rows.map(rowText)).toEqual(['RUN › git push origi']);
    expect(cursor).toEqual({ x: 10, y: 0 });
    expect(rows[0]?.styles[10]).toBe(style.ghost);
    expect(view(editorAt('gi|t '), { ghost: 'push' }).rows.map(rowText)).toEqual(['RUN › git']);
  });

  it('shows only the first line of a suggestion', () => {
    expect(shown(editorAt('|'), { ghost: 'ls\nrm' })).toEqual(['RUN › [l]s']);
  });

  it('scrolls so that the cursor stays in view, the prompt always on the first row', () => {
    const text = editorAt('1\n2\n3\n4\n5\n6|');
    expect(shown(text, { maxHeight: 3 })).toEqual(['RUN › 4', '      5', '      6[ ]']);
    expect(view(text, { maxHeight: 3 })).toMatchObject({ top: 3, above: 3, below: 0 });
    const up = play([{ type: 'up' }], undefined, text);
    expect(shown(up, { maxHeight: 3, top: 3 })).toEqual(['RUN › 4', '      5[ ]', '      6']);
    expect(view(editorAt('|1\n2\n3\n4'), { maxHeight: 3, top: 9 })).toMatchObject({
      top: 0,
      above: 0,
      below: 1,
    });
  });

  it('gives the prompt up where it would leave no room', () => {
    expect(shown(editorAt('abcdefghi|'), { width: 10 })).toEqual(['abcdefghi[ ]']);
    expect(textColumns(10, prompt)).toBe(9);
    expect(textColumns(20, prompt)).toBe(13);
  });

  it('is well formed for any text, size and moment', () => {
    const size = fc.record({
      width: fc.integer({ min: 1, max: 30 }),
      maxHeight: fc.integer({ min: 1, max: 6 }),
    });
    const extras = fc.record({ mask: fc.constantFrom('*', undefined), ghost: sampleGhost, top: fc.nat(10) });
    fc.assert(
      fc.property(sampleCommands, size, extras, (commands, { width, maxHeight }, { mask, ghost, top }) => {
        const state = play(commands, textColumns(width, prompt));
        const frame = { width, maxHeight, ghost, top, ...(mask === undefined ? {} : { mask }) };
        const { rows, cursor, above, below } = view(state, frame);
        expect(rows.length).toBeGreaterThanOrEqual(1);
        expect(rows.length).toBeLessThanOrEqual(maxHeight);
        expect(cursor.y).toBeLessThan(rows.length);
        expect(cursor.y).toBeGreaterThanOrEqual(0);
        expect(cursor.x).toBeLessThan(width);
        // Never on the right half of a wide character.
        expect(rows[cursor.y]?.chars[cursor.x]).not.toBe('');
        for (const row of rows) {
          expect(row.chars).toHaveLength(width);
          expect(row.styles).toHaveLength(width);
          row.chars.forEach((char, x) => {
            const isWide = textWidth(char) === 2;
            expect([char, row.chars[x + 1] === '']).toEqual([char, isWide]);
          });
        }
        if (above + below > 0) expect(rows).toHaveLength(maxHeight);
      }),
      { numRuns: 400 },
    );
  });

  it('loses no visible text when everything fits', () => {
    fc.assert(
      fc.property(sampleCommands, (commands) => {
        const state = play(commands);
        const { rows } = view(state, { width: 20, maxHeight: 1000, prompt: [] });
        const seen = rows.flatMap((row) => row.chars).filter((char) => char !== ' ' && char !== '');
        const wanted = state.graphemes.filter((grapheme) => !/^[\t\n ]$/.test(grapheme));
        expect(seen).toEqual(wanted.map((grapheme) => (/^[\p{M}\u200d]/u.test(grapheme) ? '?' : grapheme)));
      }),
    );
  });
});
