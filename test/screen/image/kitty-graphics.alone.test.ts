import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowText } from '../../../src/screen/cells/row.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { pngFile } from '../../../src/screen/image/decode/png-pixels.ts';
import { keepImages } from '../../../src/screen/image/image-table.ts';
import { cpuTime } from '../../support/cpu-time.ts';

const opened: Emulator[] = [];
beforeEach(() => keepImages(true));
afterEach(() => {
  keepImages(false);
  for (const emulator of opened.splice(0)) emulator.close();
});

function screenOf(text = '', cols = 24, rows = 8): Emulator {
  const emulator = new Emulator({ cols, rows, scrollback: 20 });
  opened.push(emulator);
  emulator.write(text);
  return emulator;
}

const lines = (emulator: Emulator): string[] =>
  Array.from({ length: emulator.length }, (_, line) => rowText(emulator.row(line))).filter(Boolean);

const command = (control: string, data = ''): string => `\x1b_G${control}${data && `;${data}`}\x1b\\`;

/** An image of eight by three cells. */
const PNG = pngFile({ width: 80, height: 60, rgba: new Uint8Array(80 * 60 * 4).fill(255) }).toString(
  'base64',
);
const SHOWN = command('a=T,f=100,i=7', PNG);
const BOX = ['┌──────┐', '│ image│', '└──────┘'];

describe('kitty graphics', () => {
  test('show the box of an image, behind which the text goes on in its last row', () => {
    expect(lines(screenOf(`ab${SHOWN}|`))).toEqual([`ab${BOX[0]}`, `  ${BOX[1]}`, `  ${BOX[2]}|`]);
  });

  test('are read the same wherever the text is cut', () => {
    const text = `one${SHOWN}two\x1b_not ours\x1b\\three\x1bPq~\x1b\\`;
    const whole = lines(screenOf(text));
    for (let at = 1; at < text.length; at += 1) {
      const emulator = screenOf();
      emulator.write(text.slice(0, at));
      emulator.write(text.slice(at));
      expect(lines(emulator)).toEqual(whole);
    }
  });

  test('come in pieces', () => {
    const half = Math.floor(PNG.length / 8) * 4;
    const text = command('a=T,f=100,i=7,m=1', PNG.slice(0, half)) + command('m=0', PNG.slice(half));
    const emulator = screenOf(text);
    expect(lines(emulator)).toEqual(BOX);
    expect(emulator.images.takeReply()).toBe('\x1b_Gi=7;OK\x1b\\');
  });

  test('are put at other places, cropped, scaled, and without moving the cursor', () => {
    const sent = command('a=t,f=100,i=7', PNG);
    expect(lines(screenOf(`${sent}x${command('a=p,i=7,w=40,h=40')}|`))).toEqual(['x[ima', '     |']);
    expect(lines(screenOf(`${sent}${command('a=p,i=7,c=16')}`))[0]).toBe(`┌${'─'.repeat(14)}┐`);
    expect(lines(screenOf(`${sent}${command('a=p,i=7,C=1')}|`))[0]).toBe(`|${BOX[0]?.slice(1)}`);
  });

  test('at the end of the screen do not scroll when the cursor stays', () => {
    const emulator = screenOf(`top\x1b[8;1H${command('a=T,f=100,C=1', PNG)}`);
    expect(emulator.base).toBe(0);
    expect(emulator.cursor).toMatchObject({ x: 0, y: 7 });
  });

  test.each([
    ['all', 'a=d'],
    ['by its number', 'a=d,d=i,i=7'],
    ['in a cell', 'a=d,d=p,x=2,y=2'],
  ])('delete %s', (_name, control) => {
    expect(lines(screenOf(`${SHOWN}|${command(control)}`))).toEqual(['        |']);
  });

  test('delete no other image, and none of another protocol', () => {
    const text = `${SHOWN}${command('a=d,d=i,i=8')}${command('a=d,d=p,x=24,y=8')}`;
    expect(lines(screenOf(text))).toEqual(BOX);
    const sixel = `\x1bPq!80~-!80~-!80~\x1b\\`;
    expect(lines(screenOf(`${sixel}${SHOWN}${command('a=d')}`))).toEqual(['[sixel 8']);
  });

  test.each([
    ['a=q,i=1,s=1,v=1,f=24;AAAA', 'i=1;OK'],
    ['a=t,i=1,t=f,f=100;L2V0Yy9wYXNzd2Q=', 'i=1;EINVAL:only images in the sequence itself (t=d) are taken'],
    ['a=q,i=1,t=s,f=100;L2E=', 'i=1;EINVAL:only images in the sequence itself (t=d) are taken'],
    ['a=p,i=1', 'i=1;ENOENT:there is no such image'],
    ['a=t,i=1,f=99;AAAA', 'i=1;EINVAL:the format is not known'],
    ['a=t,i=1,f=32,s=0,v=5;AAAA', 'i=1;EINVAL:the size of the image is missing or too large'],
    ['a=t,i=1,f=100;!!!!', 'i=1;EINVAL:the size of the image is missing or too large'],
    ['a=f,i=1;AAAA', 'i=1;ENOTSUPP:animations are not supported'],
  ])('answer %s', (text, reply) => {
    const emulator = screenOf(`\x1b_G${text}\x1b\\`);
    expect(emulator.images.takeReply()).toBe(`\x1b_G${reply}\x1b\\`);
    expect(emulator.images.takeReply()).toBe('');
    expect(lines(emulator)).toEqual([]);
  });

  test.each(['a=t,f=24,s=1,v=1;AAAA', 'a=t,i=1,q=1,f=24,s=1,v=1;AAAA', 'a=p,i=9,q=2'])(
    'leave %s without an answer',
    (text) => {
      expect(screenOf(`\x1b_G${text}\x1b\\`).images.takeReply()).toBe('');
    },
  );

  test('that are hostile leave a screen that works', () => {
    const hostile = [
      command('a=T,f=32,s=99999999,v=99999999', 'AAAA'),
      command('a=T,f=32,s=9999,v=9999,c=4294967295,r=4294967295', 'AAAA'),
      command('a=T,f=100,x=-5,y=-5,w=-1,h=-1,c=-3,r=-3', PNG),
      command(`${'a=T,'.repeat(2000)}f=100`, PNG),
      command('a=T,f=100,m=1', PNG).repeat(50),
      command('a=d,d=p,x=-1,y=99999'),
      `\x1b_G${'A'.repeat(200_000)}\x1b\\`,
      '\x1b_Ga=T\x18\x1b_G\x1b\\',
    ];
    const emulator = screenOf(`${hostile.join('')}\x1bc\x1b[Hstill here`);
    expect(emulator.faults).toBe(0);
    expect(lines(emulator)).toEqual(['still here']);
  });

  test('take time in proportion to their number', { timeout: 20_000 }, () => {
    const emulator = screenOf();
    let number = 0;
    const thousands = (count: number) => {
      const before = cpuTime();
      for (const end = number + count * 1000; number < end; number += 1)
        emulator.write(command(`a=T,f=24,s=1,v=1,q=2,i=${number + 1}`, 'AAAA'));
      return cpuTime() - before;
    };
    thousands(1);
    const few = thousands(2);
    expect(thousands(8)).toBeLessThan(4 * few * 3);
    expect(emulator.faults).toBe(0);
  });
});
