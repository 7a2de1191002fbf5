import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EditCommand, edit } from '../../../src/screen/editor/edit.ts';
import { EMPTY_EDITOR, editorText } from '../../../src/screen/editor/editor-state.ts';
import { marked, play, sampleText } from './sample-text.ts';

const UP: EditCommand = { type: 'up' };
const DOWN: EditCommand = { type: 'down' };

const withHistory = play([{ type: 'history', entries: ['one', 'two', 'two', '', ' secret', 'three'] }]);

function texts(commands: readonly EditCommand[], from = withHistory): string[] {
  let state = from;
  return commands.map((command) => {
    state = edit(state, command);
    return marked(state);
  });
}

describe('history', () => {
  it('is walked up and down, without doubled neighbours, blanks and lines that begin with a blank', () => {
    expect(texts([UP, UP, UP, UP])).toEqual(['three|', 'two|', 'one|', 'one|']);
    expect(texts([UP, UP, DOWN, DOWN, DOWN])).toEqual(['three|', 'two|', 'three|', '|', '|']);
  });

  it('keeps the unsent line for the way back', () => {
    const typed = edit(withHistory, { type: 'insert', text: 'half' });
    expect(texts([UP, UP, DOWN, DOWN], typed)).toEqual(['three|', 'two|', 'three|', 'half|']);
  });

  it('keeps an edited entry until the line is sent', () => {
    const edits: EditCommand[] = [UP, { type: 'insert', text: '!' }, UP, DOWN];
    expect(texts(edits).at(-1)).toBe('three!|');
    expect(texts([...edits, { type: 'submit', remember: false }, UP]).at(-1)).toBe('three|');
  });

  it('moves inside a text of several lines first', () => {
    const two = edit(withHistory, { type: 'set', text: 'a\nb' });
    expect(texts([UP, UP, DOWN, DOWN, DOWN], two)).toEqual(['a|\nb', 'three|', 'a\nb|', 'a\nb|', 'a\nb|']);
  });

  it('moves by the rows on screen', () => {
    const wide = edit(withHistory, { type: 'set', text: 'abcdefgh' });
    const up = edit(wide, UP, 5);
    expect(marked(up)).toBe('abc|defgh');
    expect(marked(edit(up, UP, 5))).toBe('three|');
  });

  it('takes a sent line as its newest entry, unless it is a secret', () => {
    const sent = play(
      [
        { type: 'set', text: 'make' },
        { type: 'submit', remember: true },
      ],
      undefined,
      withHistory,
    );
    expect(editorText(sent)).toBe('');
    expect(marked(edit(sent, UP))).toBe('make|');
    const secret = play(
      [
        { type: 'set', text: 'hunter2' },
        { type: 'submit', remember: false },
      ],
      undefined,
      sent,
    );
    expect(marked(edit(secret, UP))).toBe('make|');
    expect(marked(edit(secret, { type: 'undo' }))).toBe('|');
  });

  it('stays where one is when a command comes in from elsewhere', () => {
    const commands: EditCommand[] = [UP, UP, { type: 'remember', text: 'four' }, UP, DOWN, DOWN, DOWN];
    expect(texts(commands)).toEqual(['three|', 'two|', 'two|', 'one|', 'two|', 'three|', 'four|']);
  });

  it('keeps the newest thousand entries, and one’s place among them', () => {
    const entries = Array.from({ length: 1001 }, (_, n) => `command ${n}`);
    const full = play([{ type: 'history', entries }]);
    expect(full.history.entries).toHaveLength(1000);
    const oldest = play(
      Array.from({ length: 2000 }, () => UP),
      undefined,
      full,
    );
    expect(editorText(oldest)).toBe('command 1');
    const pushed = edit(oldest, { type: 'remember', text: 'new' });
    expect(editorText(edit(pushed, UP))).toBe('command 1');
    expect(editorText(edit(pushed, DOWN))).toBe('command 2');
  });

  it('is bounded in characters too', () => {
    const entries = Array.from({ length: 30 }, (_, n) => `${n}`.padEnd(60_000, 'x'));
    expect(play([{ type: 'history', entries }]).history.entries).toHaveLength(17);
    expect(play([{ type: 'remember', text: 'x'.repeat(65_537) }]).history.entries).toEqual([]);
  });

  it('always leads back to the unsent line', () => {
    const entries = fc.array(sampleText, { maxLength: 8 });
    fc.assert(
      fc.property(entries, sampleText, fc.nat(12), (commands, text, ups) => {
        const start = play([
          { type: 'history', entries: commands },
          { type: 'set', text },
        ]);
        const walk = [
          ...Array.from({ length: ups }, () => ({ type: 'historyPrevious' }) as const),
          ...Array.from({ length: ups }, () => ({ type: 'historyNext' }) as const),
        ];
        expect(editorText(play(walk, undefined, start))).toBe(editorText(start));
      }),
    );
  });

  it('starts anew after clear', () => {
    expect(texts([UP, UP, { type: 'clear' }, UP])).toEqual(['three|', 'two|', '|', 'three|']);
  });

  it('does nothing in an empty history', () => {
    expect(texts([UP, DOWN], EMPTY_EDITOR)).toEqual(['|', '|']);
  });
});
