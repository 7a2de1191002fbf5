import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowText } from '../../../src/screen/cells/row.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { pngFile } from '../../../src/screen/image/decode/png-pixels.ts';
import { imageOf, keepImages } from '../../../src/screen/image/image-table.ts';
import { serialise } from '../../../src/screen/serialise/serialise.ts';

const opened: Emulator[] = [];
beforeEach(() => keepImages(true));
afterEach(() => {
  keepImages(false);
  for (const emulator of opened.splice(0)) emulator.close();
});

function screenOf(text = '', scrollback = 20): Emulator {
  const emulator = new Emulator({ cols: 24, rows: 8, scrollback });
  opened.push(emulator);
  emulator.write(text);
  return emulator;
}

/** A screen as a window gets it from its host. */
function later(emulator: Emulator, scrollback = 20): Emulator {
  const images: unknown = JSON.parse(JSON.stringify(emulator.images.onScreen(scrollback) ?? null));
  const copy = screenOf(serialise(emulator, { scrollback }), scrollback);
  copy.images.restore(images);
  return copy;
}

const rows = (emulator: Emulator, from = 0) =>
  Array.from({ length: emulator.length - from }, (_, line) => emulator.row(from + line));
const text = (emulator: Emulator): string[] => rows(emulator).map(rowText).filter(Boolean);

const command = (control: string, data = ''): string => `\x1b_G${control}${data && `;${data}`}\x1b\\`;
/** Eight by three cells. */
const PNG = pngFile({ width: 80, height: 60, rgba: new Uint8Array(80 * 60 * 4).fill(77) }).toString('base64');
/** An image that is no smaller when it is packed. */
const LARGE = pngFile({ width: 300, height: 300, rgba: noise(300 * 300 * 4) });
const SHOWN = command('a=T,f=100,i=7', PNG);
const SIXEL = '\x1bPq"1;1;40;40#1!40~-!40~\x1b\\';

function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let seed = 1;
  for (let at = 0; at < length; at += 1) {
    seed = (seed * 48_271) % 0x7fff_ffff;
    bytes[at] = seed & 0xff;
  }
  return bytes;
}

describe('a screen that comes later', () => {
  test.each([
    ['of kitty graphics', `one\r\n${SHOWN}two`],
    ['of sixel', `one\r\n${SIXEL}two`],
    ["of iTerm2's sequence", `\x1b]1337;File=inline=1:${PNG}\x07two`],
    ['beside each other, partly covered', `${SHOWN}\x1b[H\x1b[10C${SHOWN}\x1b[2;3Hcovered`],
    ['in the scrollback', `${SHOWN}${'\r\nline'.repeat(12)}`],
    ['on the alternate screen, and on the one below', `${SIXEL}\x1b[?1049h\x1b[H${SHOWN}`],
    ['under the cursor', `${SHOWN}\x1b[1;2H`],
  ])('has the images %s', (_name, output) => {
    const first = screenOf(output);
    const copy = later(first);
    expect(rows(copy)).toEqual(rows(first));
    first.write('\x1b[?1049l');
    copy.write('\x1b[?1049l');
    expect(rows(copy)).toEqual(rows(first));
  });

  test('has those of the lines that it keeps', () => {
    const first = screenOf(`${SHOWN}${'\r\nline'.repeat(9)}`);
    const copy = later(first, 2);
    expect(copy.length).toBe(10);
    expect(rows(copy)).toEqual(rows(first, first.length - 10));
  });

  test('knows what a program has sent, and what it deletes', () => {
    const copy = later(screenOf(command('a=t,f=100,i=9', PNG) + command('a=t,f=100,I=3', PNG) + SHOWN));
    copy.write(`\x1b[4;1H${command('a=p,i=9')}${command('a=d,d=i,i=7')}`);
    expect(text(copy)).toEqual(['┌──────┐', '│ image│', '└──────┘']);
    copy.write(`\x1b[2J\x1b[H${command('a=p,I=3')}`);
    expect(text(copy)).toEqual(['┌──────┐', '│ image│', '└──────┘']);
  });

  test('has an image whose pieces were still coming', () => {
    const piece = (at: number) => PNG.slice(at * 40, (at + 1) * 40);
    const first = screenOf(command('a=T,f=100,i=7,m=1', piece(0)) + command('m=1', piece(1)));
    const copy = later(first);
    for (const each of [first, copy]) each.write(`${command('m=0', PNG.slice(80))}behind`);
    expect(rows(copy)).toEqual(rows(first));
    expect(text(copy)).toEqual(['┌──────┐', '│ image│', '└──────┘behind']);
  });

  test.each([
    ['sixel', SIXEL.slice(0, -2), '#1!40~-'.repeat(60_000), SIXEL.slice(-2)],
    ["iTerm2's sequence", '\x1b]1337;File=width=8;height=3;inline=1:', LARGE.toString('base64'), '\x07'],
    ['kitty graphics', '\x1b_Ga=T,f=100,c=8,r=3;', LARGE.toString('base64'), '\x1b\\'],
  ])('has an image of %s of which more than the limit had come', (_name, begin, data, end) => {
    const first = screenOf();
    const half = Math.floor(data.length / 2);
    for (const piece of [`one\r\n${begin}`, data.slice(0, half / 2), data.slice(half / 2, half)])
      first.write(piece);
    const copy = later(first);
    for (const each of [first, copy]) each.write(`${data.slice(half)}${end}behind`);
    expect(rows(copy)).toEqual(rows(first));
    const keys = ({ images }: Emulator) => images.onScreen(0)?.places.map(({ key }) => key);
    expect(keys(copy)).toEqual(keys(first));
    expect(keys(copy)?.map((key) => imageOf(key) !== undefined)).toEqual([true]);
  });

  test('has the box of an image of which too much had come', () => {
    const pixels = Buffer.alloc(1_200_000, 'A').toString('latin1');
    const control = 'a=T,f=24,s=1200,v=600,c=8,r=3';
    const first = screenOf(command(`${control},m=1`, pixels) + command('m=1', pixels));
    const copy = later(first);
    for (const each of [first, copy]) each.write(`${command('m=0', 'A'.repeat(480_000))}`);
    const shown = (emulator: Emulator) =>
      emulator.images.onScreen(0)?.places.map(({ key }) => imageOf(key) !== undefined);
    expect([shown(first), shown(copy)]).toEqual([[true], [false]]);
    expect(text(copy)).toEqual(text(first));
  });

  test('is not disturbed by what is no list of images', () => {
    const whole = screenOf(SHOWN).images.onScreen(0);
    const [run] = whole?.runs ?? [];
    const hostile = [
      'text',
      7,
      [],
      { places: 1, runs: [], sent: [] },
      { ...whole, runs: [{ ...run, x: -1 }] },
      { ...whole, places: [{ part: {} }] },
      {
        ...whole,
        runs: [
          { ...run, number: 99 },
          { ...run, fromEnd: 1e9 },
          { ...run, x: 1e9, cols: 1e9 },
        ],
      },
    ];
    const copy = screenOf('still here');
    for (const each of hostile) copy.images.restore(each);
    expect(copy.row(0).styles.every((style) => style === 0)).toBe(true);
    expect(text(copy)).toEqual(['still here']);
  });
});

describe('a host', () => {
  beforeEach(() => keepImages(false));
  /** An image of `bytes` bytes with content of its own. */
  const sized = (bytes: number, fill: number): string =>
    command(`a=T,f=24,s=1000,v=${bytes / 3000},c=2,r=1`, Buffer.alloc(bytes, fill).toString('base64'));
  const MB = 999_000;
  const keysOf = (emulator: Emulator): string[] =>
    emulator.images.onScreen(20)?.places.flatMap(({ key }) => key ?? []) ?? [];
  const kept = (keys: readonly string[]): boolean[] => keys.map((key) => imageOf(key) !== undefined);

  function hostScreen(output: string): Emulator {
    const emulator = new Emulator({ cols: 24, rows: 8, scrollback: 20 });
    opened.push(emulator);
    emulator.images.keep();
    emulator.write(output);
    return emulator;
  }

  test('keeps 8 MiB of the images of a terminal, the newest ones', () => {
    const screen = hostScreen(Array.from({ length: 10 }, (_, at) => sized(MB, at + 1)).join(''));
    const keys = keysOf(screen);
    expect(kept(keys)).toEqual(Array.from({ length: 10 }, (_, at) => at >= 2));
    expect(keys.map((key) => screen.images.has(key))).toEqual(kept(keys));
  });

  test('keeps 32 MiB of all', () => {
    const screens = Array.from({ length: 5 }, (_, terminal) =>
      hostScreen(Array.from({ length: 8 }, (_unused, at) => sized(MB, 20 + 8 * terminal + at)).join('')),
    );
    const found = kept(screens.flatMap(keysOf));
    expect(found.filter(Boolean)).toHaveLength(33);
    expect(found.slice(0, 7)).toEqual(new Array(7).fill(false));
  });

  test('forgets an image with the last terminal that has it', () => {
    const [one, other] = [hostScreen(SHOWN), hostScreen(`x${SHOWN}`)];
    const keys = keysOf(one);
    one.images.close();
    expect(kept(keys)).toEqual([true]);
    other.images.close();
    expect(kept(keys)).toEqual([false]);
  });
});
