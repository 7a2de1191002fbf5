import { describe, expect, test } from 'vitest';
import { HeldMark } from '../../../../src/cli/scripts/follow/plain-rows.ts';
import { scriptOutput } from '../../../../src/cli/scripts/follow/script-output.ts';

const ZSH = `\x1b[1m\x1b[7m%\x1b[27m\x1b[1m\x1b[0m${' '.repeat(79)}\r \r`;
const FISH = `\x1b[2m⏎\x1b(B\x1b[m${' '.repeat(79)}\r⏎ \r\x1b[K`;

/** What is written when the text comes in these pieces. */
function written(pieces: readonly string[], plain: boolean): string {
  let out = '';
  const output = scriptOutput({ write: (text) => (out += text) }, plain);
  for (const piece of pieces) output.write(piece);
  output.end();
  return out;
}

function cutAnywhere(text: string): readonly (readonly string[])[] {
  return Array.from({ length: text.length }, (_, at) => [text.slice(0, at), text.slice(at)]);
}

describe('output of a command for a script', () => {
  test.each([
    ['zsh', ZSH],
    ['fish', FISH],
  ])('lacks the mark of %s for a missing line feed, however it arrives', (_shell, mark) => {
    for (const pieces of [...cutAnywhere(`abc${mark}`), [...`abc${mark}`]]) {
      expect(written(pieces, true)).toBe('abc');
      expect(written(pieces, false).replace(/\x1b\[0m$/, '')).toBe('abc');
    }
  });

  test('holds nothing back that a program says while it waits', () => {
    const held = new HeldMark();
    expect(held.add('Password: ')).toBe('Password: ');
    expect(held.add('\x1b[7m--More--\x1b[27m')).toBe('\x1b[7m--More--');
    expect(held.add('100%')).toBe('\x1b[27m100%');
  });

  test('on a terminal keeps colours and takes them back, but neither titles nor the clipboard', () => {
    const text = '\x1b[31mred\x1b]0;title\x07 and\x1b]52;c;aGk=\x1b\\ \x1b[?25lblue';
    for (const pieces of cutAnywhere(text)) {
      expect(written(pieces, false)).toBe('\x1b[31mred and \x1b[?25lblue\x1b[?25h\x1b[0m');
    }
    expect(written(['plain\r\n'], false)).toBe('plain\r\n');
  });

  test('in a file is lines', () => {
    expect(written(['\x1b[31mone\x1b[0m\r\n 10%\r100%\r\nend'], true)).toBe('one\n100%\nend');
  });
});
