import xterm, { type Terminal } from '@xterm/headless';
import { bench, describe } from 'vitest';
import { coreOf } from '../../src/screen/core/emulator-core.ts';
import { Emulator } from '../../src/screen/emulator/emulator.ts';
import { serialise } from '../../src/screen/serialise/serialise.ts';
import { skim } from '../../src/screen/skim/skim.ts';

const COLS = 200;
const ROWS = 50;
const SCROLLBACK = 1000;
const SIZE = 1_000_000;

const filled = (line: string) => line.repeat(Math.ceil(SIZE / line.length)).slice(0, SIZE);
const loads: Readonly<Record<string, string>> = {
  'plain text': filled('The quick brown fox jumps over the lazy dog 0123456789\r\n'),
  'dense SGR': filled('\x1b[32mhello\x1b[0m \x1b[1;38;5;200mworld\x1b[0m \x1b[48;2;1;2;3mxx\x1b[m\r\n'),
  'accented text': filled('Grüße aus Österreich, naïve café déjà vu and ascii after that\r\n'),
  CJK: filled('漢字かな交じり文の例です。テスト한국어도\r\n'),
  emoji: filled('👍🏽 family 👨‍👩‍👧‍👦 flag 🇩🇪🇫🇷 e\u0301 ok ❤️ 🚀\r\n'),
};

const open = () => new Emulator({ cols: COLS, rows: ROWS, scrollback: SCROLLBACK });

function plainXterm(): Terminal {
  return new xterm.Terminal({
    cols: COLS,
    rows: ROWS,
    scrollback: SCROLLBACK,
    allowProposedApi: true,
    logLevel: 'off',
  });
}

for (const [name, load] of Object.entries(loads)) {
  describe(`1 MB of ${name}`, () => {
    const ours = open();
    const bare = coreOf(plainXterm())._inputHandler;
    bench('our emulator', () => ours.write(load));
    bench('xterm with its own, older width table', () => void bare.parse(load));
    bench('skimmed, then our emulator', () =>
      ours.write(skim(load, { rows: ROWS, scrollback: SCROLLBACK, below: 0, cols: 0 })?.text ?? load),
    );
  });
}

/** A new colour in each cell, and other ones in the next frame. */
function rainbow(frame: number): string {
  let text = '\x1b[H';
  for (let n = 0; n < COLS * ROWS; n++) {
    const value = n + frame * 977;
    text += `\x1b[38;2;${value & 255};${(value >> 4) & 255};${(value >> 8) & 255}m${String.fromCharCode(33 + (n % 90))}`;
  }
  return text;
}

function readAll(emulator: Emulator): void {
  for (let y = 0; y < ROWS; y++) emulator.row(emulator.base + y);
}

describe('reading 200×50', () => {
  const plain = open();
  plain.write(loads['plain text'] ?? '');
  bench('plain text', () => readAll(plain));

  const colours = open();
  colours.write(rainbow(0));
  bench('a colour in each cell', () => readAll(colours));

  // Each read meets styles of one of 40 emulators: the table of styles is always on the move.
  const changing = Array.from({ length: 40 }, (_, frame) => {
    const emulator = open();
    emulator.write(rainbow(frame));
    return emulator;
  });
  let turn = 0;
  bench('a new colour in each cell, each time', () => {
    const emulator = changing[turn++ % changing.length];
    if (emulator !== undefined) readAll(emulator);
  });
});

describe('a screen with 1,000 lines of scrollback', () => {
  const emulator = open();
  emulator.write(loads['dense SGR'] ?? '');
  const text = serialise(emulator, { scrollback: SCROLLBACK });
  bench('serialised', () => void serialise(emulator, { scrollback: SCROLLBACK }));
  bench('rebuilt', () => {
    const copy = open();
    copy.write(text);
    copy.close();
  });
});
