import { describe, expect, it } from 'vitest';
import { pngPixels } from '../../../src/screen/image/decode/png-pixels.ts';
import { KittyImages } from '../../../src/web/screen/kitty-images.ts';

const CELL = { width: 8, height: 16 };
const MOST_PIXELS = 1_000_000;

/** Two pixels by one, each with red, green and blue. */
const RGB = Buffer.from([255, 0, 0, 0, 255, 0]).toString('base64');
const SHOWN = `\x1b_Ga=T,f=24,s=2,v=1;${RGB}\x1b\\`;

function read(...pieces: readonly string[]): string {
  const images = new KittyImages(() => CELL);
  return pieces.map((piece) => images.read(piece)).join('');
}

/** The file in iTerm2's sequence. */
function fileIn(text: string): Buffer {
  return Buffer.from(/:([^:\x07]*)\x07/.exec(text)?.[1] ?? '', 'base64');
}

describe('an image by kitty graphics', () => {
  it('is written as iTerm2 sequence, with the cursor behind its last cell', () => {
    const text = read(`before ${SHOWN}after`);
    expect(text).toMatch(
      /^before \x1b\]1337;File=inline=1;size=\d+;width=1;height=1;preserveAspectRatio=0:[^\x07]+\x07\x1b\[1Cafter$/,
    );
    expect([...(pngPixels(fileIn(text), MOST_PIXELS)?.rgba ?? [])]).toEqual([255, 0, 0, 255, 0, 255, 0, 255]);
  });

  it('has the cells that it asks for, and leaves the cursor where it was with C=1', () => {
    expect(read(`\x1b_Ga=T,f=24,s=2,v=1,c=4,r=3,C=1;${RGB}\x1b\\`)).toMatch(
      /;width=4;height=3;.*\x07\x1b\[2A$/,
    );
  });

  it('may come in several commands, and be shown again by its id', () => {
    const [head, tail] = [RGB.slice(0, 4), RGB.slice(4)];
    const sent = `\x1b_Ga=t,i=7,f=24,s=2,v=1,m=1;${head}\x1b\\\x1b_Gm=0;${tail}\x1b\\`;
    expect(read(sent)).toBe('');
    expect(read(sent, '\x1b_Ga=p,i=7\x1b\\')).toBe(read(SHOWN));
    expect(read(sent, '\x1b_Ga=p,i=8\x1b\\')).toBe('');
  });

  it('is read the same at every split of the output', () => {
    const output = `one\x1b[1mtwo\x1b\\${SHOWN}three${SHOWN}\x1b_Ga=d\x1b\\four`;
    const whole = read(output);
    for (let at = 0; at <= output.length; at += 1)
      expect(read(output.slice(0, at), output.slice(at)), `at ${at}`).toBe(whole);
    expect(read(...output)).toBe(whole);
  });

  it.each([
    ['a file', `\x1b_Ga=T,t=f,f=100;${RGB}\x1b\\`],
    ['too few pixels', `\x1b_Ga=T,f=24,s=9,v=9;${RGB}\x1b\\`],
    ['no size', `\x1b_Ga=T,f=24;${RGB}\x1b\\`],
    ['compressed data', `\x1b_Ga=T,f=24,s=2,v=1,o=z;${RGB}\x1b\\`],
    ['no base64', '\x1b_Ga=T,f=24,s=2,v=1;%%%\x1b\\'],
    ['a command that is too long', `\x1b_Ga=T,f=24,s=2,v=1;${RGB.repeat(3000)}\x1b\\`],
  ])('is left out where it is %s', (_what, command) => {
    expect(read(`a${command}b`)).toBe('ab');
  });

  it('is given up when its command has no end within the limit', () => {
    const text = `\x1b_G${'x'.repeat(20_000)}`;
    expect(read(text, 'y')).toBe(`${text}y`);
  });
});
