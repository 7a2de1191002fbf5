import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pngFile } from '../../src/screen/image/decode/png-pixels.ts';
import { openTab, openWindow, waitForBlock, waitForMode } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { Sandbox } from '../support/sandbox.ts';

const BOX = [
  '┌──────────────┐',
  '│ cat.png      │',
  '│ 640×480      │',
  '│              │',
  '└──────────────┘',
];
/** An image of four by two cells of 10 by 20 pixels. */
const PICTURE = pngFile({ width: 40, height: 40, rgba: new Uint8Array(40 * 40 * 4).fill(255) }).toString(
  'base64',
);

/** The beginning of a PNG of 640×480. */
const HEAD = 'iVBORw0KGgoAAAANSUhEUgAAAoAAAAHgCAYAAAA=';

let sandbox: Sandbox;
let windows: OuterTerminal[] = [];
let opened = 0;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterEach(async () => {
  await Promise.all(windows.map((window) => window.close()));
  windows = [];
});
afterAll(() => sandbox?.close());

type Look = Parameters<Sandbox['open']>[1];

/** A window in an outer terminal of its own kind, on a new terminal of the one host; closed at the end of the test. */
async function openNew(look: Look): Promise<OuterTerminal> {
  opened += 1;
  const window = await openWindow(sandbox, {
    cols: 80,
    rows: 24,
    ...look,
    args: ['new', `images-${opened}`],
  });
  windows.push(window);
  return window;
}

/** A later window, on the terminal made last. */
function openLater(look: Look): OuterTerminal {
  const window = sandbox.open(['attach', `images-${opened}`], { cols: 80, rows: 24, ...look });
  windows.push(window);
  return window;
}

function hasBox(screen: OuterScreen): boolean {
  const lines = screen.lines();
  const top = lines.findIndex((line) => line.includes(BOX[0] ?? ''));
  return top >= 0 && BOX.every((row, at) => lines[top + at]?.includes(row));
}

test('an image is a box with its name and size, in its block, in LOCK and in a window that comes later', async () => {
  const name = Buffer.from('cat.png').toString('base64');
  // Longer than a batch of output.
  const data = `${HEAD.replace('=', 'A')}${'A'.repeat(40_000)}`;
  sandbox.write(
    'image',
    `before\n\x1b]1337;File=name=${name};width=16;height=5;inline=1:${data}\x07\nafter\n`,
  );
  const window = await openNew({ rows: 30 });
  window.type('cat image\r');
  await waitForBlock(window, '✓ 0 cat image');
  await window.waitFor('the box in its block', hasBox);
  window.send(key.escape);
  await waitForMode(window, 'BROWSE');
  window.send('L');
  await waitForMode(window, 'LOCK');
  window.type('clear; cat image\r');
  await window.waitFor('the box in LOCK', (screen) => hasBox(screen) && screen.text().includes('after'));
  const text = window.screen.text();
  expect(text.indexOf('before')).toBeLessThan(text.indexOf(BOX[0] ?? ''));
  expect(text.indexOf(BOX[4] ?? '')).toBeLessThan(text.indexOf('after'));
  const later = openLater({ rows: 30 });
  await later.waitFor('the box in a later window', hasBox);
});

/** Commands of kitty graphics that place and delete images, as they were written. */
function graphics(raw: string): { readonly placed: number; readonly deleted: number } {
  const count = (begin: string) => raw.split(begin).length - 1;
  return { placed: count('\x1b_Ga=p,'), deleted: count('\x1b_Ga=d,d=i,') };
}

test('a terminal with kitty graphics is sent an image once, and shows it in its block while that is in sight', async () => {
  sandbox.write('image', `\x1b_Ga=T,f=100,q=2;${PICTURE}\x1b\\\n`);
  const window = await openNew({ images: 'kitty' });
  window.type('cat image\r');
  await waitForBlock(window, '✓ 0 cat image');
  const shows = (yes: boolean) => () => {
    const { placed, deleted } = graphics(window.raw);
    return placed > 0 && placed - deleted === (yes ? 1 : 0);
  };
  await window.waitFor('the image in its block', shows(true));
  expect(window.screen.text()).not.toContain('┌');
  await openTab(window, 'other');
  await window.waitFor('another tab without it', shows(false));
  window.send(key.escape);
  await waitForMode(window, 'BROWSE');
  window.send('[');
  await window.waitFor('it again', shows(true));
  window.send('?');
  await window.waitForText('Help');
  await window.waitFor('nothing under the help', shows(false));
  window.send(key.escape);
  await window.waitFor('it again', shows(true));
  expect(window.raw.split(PICTURE.slice(0, 60)).length - 1).toBe(1);
});

/** An image of more than a mebibyte that no compression makes smaller; by kitty graphics in pieces, as programs send it. */
function largeImage(protocol: 'kitty' | 'iTerm2'): string {
  const side = 640;
  const rgb = Buffer.alloc(3 * side * side);
  for (let at = 0, noise = 1; at < rgb.length; at += 1) {
    noise = (Math.imul(noise, 1664525) + 1013904223) >>> 0;
    rgb[at] = noise >>> 24;
  }
  if (protocol === 'kitty') {
    const pieces = rgb.toString('base64').match(/.{1,4096}/g) ?? [];
    return pieces
      .map((piece, at) => {
        const begin = at === 0 ? `a=T,f=24,s=${side},v=${side},c=20,r=10,q=2,` : '';
        return `\x1b_G${begin}m=${at === pieces.length - 1 ? 0 : 1};${piece}\x1b\\`;
      })
      .join('');
  }
  const rgba = new Uint8Array(4 * side * side).map((_, at) => (at % 4 === 3 ? 255 : (rgb[at] ?? 7)));
  const png = pngFile({ width: side, height: side, rgba }).toString('base64');
  return `\x1b]1337;File=inline=1;width=20;height=10:${png}\x07`;
}

test.each(['kitty', 'iTerm2'] as const)(
  'an image of more than a mebibyte by %s stays with its output',
  async (protocol) => {
    sandbox.write('image', `before\n${largeImage(protocol)}\nafter\n`);
    const window = await openNew({ images: 'kitty' });
    window.type('cat image\r');
    await waitForBlock(window, '✓ 0 cat image');
    const isShown = (screen: OuterScreen) => {
      const { placed, deleted } = graphics(window.raw);
      const lines = screen.lines().map((line) => line.trim());
      return placed - deleted === 1 && lines.includes('before') && lines.includes('after');
    };
    await window.waitFor('the image in its block', isShown);
    expect(window.screen.text()).not.toMatch(/[A-Za-z0-9+/]{30}|┌|lines? …/);
  },
);

/** A program that prints what the kernel tells of the terminal's size. */
function writeKernel(): void {
  const request = process.platform === 'linux' ? '0x5413' : '0x40087468';
  sandbox.write(
    'kernel',
    `ioctl(STDIN, ${request}, $s = "\\0" x 8); printf "rows %d columns %d pixels %d %d\\n", unpack("S4", $s);`,
  );
}

test('programs are told of images where they can be shown, and sixel is cut for an outer terminal with sixel', async () => {
  sandbox.write('image', `\x1b_Ga=T,f=100,q=2;${PICTURE}\x1b\\\n`);
  sandbox.write('ask', "read -rs -d c -p $'\\e[c' answer; printf 'answer %q\\n' \"$answer\"\n");
  writeKernel();
  sandbox.write(
    'query',
    "read -rs -d \\\\ -p $'\\e_Gi=31,s=1,v=1,a=q,f=24;AAAA\\e\\\\' answer; printf 'graphics %q\\n' \"$answer\"\n",
  );
  const window = await openNew({ images: 'sixel' });
  window.type('bash ask\r');
  await window.waitForText('?62;4;22');
  window.type('perl kernel\r');
  await window.waitForText('rows 22 columns 80 pixels 800 440');
  window.type('bash query\r');
  await window.waitForText('i=31;OK');
  window.type('cat image\r');
  await waitForBlock(window, '✓ 0 cat image');
  await window.waitFor('the image', () => window.raw.includes('\x1bP0;1;0q"1;1;40;40'));
  const plain = openLater({});
  await plain.waitForText('[ima');
});

test('a window that comes later shows the images that are on the screen', async () => {
  sandbox.write('image', `\x1b_Ga=T,f=100,q=2;${PICTURE}\x1b\\\n`);
  const first = await openNew({ images: 'kitty' });
  first.send(key.escape);
  await waitForMode(first, 'BROWSE');
  first.send('L');
  await waitForMode(first, 'LOCK');
  first.type('clear; cat image; cat\r');
  const shows = (window: OuterTerminal) => graphics(window.raw).placed > graphics(window.raw).deleted;
  await first.waitFor('the image', () => shows(first));
  const later = openLater({ images: 'kitty' });
  // Its first frame has a box, until the outer terminal has answered.
  await later.waitFor(
    'the image in a later window',
    (screen) => shows(later) && !screen.text().includes('[ima'),
  );
  const sixel = openLater({ images: 'sixel' });
  await sixel.waitFor('it there, too', () => sixel.raw.includes('\x1bP0;1;0q"1;1;40;40'));
});

test('a terminal that tells the pixels of its cells to the kernel alone is shown images, too', async () => {
  sandbox.write('image', `\x1b_Ga=T,f=100,q=2;${PICTURE}\x1b\\\n`);
  const window = await openNew({ images: 'sixel', silentCells: true });
  writeKernel();
  // The host keeps images as soon as a window has told it that it shows them, and tells programs the pixels then.
  window.type(`until perl kernel < /dev/tty | grep 'pixels 800'; do sleep 0.1; done; cat image\r`);
  await window.waitFor('the image', () => window.raw.includes('\x1bP0;1;0q"1;1;40;40'));
});

test.each([
  ['detaches', (window: OuterTerminal) => window.send('d')],
  ['is ended', (window: OuterTerminal) => window.kill('SIGTERM')],
  ['is stopped', (window: OuterTerminal) => window.send(ctrl('z'))],
])('a window that %s deletes its images at the terminal, and no others', async (_how, leave) => {
  sandbox.write('image', `\x1b_Ga=T,f=100,q=2;${PICTURE}\x1b\\\n`);
  const window = await openNew({ images: 'kitty' });
  window.type('cat image\r');
  await window.waitFor('the image', () => graphics(window.raw).placed === 1);
  const [, id] = /\x1b_Ga=p,[^\x1b]*\bi=(\d+)/.exec(window.raw) ?? [];
  window.send(key.f7);
  await waitForMode(window, 'BROWSE');
  leave(window);
  await window.waitFor('the terminal given back', () => window.raw.includes('\x1b[?1049l'));
  const deletions = [...window.raw.matchAll(/\x1b_G(a=d,[^\x1b]*)/g)].map(([, text]) => text);
  expect(deletions.at(-1)).toBe(`a=d,d=I,q=2,i=${id}`);
  expect(window.raw.lastIndexOf('\x1b_Ga=d')).toBeLessThan(window.raw.lastIndexOf('\x1b[?1049l'));
});
