import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanPaste, cleanText, edit } from '../../../src/screen/editor/edit.ts';
import { EMPTY_EDITOR, editorText } from '../../../src/screen/editor/editor-state.ts';

describe('cleanText', () => {
  it.each([
    ['a\tb\nc', 'a\tb\nc'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['\x1b[31mred\x1b[0m', 'red'],
    ['\x1b]0;title\x07x\x1b]8;;http://a\x1b\\y', 'xy'],
    ['\x1b[201~rm -rf /', 'rm -rf /'],
    ['a\x00b\x07c\x7fd\x9be', 'abcd'],
    ['\uFEFFls', 'ls'],
    ['\ud83d x \udc69', ' x '],
    ['👩‍👧 漢', '👩‍👧 漢'],
    ['l\u200bs \u202egnp.exe', 'ls gnp.exe'],
    ['one\u2028two', 'one\ntwo'],
    ['\x1b]never closed', ']never closed'],
  ])('turns %j into %j', (raw, clean) => {
    expect(cleanText(raw)).toBe(clean);
  });

  it('leaves no control character but tab and newline, and nothing more to clean', () => {
    const junk = fc.array(
      fc.oneof(
        fc.constantFrom('\x1b[', '\x1b]', '\x9b', 'm', '\x07', '\r', 'a', '\ud800'),
        fc.nat(0xffff).map((unit) => String.fromCharCode(unit)),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(junk, (pieces) => {
        const clean = cleanText(pieces.join(''));
        expect(clean).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
        expect(cleanText(clean)).toBe(clean);
      }),
    );
  });
});

describe('cleanPaste', () => {
  it('leaves out the newline at the end of a copied line, but only one', () => {
    expect(cleanPaste('ls\r\n')).toBe('ls');
    expect(cleanPaste('for x\ndo\n\n')).toBe('for x\ndo\n');
  });

  it('keeps it where more of the paste follows', () => {
    const first = edit(EMPTY_EDITOR, { type: 'paste', text: 'a\n', more: true });
    expect(editorText(edit(first, { type: 'paste', text: 'b\n' }))).toBe('a\nb');
  });
});
