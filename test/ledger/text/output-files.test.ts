import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TextPiece } from '../../../src/ledger/records/printed-text.ts';
import { OutputFiles } from '../../../src/ledger/text/output-files.ts';
import type { TextLimits } from '../../../src/ledger/text/text-limits.ts';
import { temporaryFolder } from '../support.ts';

const KI = 1024;
const MI = KI * KI;
/** Units that are held back before anything is written. */
const HELD = 96 * KI;

let folder: string;
let now: number;
let troubles: string[];
const opened: OutputFiles[] = [];

beforeEach(() => {
  folder = temporaryFolder();
  now = 0;
  troubles = [];
});
afterEach(async () => {
  for (const files of opened.splice(0)) await files.close();
});

function start(own: Partial<TextLimits> = {}): OutputFiles {
  const files = new OutputFiles({
    folder,
    limits: { output: 64 * MI, folder: 256 * MI, part: 64 * MI, ...own },
    now: () => now,
    onTrouble: (why) => troubles.push(why),
  });
  opened.push(files);
  return files;
}

/** A piece that is one line, and begins behind so many units. */
function piece(text: string, char = 0): TextPiece {
  return { text, line: char === 0 ? 0 : 1, byte: char, char, inLine: false };
}

const x = (count: number) => 'x'.repeat(count);
const textFolder = () => join(folder, 'text');
const names = () => (existsSync(textFolder()) ? readdirSync(textFolder()).sort() : []);
const textOf = (name: string) => readFileSync(join(textFolder(), name), 'utf8');
const sizes = () =>
  Object.fromEntries(names().map((name) => [name, statSync(join(textFolder(), name)).size]));

describe('an output that its record has room for', () => {
  it('is written only when it grows beyond that', async () => {
    const files = start();
    files.begin(1);
    files.add(piece(x(HELD - 1)));
    files.add(piece('y', HELD - 1));
    await files.settled();
    expect([names(), files.isWriting]).toEqual([[], false]);
    files.add(piece('z', HELD));
    expect(files.isWriting).toBe(true);
    await files.settled();
    expect(textOf('1.0.0.0.0.txt')).toBe(`${x(HELD - 1)}yz`);
    files.add(piece('more', HELD + 1));
    await files.settled();
    expect(sizes()).toEqual({ '1.0.0.0.0.txt': HELD + 5 });
  });

  it('is not written at its end, unless the record has cut it', async () => {
    const files = start();
    for (const [seq, isCut] of [
      [1, false],
      [2, true],
    ] as const) {
      files.begin(seq);
      files.add(piece('short'));
      files.end(isCut);
    }
    await files.settled();
    expect(sizes()).toEqual({ '2.0.0.0.0.txt': 5 });
  });

  it('is written for somebody who reads it', async () => {
    const files = start();
    files.release();
    files.begin(1);
    files.add(piece('short'));
    files.release();
    files.add(piece('er', 5));
    await files.settled();
    expect(textOf('1.0.0.0.0.txt')).toBe('shorter');
  });
});

describe('the files of an output', () => {
  it('are readable by nobody else', async () => {
    const files = start();
    files.begin(1);
    files.add(piece('x'));
    files.release();
    await files.settled();
    expect(statSync(join(textFolder(), '1.0.0.0.0.txt')).mode & 0o777).toBe(0o600);
    expect(statSync(textFolder()).mode & 0o777).toBe(0o700);
  });

  it('are written after what led to it has been passed on', async () => {
    const files = start();
    files.begin(1);
    files.add(piece('x'));
    files.release();
    expect(names()).toEqual([]);
    await files.settled();
    expect(names()).toHaveLength(1);
  });

  it('are none where nothing runs', async () => {
    const files = start();
    expect(files.isWriting).toBe(false);
    files.add(piece(x(HELD + 1)));
    files.end(true);
    files.begin(1);
    files.end(true);
    files.add(piece(x(HELD + 1)));
    files.release();
    await files.settled();
    expect([names(), files.isWriting]).toEqual([[], false]);
  });

  it('are full at the size of a part, and a gap between two of them leaves out a number', async () => {
    const files = start({ part: 10 });
    files.begin(1);
    files.release();
    for (const [length, char] of [
      [9, 0],
      [1, 9],
      [4, 10],
      [5, 14],
      [5, 20],
    ] as const)
      files.add(piece(x(length), char));
    files.add({ text: 'é\n', line: 7, byte: 50, char: 25, inLine: true });
    files.add(piece(x(3), 27));
    await files.settled();
    // The third ends with 9 units, and what follows begins one unit later.
    expect(sizes()).toEqual({
      '1.0.0.0.0.txt': 10,
      '1.1.1.10.10.txt': 9,
      '1.3.1.20.20.txt': 11,
    });
  });

  it('have a name that says where they begin', async () => {
    const files = start();
    files.begin(3);
    files.add({ text: 'é\n', line: 7, byte: 50, char: 25, inLine: true });
    files.release();
    await files.settled();
    expect(sizes()).toEqual({ '3.1.7+.50.25.txt': 3 });
  });

  it('are those of this command alone where an earlier host left some of its number', async () => {
    mkdirSync(textFolder());
    for (const name of ['1.0.0.0.0.txt', '1.1.2.9.9.txt', '2.0.0.0.0.txt'])
      writeFileSync(join(textFolder(), name), 'an older one');
    const files = start();
    files.begin(1);
    files.add(piece('new'));
    files.release();
    files.add(piece('er', 3));
    await files.settled();
    expect(sizes()).toEqual({ '1.0.0.0.0.txt': 5, '2.0.0.0.0.txt': 12 });
  });

  it('are deleted after what is still to be written', async () => {
    const files = start();
    files.begin(1);
    files.add(piece(x(HELD + 1)));
    files.end(true);
    await files.forget(1);
    expect(names()).toEqual([]);
  });

  it('keep the secrets of one command from taking the text of the next', async () => {
    const files = start();
    for (const seq of [1, 2]) {
      files.begin(seq);
      files.add(piece(seq === 1 ? '-----BEGIN PRIVATE KEY-----\nMII\n' : 'text\n'));
      files.end(true);
    }
    await files.settled();
    expect(textOf('1.0.0.0.0.txt')).toBe('[redacted]\n\n');
    expect(textOf('2.0.0.0.0.txt')).toBe('text\n');
  });
});

describe('an output that is longer than its limit', () => {
  it('is held back behind it until its end', async () => {
    const files = start({ output: 100 });
    files.begin(1);
    files.release();
    files.add(piece(x(100)));
    files.add(piece('at it', 100));
    files.add(piece('behind', 105));
    files.add(piece('and on', 111));
    await files.settled();
    expect(sizes()).toEqual({ '1.0.0.0.0.txt': 105 });
    files.end(false);
    await files.settled();
    expect(textOf('1.0.0.0.0.txt').slice(100)).toBe('at itbehindand on');
  });

  it('is not held back while its record may have all of it', async () => {
    const files = start({ output: 10 });
    files.begin(1);
    files.add(piece(x(5)));
    files.add(piece(x(5), 20));
    files.end(false);
    await files.settled();
    expect(names()).toEqual([]);
  });

  it('is held back up to 4 Mi', async () => {
    const files = start({ output: 1, part: 64 * MI });
    files.begin(1);
    files.release();
    files.add(piece('xx'));
    for (let number = 0; number < 5; number += 1) files.add(piece(x(MI), 2 + number * MI));
    files.end(false);
    await files.settled();
    expect(sizes()).toEqual({ '1.0.0.0.0.txt': 2, [`1.2.1.${MI + 2}.${MI + 2}.txt`]: 4 * MI });
  });
});

describe('what waits to be written', () => {
  it('is 8 Mi at most, of which the oldest is left out', async () => {
    const files = start();
    files.begin(1);
    files.release();
    for (let number = 0; number < 9; number += 1) files.add(piece(x(MI), number * MI));
    await files.settled();
    expect(sizes()).toEqual({ [`1.1.1.${MI}.${MI}.txt`]: 8 * MI });
    // What was written waits no more.
    for (let number = 9; number < 17; number += 1) files.add(piece(x(MI), number * MI));
    await files.settled();
    expect(sizes()).toEqual({ [`1.1.1.${MI}.${MI}.txt`]: 16 * MI });
  });

  it('is one piece at least, however long', async () => {
    const files = start();
    files.begin(1);
    files.release();
    files.add(piece(x(MI)));
    files.add(piece(x(9 * MI), MI));
    await files.settled();
    expect(sizes()).toEqual({ [`1.1.1.${MI}.${MI}.txt`]: 9 * MI });
  });
});

describe('a cut', () => {
  it('writes everything, also what is held back, and what follows begins a new part', async () => {
    const files = start({ output: 3 });
    files.begin(1);
    files.release();
    files.add(piece('four'));
    files.add(piece('held', 4));
    expect(await files.cut()).toBe(true);
    expect(sizes()).toEqual({ '1.0.0.0.0.txt': 8 });
    files.add(piece('next', 8));
    files.end(false);
    await files.settled();
    expect(textOf('1.1.1.8.8.txt')).toBe('next');
  });

  it('writes nothing of a command whose record has room for it', async () => {
    const files = start();
    expect(await files.cut()).toBe(true);
    files.begin(1);
    files.add(piece('short'));
    expect(await files.cut()).toBe(true);
    expect(names()).toEqual([]);
  });

  it('is none where something came in the meantime', async () => {
    const files = start();
    files.begin(1);
    files.release();
    files.add(piece('first'));
    await files.settled();
    const isCut = files.cut();
    // Everything is written by now, and the file is being closed.
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    files.add(piece('second', 5));
    expect(await isCut).toBe(false);
    await files.settled();
    expect(await files.cut()).toBe(true);
    expect(names().map(textOf).join('')).toBe('firstsecond');
  });
});

describe('a command that goes on with another host', () => {
  it('is written on where it was, without what is told again', async () => {
    const first = start({ part: 4 });
    first.begin(2);
    first.release();
    for (const [text, char] of [
      ['abcd', 0],
      ['efgh', 4],
      ['ijkl', 8],
    ] as const)
      first.add(piece(text, char));
    await first.close();
    const next = start({ part: 4 });
    next.resume(2, 8, undefined);
    expect(next.isWriting).toBe(true);
    next.add(piece('IJKL', 8));
    await next.settled();
    expect(names().map(textOf)).toEqual(['abcd', 'efgh', 'IJKL']);
    expect(names()[2]).toBe('2.2.1.8.8.txt');
  });

  it('is held back as before where nothing was written', async () => {
    const files = start();
    files.resume(2, 9, piece(x(HELD - 4)));
    expect(files.isWriting).toBe(false);
    files.add(piece('four', HELD - 4));
    await files.settled();
    expect(names()).toEqual([]);
    files.add(piece('!', HELD));
    await files.settled();
    expect(sizes()).toEqual({ '2.0.0.0.0.txt': HELD + 1 });
  });

  it('has no file where nothing was ever printed', async () => {
    const files = start();
    files.resume(2, 0, piece(''));
    files.end(true);
    await files.settled();
    expect(names()).toEqual([]);
  });

  it('begins anew where nothing was printed, whatever has its number', async () => {
    mkdirSync(textFolder());
    writeFileSync(join(textFolder(), '2.0.0.0.0.txt'), 'an older one');
    const files = start();
    files.resume(2, 0, piece(''));
    files.add(piece('new'));
    files.end(true);
    await files.settled();
    expect(names().map(textOf)).toEqual(['new']);
  });
});

describe('where nothing can be written', () => {
  /** A file in the place of the folder: nothing can be created there, also not by root. */
  const block = () => writeFileSync(textFolder(), '');
  const unblock = () => rmSync(textFolder());

  async function add(files: OutputFiles, text: string, char: number): Promise<void> {
    files.add(piece(text, char));
    await files.settled();
  }

  it('a second passes before the next try, and trouble is told once', async () => {
    block();
    now = 5000;
    const files = start();
    files.begin(1);
    files.release();
    await add(files, 'lost', 0);
    expect(troubles).toEqual([expect.stringContaining('ENOTDIR')]);
    now = 6000;
    await add(files, 'lost', 4);
    expect(troubles).toHaveLength(1);
    unblock();
    now = 6999;
    await add(files, 'lost', 8);
    expect(names()).toEqual([]);
    now = 7000;
    await add(files, 'kept', 12);
    expect(sizes()).toEqual({ '1.1.1.12.12.txt': 4 });
    expect(troubles).toHaveLength(1);
  });

  it('trouble is told again after it was over, and where it is another', async () => {
    const files = start({ part: 1 });
    files.begin(1);
    files.release();
    await add(files, 'kept', 0);
    for (const char of [4, 12]) {
      rmSync(textFolder(), { recursive: true });
      block();
      now += 1000;
      await add(files, 'lost', char);
      unblock();
      now += 1000;
      await add(files, 'kept', char + 4);
    }
    mkdirSync(join(textFolder(), '1.5.1.20.20.txt'));
    await add(files, 'lost', 20);
    mkdirSync(join(textFolder(), '1.6.1.24.24.txt'));
    now += 1000;
    await add(files, 'lost', 24);
    expect(troubles.map((why) => why.replace(folder, ''))).toEqual([
      expect.stringContaining("mkdir '/text'"),
      expect.stringContaining("mkdir '/text'"),
      expect.stringContaining('1.5.1.20.20.txt'),
      expect.stringContaining('1.6.1.24.24.txt'),
    ]);
  });

  it('a gap begins, also where the next piece follows what was lost', async () => {
    const files = start({ part: 4 });
    files.begin(1);
    files.release();
    await add(files, 'kept', 0);
    mkdirSync(join(textFolder(), '1.1.1.4.4.txt'));
    await add(files, 'lost', 4);
    expect(troubles).toHaveLength(1);
    now = 1000;
    await add(files, 'then', 8);
    expect(textOf('1.2.1.8.8.txt')).toBe('then');
  });

  it('text that an earlier host left of the same number goes once something can be written', async () => {
    const files = start();
    const older = join(textFolder(), '2.0.0.0.0.txt');
    block();
    files.begin(1);
    files.release();
    await add(files, 'lost', 0);
    unblock();
    mkdirSync(textFolder());
    writeFileSync(older, 'an older one');
    files.begin(2);
    files.release();
    await add(files, 'lost, too', 0);
    expect(names()).toEqual(['2.0.0.0.0.txt']);
    now = 1000;
    await add(files, 'kept', 9);
    expect(sizes()).toEqual({ '2.1.1.9.9.txt': 4 });
  });
});
