import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edit, moveTo } from '../../../src/screen/editor/edit.ts';
import { type EditorState, EMPTY_EDITOR, editorText } from '../../../src/screen/editor/editor-state.ts';
import { VI_INSERT, type ViStep, viEscape, viKey } from '../../../src/screen/editor/vi.ts';

/** A line in normal mode; `|` stands before the character under the cursor. */
function normal(shown: string): ViStep {
  const cursor = shown.indexOf('|');
  const editor = moveTo(edit(EMPTY_EDITOR, { type: 'set', text: shown.replace('|', '') }), cursor);
  return { vi: { ...VI_INSERT, mode: 'normal' }, editor };
}

/** Types keys; `<` stands for Esc. */
function typed(start: ViStep, keys: string): ViStep {
  return [...keys].reduce(({ vi, editor }: ViStep, key): ViStep => {
    if (key === '<') return viEscape(vi, editor);
    if (vi.mode === 'normal') return viKey(vi, editor, key);
    return { vi, editor: edit(editor, { type: 'insert', text: key }) };
  }, start);
}

function shown({ graphemes, cursor }: EditorState): string {
  return [...graphemes.slice(0, cursor), '|', ...graphemes.slice(cursor)].join('');
}

describe('the keys of vi', () => {
  test.each([
    // Motions.
    ['w', '|git commit -m', 'git |commit -m'],
    ['2w', '|git commit -m', 'git commit |-m'],
    ['W', '|a.b c', 'a.b |c'],
    ['w', '|a.b c', 'a|.b c'],
    ['e', '|git commit', 'gi|t commit'],
    ['2e', '|git commit', 'git commi|t'],
    ['b', 'git com|mit', 'git |commit'],
    ['2b', 'git com|mit', '|git commit'],
    ['B', 'x a.b|c', 'x |a.bc'],
    ['0', '  git| x', '|  git x'],
    ['^', '  git| x', '  |git x'],
    ['$', '|git', 'gi|t'],
    ['3l', '|git commit', 'git| commit'],
    ['h', 'g|it', '|git'],
    ['fi', '|git commit', 'g|it commit'],
    ['2fi', '|git commit', 'git comm|it'],
    ['fi;', '|git commit', 'git comm|it'],
    ['fi;,', '|git commit', 'g|it commit'],
    ['ti;', '|git commit', 'git com|mit'],
    ['Fi', 'git commi|t', 'git comm|it'],
    ['Tg', 'git| x', 'g|it x'],
    ['fq', '|git', '|git'],
    // Operators.
    ['dw', '|git commit -m', '|commit -m'],
    ['d2w', '|git commit -m', '|-m'],
    ['2dw', '|git commit -m', '|-m'],
    ['dw', 'git |commit', 'git| '],
    ['de', '|git commit', '| commit'],
    ['db', 'git com|mit', 'git |mit'],
    ['d$', 'git| commit', 'gi|t'],
    ['D', 'git| commit', 'gi|t'],
    ['d0', 'git| commit', '| commit'],
    ['dfm', 'git |commit', 'git |mit'],
    ['dtm', 'git |commit', 'git |mmit'],
    ['dd', 'git |commit', '|'],
    ['dd', 'one\nt|wo\nthree', 'one\n|three'],
    ['x', 'g|it', 'g|t'],
    ['2x', 'g|it', '|g'],
    ['X', 'g|it', '|it'],
    ['cwadd<', '|git commit', 'ad|d commit'],
    ['cwadd<', 'git |commit', 'git ad|d'],
    ['ccls<', 'git |commit', 'l|s'],
    ['Cadd<', 'git |commit', 'git ad|d'],
    ['sx<', 'g|it', 'g|xt'],
    ['rx', 'g|it', 'g|xt'],
    ['2rx', 'g|it', 'gx|x'],
    ['3rx', 'g|it', 'g|it'],
    ['~', '|git', 'G|it'],
    ['9~', '|gIt', 'Gi|T'],
    // Text objects.
    ['diw', 'git com|mit -m', 'git | -m'],
    ['daw', 'git com|mit -m', 'git |-m'],
    ['daw', 'git com|mit', 'gi|t'],
    ['diw', 'a|.b', 'a|b'],
    ['daW', 'x a|.b c', 'x |c'],
    ['diw', 'a | b', 'a|b'],
    ['ciwx<', 'git com|mit -m', 'git |x -m'],
    ['ci"x<', 'git -m "a| b"', 'git -m "|x"'],
    ['ci"x<', '|git -m "a b"', 'git -m "|x"'],
    ['da"', 'git -m "a| b"', 'git -m| '],
    ["di'", "echo '|' x", "echo '|' x"],
    ['di"', String.raw`"a \"| b"`, '"|"'],
    ['di(', 'f(a, (b|), c)', 'f(a, (|), c)'],
    ['da(', 'f(a|, (b), c)', '|f'],
    ['dib', 'f|(a)', 'f(|)'],
    ['di[', 'a|b', 'a|b'],
    ['ci{x<', 'echo ${a|b}', 'echo ${|x}'],
    ['yiwP', 'git com|mit', 'git commi|tcommit'],
    ['diwww.', '|a b c d', ' b | d'],
    // Cutting, copying and putting back.
    ['dwP', '|git commit', 'git| commit'],
    ['yw$p', '|git x', 'git xgit| '],
    ['xp', '|ab', 'b|a'],
    ['x3p', '|ab', 'baa|a'],
    // Inserting.
    ['ix<', 'a|b', 'a|xb'],
    ['ax<', 'a|b', 'ab|x'],
    ['Ix<', '  a|b', '  |xab'],
    ['Ax<', '|ab', 'ab|x'],
    // Again, and back.
    ['dw.', '|a b c', '|c'],
    ['cwx<w.', '|a b c', 'x |x c'],
    ['A!<.', '|a', 'a!|!'],
    ['dwu', '|git commit', '|git commit'],
    ['dwdwu', '|a b c', '|b c'],
    // What means nothing.
    ['dq', '|git', '|git'],
    ['2<x', '|git', '|it'],
  ])('%s: %o becomes %o', (keys, before, after) => {
    expect(shown(typed(normal(before), keys).editor)).toBe(after);
  });

  test.each([
    ['k', 'older'],
    ['j', 'newer'],
    ['/', 'search'],
    ['v', 'editor'],
    [':', 'commands'],
  ])('%s asks for %s', (key, act) => {
    expect(typed(normal('|x'), key).act).toBe(act);
  });

  test('keep the cursor on a character of the line, whatever is typed', () => {
    const keys = fc.array(fc.constantFrom(...'hlwbeWBE0^$fxdcyrRxXDCSYpPuiaIA~.;,12<|kj/ "\'(b'), {
      maxLength: 30,
    });
    const text = fc.constantFrom('', 'a', 'git commit -m "x"', 'one\n\nthree 漢字', '  ');
    fc.assert(
      fc.property(keys, text, (pressed, line) => {
        const { editor } = typed(typed(normal(`|${line}`), pressed.join('')), '<');
        const atLineEnd =
          editor.cursor === editor.graphemes.length || editor.graphemes[editor.cursor] === '\n';
        const isEmptyLine = editor.cursor === 0 || editor.graphemes[editor.cursor - 1] === '\n';
        expect(editor.cursor).toBeGreaterThanOrEqual(0);
        expect(atLineEnd && !isEmptyLine).toBe(false);
        expect(editor.size).toBe(editorText(editor).length);
      }),
    );
  });
});
