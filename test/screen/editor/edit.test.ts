import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edit, type PlainEdit } from '../../../src/screen/editor/edit.ts';
import { EMPTY_EDITOR, editorText } from '../../../src/screen/editor/editor-state.ts';
import { graphemesOf } from '../../../src/screen/editor/graphemes.ts';
import { editorAt, MOVES, marked, play, sampleCommand, sampleCommands, sampleText } from './sample-text.ts';

describe('edit', () => {
  it.each<[PlainEdit, string, string]>([
    ['left', 'ab|c', 'a|bc'],
    ['left', '|abc', '|abc'],
    ['left', 'x👩‍👧|', 'x|👩‍👧'],
    ['right', 'a|é', 'aé|'],
    ['wordLeft', 'git commit --amend|', 'git commit --|amend'],
    ['wordLeft', 'git  |commit', '|git  commit'],
    ['wordRight', '|git commit', 'git| commit'],
    ['wordRight', 'git| --amend x', 'git --amend| x'],
    ['home', 'one\ntwo|', 'one\n|two'],
    ['home', 'one\n|two', '|one\ntwo'],
    ['end', 'o|ne\ntwo', 'one|\ntwo'],
    ['end', 'one|\ntwo', 'one\ntwo|'],
    ['newline', 'a|b', 'a\n|b'],
    ['deleteLeft', 'ae\u0301|b', 'a|b'],
    ['deleteLeft', '|b', '|b'],
    ['deleteRight', 'a|🇩🇪b', 'a|b'],
    ['deleteRight', 'a|', 'a|'],
    ['deleteWordLeft', 'ls /usr/lib|', 'ls /usr/|'],
    ['deleteArgumentLeft', 'ls /usr/lib|', 'ls |'],
    ['deleteArgumentLeft', 'ls /usr/lib  |x', 'ls |x'],
    ['deleteWordRight', 'ls| /usr/lib', 'ls|/lib'],
    ['killToEnd', 'one t|wo\nthree', 'one t|\nthree'],
    ['killToEnd', 'one|\ntwo', 'one|two'],
    ['killToStart', 'one\ntwo| x', 'one\n| x'],
    ['killToStart', 'one\n|two', 'one|two'],
    ['transpose', 'ab|c', 'acb|'],
    ['transpose', 'abc|', 'acb|'],
    ['transpose', 'abc|\nx', 'acb|\nx'],
    ['transpose', 'a|', 'a|'],
    ['transpose', 'a\n|b', 'a\n|b'],
    ['clear', 'a|b', '|'],
  ])('%s turns %j into %j', (type, before, after) => {
    expect(marked(edit(editorAt(before), { type }))).toBe(after);
  });

  it('puts back what was cut, cuts in a row as one', () => {
    const cut = play(
      [{ type: 'killToEnd' }, { type: 'killToEnd' }, { type: 'killToEnd' }],
      undefined,
      editorAt('|one\ntwo'),
    );
    expect(marked(cut)).toBe('|');
    expect(marked(edit(cut, { type: 'yank' }))).toBe('one\ntwo|');
  });

  it('joins cuts to the left in reading order', () => {
    const cut = play(
      [{ type: 'deleteWordLeft' }, { type: 'deleteWordLeft' }],
      undefined,
      editorAt('one two|'),
    );
    expect(marked(edit(cut, { type: 'yank' }))).toBe('one two|');
  });

  it('exchanges what was put back for older cuts, round the ring', () => {
    const cuts = play(
      [{ type: 'killToStart' }, { type: 'set', text: 'new' }, { type: 'killToStart' }],
      undefined,
      editorAt('old|'),
    );
    const first = edit(cuts, { type: 'yank' });
    const second = edit(first, { type: 'yankOlder' });
    const third = edit(second, { type: 'yankOlder' });
    expect([first, second, third].map(marked)).toEqual(['new|', 'old|', 'new|']);
  });

  it('exchanges nothing when something else came between', () => {
    const cuts = play(
      [{ type: 'killToStart' }, { type: 'set', text: 'new' }, { type: 'killToStart' }],
      undefined,
      editorAt('old|'),
    );
    expect(marked(play([{ type: 'yank' }, { type: 'left' }, { type: 'yankOlder' }], undefined, cuts))).toBe(
      'ne|w',
    );
  });

  it('undoes words, not letters', () => {
    const typed = play([...'git commit'].map((text) => ({ type: 'insert' as const, text })));
    const once = edit(typed, { type: 'undo' });
    expect(marked(once)).toBe('git |');
    expect(marked(edit(once, { type: 'undo' }))).toBe('|');
    expect(marked(edit(once, { type: 'redo' }))).toBe('git commit|');
  });

  it('undoes a run of deletions at once', () => {
    const deleted = play(
      [{ type: 'deleteLeft' }, { type: 'deleteLeft' }, { type: 'deleteRight' }],
      undefined,
      editorAt('abc|d'),
    );
    expect(marked(deleted)).toBe('a|');
    expect(marked(edit(deleted, { type: 'undo' }))).toBe('abc|d');
  });

  it('brings back with undo what another text replaced', () => {
    const set = edit(editorAt('half a com|mand'), { type: 'set', text: 'ls' });
    expect(marked(edit(set, { type: 'undo' }))).toBe('half a com|mand');
  });

  it('refuses text beyond the limit whole, and says so once', () => {
    const full = edit(editorAt('ls |'), { type: 'paste', text: 'x'.repeat(65_534) });
    expect(marked(full)).toBe('ls |');
    expect(full.refused).toBe(true);
    expect(edit(full, { type: 'insert', text: 'x' }).refused).toBe(false);
  });

  it('counts its limit in characters, not in graphemes', () => {
    const accents = play(
      Array.from({ length: 5 }, () => ({ type: 'paste' as const, text: '\u0301'.repeat(20_000) })),
    );
    expect(editorText(accents)).toHaveLength(60_000);
  });
});

describe('any sequence of edits', () => {
  it('leaves the text cut into the graphemes of the emulator, with the cursor at a boundary', () => {
    fc.assert(
      fc.property(sampleCommands, fc.constantFrom(5, 12, undefined), (commands, columns) => {
        const state = play(commands, columns);
        expect(state.graphemes).toEqual(graphemesOf(editorText(state)));
        expect(state.size).toBe(editorText(state).length);
        expect(state.cursor).toBeGreaterThanOrEqual(0);
        expect(state.cursor).toBeLessThanOrEqual(state.graphemes.length);
      }),
      { numRuns: 300 },
    );
  });

  it('can be undone to the empty editor and redone to the same text', () => {
    const many = (type: 'undo' | 'redo') => Array.from({ length: 80 }, () => ({ type }));
    fc.assert(
      fc.property(sampleCommands, (commands) => {
        // All redone first, so that there is one last state to come back to.
        const state = play([...commands, ...many('redo')]);
        const undone = play(many('undo'), undefined, state);
        expect(editorText(undone)).toBe('');
        expect(editorText(play(many('redo'), undefined, undone))).toBe(editorText(state));
      }),
      { numRuns: 200 },
    );
  });

  it('is taken back by one undo when it changes the text, cursor and all', () => {
    fc.assert(
      fc.property(sampleCommands, sampleCommand, (commands, command) => {
        fc.pre(command.type !== 'undo' && command.type !== 'redo');
        // A move ends the step before.
        const before = edit(edit(play(commands), { type: 'left' }), { type: 'right' });
        const after = edit(before, command);
        fc.pre(editorText(after) !== editorText(before));
        expect(marked(edit(after, { type: 'undo' }))).toBe(marked(before));
      }),
      { numRuns: 300 },
    );
  });

  it('changes no text by moving', () => {
    fc.assert(
      fc.property(sampleText, fc.array(fc.constantFrom(...MOVES)), (text, moves) => {
        const start = edit(EMPTY_EDITOR, { type: 'set', text });
        expect(
          editorText(
            play(
              moves.map((type) => ({ type })),
              7,
              start,
            ),
          ),
        ).toBe(editorText(start));
      }),
    );
  });

  it('keeps everything cut in one place after the other', () => {
    fc.assert(
      fc.property(
        sampleText,
        fc.nat(30),
        fc.constantFrom<PlainEdit>(
          'killToEnd',
          'killToStart',
          'deleteWordLeft',
          'deleteArgumentLeft',
          'deleteWordRight',
        ),
        (text, at, type) => {
          const full = edit(EMPTY_EDITOR, { type: 'set', text });
          const start = { ...full, cursor: Math.min(at, full.graphemes.length) };
          const cut = edit(start, { type });
          const taken = edit(EMPTY_EDITOR, { type: 'set', text: cut.kills[0] ?? '' }).graphemes.length;
          // Where its neighbours join into one character (a joiner left before an emoji), the place itself is gone.
          fc.pre(cut.graphemes.length + taken === start.graphemes.length);
          expect(editorText(edit(cut, { type: 'yank' }))).toBe(editorText(start));
        },
      ),
    );
  });
});
