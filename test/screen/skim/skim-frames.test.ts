import { describe, expect, it } from 'vitest';
import { type Grid, readDrawn } from '../../../src/screen/skim/read-drawn.ts';
import { skimDrawn, skimFrames } from '../../../src/screen/skim/skim-drawn.ts';

const GRID: Grid = { cols: 20, rows: 2, x: 0, y: 0 };
const BEGIN = '\x1b[?2026h';
const END = '\x1b[?2026l';
/** A row that is written to its end, without the sequence to its begin. */
const [ONE, TWO] = ['one\x1b[K', '\x1b[2;1Htwo\x1b[K'];
const frame = `\x1b[1;1H${ONE}${TWO}`;
const frames = frame.repeat(60);

/** So many characters that draw nothing: resets of the pen. */
const nothing = (chars: number) =>
  `\x1b[${'0'.repeat(chars % 3)}m${'\x1b[m'.repeat(Math.floor(chars / 3) - 1)}`;
/** Colours of 1100 characters of which each counts. */
const colors = Array.from({ length: 110 }, (_, at) => `\x1b[1;3;${String(at).padStart(3, '0')}m`).join('');

describe('drawn text', () => {
  it('is skimmed where it goes back behind 1024 characters', () => {
    expect(skimDrawn(`${nothing(1023)}\r${ONE}${TWO}`, GRID)).toBeUndefined();
    expect(skimDrawn(`${nothing(1024)}\r${ONE}${TWO}`, GRID)).toBe(`\x1b[m${frame}`);
  });

  it('is skimmed where 1024 characters can be left out', () => {
    const again = nothing(1100) + TWO + TWO;
    const from = (chars: number) => `${nothing(chars)}\x1b[1;1H${ONE}${again}`;
    expect(skimDrawn(from(1017), GRID)).toBeUndefined();
    expect(skimDrawn(from(1018), GRID)).toBe(`\x1b[m\x1b[1;1H${ONE}${again}`);
  });

  it('is skimmed where that makes it shorter', () => {
    expect(skimDrawn(`${colors}\x1b[001G${ONE}${TWO}`, GRID)).toBeUndefined();
    expect(skimDrawn(`${colors}\x1b[0001G${ONE}${TWO}`, GRID)).toBe(colors + frame);
  });

  it('is not skimmed where its colours are too many, or where nothing is drawn', () => {
    const many = Array.from({ length: 4097 }, (_, at) => `\x1b[1;${at}m`).join('');
    expect(skimDrawn(`${many}\r${many}${frame}`, GRID)).toBeUndefined();
    expect(skimDrawn(`${nothing(1100)}\x1b[H\x1b[H`, GRID)).toBeUndefined();
  });

  it('begins where the cursor was', () => {
    const only = `\x1b[1;1H${ONE}`.repeat(2);
    const touched = `x${only}`;
    expect(skimDrawn(`${nothing(1100)}\x1b[2;4H${touched}`, GRID)).toBe(`\x1b[m\x1b[2;4H${touched}`);
    expect(skimDrawn(`${nothing(1100)}${only}`, GRID)).toBe(`\x1b[m\x1b[1;1H${ONE}`);
    expect(skimDrawn(`${nothing(1100)}\x1b[2;4H\x1b[2J`, GRID)).toBe('\x1b[m\x1b[2;4H\x1b[2J');
  });

  it('is cleared first, where it was cleared before, and only then', () => {
    expect(skimDrawn(`\x1b[2J${frames}`, GRID)).toBe(`\x1b[2J${frame}`);
    expect(skimDrawn(`${nothing(1100)}\x1b[2J`, GRID)).toBe('\x1b[m\x1b[1;1H\x1b[2J');
  });

  it('takes the wrapping from the rows that lost it before, and from no other', () => {
    expect(skimDrawn(`\r\n${frames}`, GRID)).toBe(`\x1b[2H\x1b[K${frame}`);
    expect(skimDrawn(`\x1b[1;1H\x1b[K${frames}`, GRID)).toBe(`\x1b[1H\x1b[K${frame}`);
    const erased = `\x1b[K${TWO}`;
    expect(skimDrawn(`${nothing(1100)}\r${erased}`, GRID)).toBe(`\x1b[m\x1b[1;1H${erased}`);
  });

  it('has the last value of each setting before its begin', () => {
    const set = '\x1b[?25l\x1b[?25h\x1b[?25l\x1b(0';
    const end = `\x1b[?12h${ONE}\x1b[?25h${TWO}`;
    expect(skimDrawn(`${set}${frames}\x1b[1;1H${end}`, GRID)).toBe(`\x1b[?25l\x1b(0\x1b[1;1H${end}`);
  });
});

describe('what a begin of synchronised output holds back', () => {
  it('is kept whole, and what is still seen is skimmed', () => {
    expect(skimDrawn(frames + BEGIN + frame + frame, GRID)).toBe(frame + BEGIN + frame + frame);
    expect(skimDrawn(frames + BEGIN + frame + BEGIN + frame, GRID)).toBe(
      `${frame}${BEGIN}${frame}${BEGIN}${frame}`,
    );
    expect(skimDrawn(BEGIN + frames, GRID)).toBeUndefined();
  });

  it('is what comes behind the last end', () => {
    const ended = BEGIN + frames + END;
    expect(skimDrawn(ended + frames, GRID)).toBe(`${END}${frame}`);
    expect(skimDrawn(ended + frame + BEGIN + frames, GRID)).toBe(`${END}${frame}${BEGIN}${frames}`);
  });
});

describe('frames for a reader that goes on where they end', () => {
  const partial = '\x1b[2;3Hx';

  it('are the shorter text, and where the whole of it ends', () => {
    const text = frames + partial;
    expect(skimFrames(text, GRID)).toEqual({
      text: `${frame}${partial}`,
      end: { at: text.length, x: 3, y: 1 },
    });
    expect(skimFrames(`${text}\x1b[3`, GRID)?.end).toEqual({ at: text.length, x: 3, y: 1 });
  });

  it('are the text itself where there is nothing to leave out', () => {
    expect(skimFrames(partial, GRID)).toEqual({ text: partial, end: { at: partial.length, x: 3, y: 1 } });
    expect(skimFrames('', { ...GRID, x: 4 })).toEqual({ text: '', end: { at: 0, x: 4, y: 0 } });
  });

  it('end behind what is held back', () => {
    const text = `${frames}${partial}${BEGIN}ab\x1b[A`;
    expect(skimFrames(text, GRID)).toEqual({
      text: `${frame}${partial}${BEGIN}ab\x1b[A`,
      end: { at: text.length, x: 5, y: 0 },
    });
    expect(skimFrames(BEGIN + partial, GRID)).toEqual({
      text: BEGIN + partial,
      end: { at: BEGIN.length + partial.length, x: 3, y: 1 },
    });
    const again = BEGIN + frames + END + frame + BEGIN + partial;
    expect(skimFrames(again, GRID)?.text).toBe(`${END}${frame}${BEGIN}${partial}`);
    const ended = BEGIN + frame + END;
    expect(skimFrames(ended, GRID)).toEqual({ text: ended, end: readDrawn(ended, GRID)?.end });
  });

  it('are not told where one of them cannot be followed', () => {
    for (const text of ['\t', `${frames}\t`, `${BEGIN}\t`, `${frames}${BEGIN}\t`, `\x1b[3${BEGIN}a`]) {
      expect(skimFrames(text, GRID)).toBeUndefined();
    }
  });
});
