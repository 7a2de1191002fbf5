import xterm from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommandPart } from '../../../src/protocol/terminal/state.ts';
import { textOfLine } from '../../../src/screen/cells/styled-line.ts';
import { type OutputEmulator, OutputLines } from '../../../src/web/text/output-lines.ts';

// The emulator without a screen has the same buffer as the one for browsers.
let made = 0;
const make = () => {
  made += 1;
  return new xterm.Terminal({ allowProposedApi: true, scrollback: 20_000 }) as unknown as OutputEmulator;
};
const outputs = new OutputLines(make);
const texts = (output: string, cols?: number) => outputs.of(output, cols).map(textOfLine);
/** The style of a character after an SGR sequence with these parameters. */
const styleAfter = (...parameters: readonly string[]) =>
  outputs.of(`${parameters.map((each) => `\x1b[${each}m`).join('')}x`)[0]?.[0]?.style;

describe('the lines of plain output', () => {
  it('are read whichever way they end, without blank lines at the end', () => {
    expect(texts('one\r\ntwo\nthree')).toEqual(['one', 'two', 'three']);
    expect(texts('one\r\r\n\r\ntwo\r\n\r\n')).toEqual(['one', '', 'two']);
    expect(texts('')).toEqual([]);
  });

  it('go to the next stop of eight columns at a tab', () => {
    expect(texts('ab\tc\t\td')).toEqual(['ab      c               d']);
  });

  it('need no emulator', () => {
    const before = made;
    expect(new OutputLines(make).of('one\ntwo')).toEqual([[{ text: 'one' }], [{ text: 'two' }]]);
    expect(made).toBe(before);
  });

  it('lose no character of text without control characters', () => {
    const line = fc
      .string({ unit: 'grapheme' })
      .filter((text) => !/[\p{Cc}]/u.test(text) && text.trim() !== '');
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const trimmed = lines.map((each) => each.replace(/ +$/, ''));
        expect(texts(lines.map((each) => `${each}\r\n`).join(''))).toEqual(trimmed);
      }),
    );
  });
});

describe('output with colours', () => {
  it('gives text the colours and attributes that SGR sequences set, across lines', () => {
    expect(outputs.of('\x1b[1;31mred\nstill\x1b[0m plain')).toEqual([
      [{ text: 'red', style: { bold: true, fg: 1 } }],
      [{ text: 'still', style: { bold: true, fg: 1 } }, { text: ' plain' }],
    ]);
  });

  it('has the 16 colours, the 256 and the true ones', () => {
    expect(styleAfter('31;42')).toEqual({ fg: 1, bg: 2 });
    expect(styleAfter('91;107')).toEqual({ fg: 9, bg: 15 });
    expect(styleAfter('38;5;208')).toEqual({ fg: 208 });
    expect(styleAfter('48;2;1;2;255')).toEqual({ bg: '#0102ff' });
  });

  it('reads colours whose parts are divided by colons, with a colour space or without', () => {
    expect(styleAfter('38:2::10:20:30')).toEqual({ fg: '#0a141e' });
    expect(styleAfter('38:5:9;1')).toEqual({ fg: 9, bold: true });
  });

  it('takes back what it is told to, and all without parameters', () => {
    expect(styleAfter('1;2;33', '22')).toEqual({ fg: 3 });
    expect(styleAfter('1;4', '')).toBeUndefined();
    expect(styleAfter('4', '4:0')).toBeUndefined();
    expect(styleAfter('31;42', '39;49')).toBeUndefined();
  });

  it('does not take the parts of a colour that it does not show for attributes', () => {
    expect(styleAfter('58;5;1;3')).toEqual({ italic: true });
  });

  it('keeps the colours of long output from piece to piece, and its lines', () => {
    const long = `\x1b[32m${Array.from({ length: 30_000 }, (_, n) => `line ${n}`).join('\n')}\n`;
    const lines = outputs.of(long);
    expect(lines).toHaveLength(30_000);
    expect(lines.map(textOfLine).findIndex((text, n) => text !== `line ${n}`)).toBe(-1);
    expect(lines.at(-1)).toEqual([{ text: 'line 29999', style: { fg: 2 } }]);
  });
});

describe('output that moves the cursor', () => {
  it('shows what a progress bar has left', () => {
    expect(texts('1%\r50%\r100%\r\ndone')).toEqual(['100%', 'done']);
  });

  it('joins lines that the width of the terminal has wrapped', () => {
    expect(texts('\rabcdefghij\r\nk', 4)).toEqual(['abcdefghij', 'k']);
  });

  it('keeps colours, and blank cells that have one', () => {
    expect(outputs.of('\x1b[1A\x1b[31mred\x1b[0m \x1b[44m  \x1b[0m\x1b[38;2;1;2;3mx')).toEqual([
      [
        { text: 'red', style: { fg: 1 } },
        { text: ' ' },
        { text: '  ', style: { bg: 4 } },
        { text: 'x', style: { fg: '#010203' } },
      ],
    ]);
  });

  it('is read one after the other, each on an empty screen', () => {
    expect([texts('\x1b[5;5Hfirst').at(-1), texts('\rsecond').at(-1)]).toEqual(['    first', 'second']);
  });

  it('shows nothing of what a full-screen program drew', () => {
    expect(texts('before\r\n\x1b[?1049h\x1b[Hvim\x1b[?1049lafter')).toEqual(['before', 'after']);
  });
});

it('reads the output of a command once, at the width at which it ran', () => {
  const part = {
    type: 'command',
    output: '\rabcdefgh',
    _meta: { 'x-cotty': { cols: 4 } },
  } as unknown as CommandPart;
  const lines = outputs.ofPart(part);
  expect(lines.map(textOfLine)).toEqual(['abcdefgh']);
  expect(outputs.ofPart(part)).toBe(lines);
});

describe('links of programs', () => {
  it('are on the cells that they were opened for, and on no other', () => {
    const open = (address: string) => `\x1b]8;;${address}\x1b\\`;
    const [line] = outputs.of(
      `a ${open('https://b.example/')}link${open('')} plain ${open('https://c.example/')}other`,
    );
    expect(line?.map(({ text, style }) => [text, style?.link])).toEqual([
      ['a ', undefined],
      ['link', 'https://b.example/'],
      [' plain ', undefined],
      ['other', 'https://c.example/'],
    ]);
  });
});
