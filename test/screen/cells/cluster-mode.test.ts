import { describe, expect, test } from 'vitest';
import { rowText } from '../../../src/screen/cells/row.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';

const OFF = '\x1b[?2027l';
const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';

function after(text: string): Emulator {
  const emulator = new Emulator({ cols: 20, rows: 3, scrollback: 0 });
  emulator.write(text);
  return emulator;
}

describe('without clusters, each code point takes the cells that the C library counts', () => {
  test.each([
    ['a family', FAMILY, 6],
    ['a tone of skin', '\u{1f44d}\u{1f3fd}', 4],
    ['emoji of later years', '\u{1f979}\u{1fae0}\u{1fabf}\u{1f6dc}', 8],
    ['a flag', '\u{1f1e9}\u{1f1ea}', 2],
    ['a heart that is to be an emoji', '\u2764\ufe0f', 1],
    ['a letter with marks', 'e\u0301\u0323', 1],
    ['a vowel sign that takes a cell', '\u0939\u093f\u0928\u094d\u0926\u0940', 5],
    ['hangul in parts', '\u1112\u1161\u11ab', 2],
    ['a wide character', '\u754c', 2],
    ['a direction mark', 'a\u200e', 1],
  ])('%s', (_name, text, columns) => {
    const emulator = after(`${OFF}${text}`);
    expect(emulator.cursor.x).toBe(columns);
    // Nothing of it is lost.
    expect(rowText(emulator.row(0))).toBe(text);
  });
});

test('clusters are joined by default, and again when a program asks for it', () => {
  expect(after(FAMILY).cursor.x).toBe(2);
  expect(after(`${OFF}\x1b[?25;2027h${FAMILY}`).cursor.x).toBe(2);
});

test('a reset leaves it as the outer terminal has it', () => {
  expect(after(`${OFF}\x1bc\x1b[!p${FAMILY}`).cursor.x).toBe(6);
});

test('a program that asks for the mode is told how it is', () => {
  const emulator = after('');
  const replies: string[] = [];
  emulator.onReply((text) => replies.push(text));
  emulator.write(`\x1b[?2027$p${OFF}\x1b[?2027$p`);
  expect(replies).toEqual(['\x1b[?2027;1$y', '\x1b[?2027;2$y']);
});
