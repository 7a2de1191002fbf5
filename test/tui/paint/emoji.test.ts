import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { clusterSequence } from '../../../src/screen/cells/cluster-mode.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { Painter } from '../../../src/tui/paint/painter.ts';
import { imageOf } from '../../support/image.ts';
import { OuterScreen } from '../../support/outer-screen.ts';

const size = { cols: 61, rows: 15 };

const EMOJI: Readonly<Record<string, string>> = {
  'one code point': '😀',
  'two people joined': '👩‍💻',
  'a family': '👨‍👩‍👧‍👦',
  'a skin tone': '👍🏽',
  'a joined person with a skin tone': '👩🏽‍💻',
  'two people with skin tones': '🧑🏿‍❤️‍💋‍🧑🏻',
  'skin tones alone': '🏽🏽',
  'a flag': '🇩🇪',
  'half of a flag': '🇩',
  'a flag and a half': '🇩🇪🇫',
  'a flag with a rainbow': '🏳️‍🌈',
  'a flag of tags': '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'a sign made an emoji': '❤️',
  'a sign made text': '❤\ufe0e',
  'a keycap': '1️⃣',
  'a sign of the first plane': '⌚',
  'a letter with an accent': 'A\u030a',
  'a wide letter with an accent': '漢\u0301字',
  'joined syllables': '한각',
};

/** Of these the table of the joining terminal knows nothing yet. */
const NEWER = ['newer emoji', '🥹🫨🪿'] as const;

/** At the start, over the edge by each column, in a row of many, and overwritten. */
function scene(emoji: string): string {
  const edge = [0, 1, 2, 3].map((at) => `\x1b[${3 + 2 * at};${size.cols - 3 + at}H${emoji}z${emoji}`);
  return [
    `\x1b[H\x1b[2J${emoji}x${emoji}${emoji}y`,
    ...edge,
    `\x1b[11;1H${`${emoji} `.repeat(13)}end`,
    `\x1b[13;5H${emoji}abc\x1b[3D${emoji}`,
  ].join('');
}

/** A terminal that joins code points, or one that draws each of them in the columns that it has alone. */
function outerOf(clusters: boolean): OuterScreen {
  const screen = new OuterScreen(size.cols, size.rows, () => {}, clusters);
  if (clusters) return screen;
  const { unicode } = screen.terminal;
  unicode.register({ version: 'apart', wcwidth, charProperties });
  unicode.activeVersion = 'apart';
  return screen;
}

function wcwidth(codepoint: number): 0 | 1 | 2 {
  return stringWidth(String.fromCodePoint(codepoint)) as 0 | 1 | 2;
}

/** The width in bits 1 and 2; bit 0 says that a code point without a width stands in the cell before it. */
function charProperties(codepoint: number, before: number): number {
  const width = wcwidth(codepoint);
  const widthBefore = (before >> 1) & 3;
  return width === 0 && widthBefore > 0 ? (widthBefore << 1) | 1 : width << 1;
}

const written = ({ terminal }: OuterScreen, data: string) =>
  new Promise<void>((done) => terminal.write(data, done));

/** What cotty writes to a terminal that shows this output. */
function painted(output: string, clusters: boolean): string {
  const emulator = new Emulator({ ...size, scrollback: 0 });
  emulator.write(clusterSequence(clusters) + output);
  const bytes: string[] = [];
  const painter = new Painter({
    outer: { write: (text) => void bytes.push(text) },
    ...size,
    synchronized: false,
  });
  const rows = Array.from({ length: size.rows }, (_, y) => emulator.row(emulator.base + y));
  painter.paint({ rows, cursor: emulator.cursor });
  emulator.close();
  return bytes.join('');
}

describe.each([true, false])('in a terminal that joins code points: %j', (clusters) => {
  test.each([...Object.entries(EMOJI), ...(clusters ? [] : [NEWER])])(
    '%s (%s) is shown as it is without cotty',
    async (_name, emoji) => {
      const [bare, outer] = [outerOf(clusters), outerOf(clusters)];
      await written(bare, scene(emoji));
      await written(outer, painted(scene(emoji), clusters));
      expect(imageOf(outer, 0, size.rows)).toEqual(imageOf(bare, 0, size.rows));
    },
  );
});
