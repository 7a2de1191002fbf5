import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KeptOutputs } from '../../../src/ledger/text/kept-outputs.ts';
import { partPath, type TextPart } from '../../../src/ledger/text/text-names.ts';
import { temporaryFolder } from '../support.ts';

const limits = { output: 60, folder: 200, part: 10 };

/** A part that begins behind ten units for each one before it. */
const part = (seq: number, number: number): TextPart => ({
  seq,
  part: number,
  line: number,
  byte: 10 * number,
  char: 10 * number,
  inLine: false,
});

class Kept {
  readonly folder = temporaryFolder();
  readonly outputs = new KeptOutputs(this.folder, limits);

  constructor() {
    mkdirSync(join(this.folder, 'text'));
  }

  /** Writes a part as an earlier host did. */
  file(seq: number, number: number, bytes = 10): this {
    writeFileSync(partPath(this.folder, part(seq, number)), 'x'.repeat(bytes));
    return this;
  }

  files(seq: number, numbers: readonly number[], bytes = 10): this {
    for (const number of numbers) this.file(seq, number, bytes);
    return this;
  }

  /** Writes a part now. */
  async write(seq: number, number: number, bytes = 10): Promise<void> {
    const output = await this.outputs.output(seq);
    this.file(seq, number, bytes);
    output.parts.push({ part: part(seq, number), bytes: 0 });
    this.outputs.grown(output, bytes);
  }

  /** The numbers of the parts on the disk, of each command. */
  get left(): Readonly<Record<string, readonly number[]>> {
    const left: Record<string, number[]> = {};
    for (const name of readdirSync(join(this.folder, 'text'))) {
      const [seq = '', number] = name.split('.');
      left[seq] = [...(left[seq] ?? []), Number(number)].sort((one, other) => one - other);
    }
    return left;
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

describe('the outputs on the disk', () => {
  it('are those of earlier hosts, with their bytes', async () => {
    const { outputs } = new Kept().files(3, [0, 1]).file(3, 2, 4).file(4, 0, 7);
    expect(await outputs.output(3)).toEqual({
      parts: [
        { part: part(3, 0), bytes: 10 },
        { part: part(3, 1), bytes: 10 },
        { part: part(3, 2), bytes: 4 },
      ],
      bytes: 24,
    });
    expect(await outputs.output(5)).toEqual({ parts: [], bytes: 0 });
  });

  it('grow at their last part', async () => {
    const { outputs } = new Kept().files(1, [0, 1]);
    outputs.grown(await outputs.output(1), 5);
    expect(await outputs.output(1)).toMatchObject({ parts: [{ bytes: 10 }, { bytes: 15 }], bytes: 25 });
  });

  it('are looked for once', async () => {
    const kept = new Kept().file(1, 0);
    await kept.outputs.output(1);
    kept.file(1, 1);
    expect((await kept.outputs.output(1)).parts).toHaveLength(1);
    expect(await kept.outputs.output(2)).toBe(await kept.outputs.output(2));
  });

  it('are without what will be told again of the command that goes on', async () => {
    const kept = new Kept().files(1, [0, 1, 2, 3]).files(2, [0, 1, 2, 3]);
    kept.outputs.toldAgain(1, 20);
    expect(await kept.outputs.output(1)).toMatchObject({ parts: [{}, {}], bytes: 20 });
    expect(kept.left).toEqual({ 1: [0, 1], 2: [0, 1, 2, 3] });
  });

  it('are deleted with what was set aside of them, also where files are gone already', async () => {
    const kept = new Kept().files(1, [0, 1]).files(2, [0]);
    writeFileSync(join(kept.folder, 'text', 'damaged-1.2.0.0.0.txt'), '');
    await kept.outputs.output(1);
    rmSync(partPath(kept.folder, part(1, 0)));
    await kept.outputs.remove(1);
    expect(readdirSync(join(kept.folder, 'text'))).toEqual(['2.0.0.0.0.txt']);
    expect(await kept.outputs.output(1)).toEqual({ parts: [], bytes: 0 });
    await kept.outputs.remove(7);
    expect(kept.left).toEqual({ 2: [0] });
  });
});

describe('an output beyond its limit', () => {
  it('keeps its first half, and loses the oldest parts behind it', async () => {
    const kept = new Kept().files(1, range(0, 6));
    await kept.outputs.shrink(1);
    expect(kept.left).toEqual({ 1: range(0, 6) });
    await kept.write(1, 6, 1);
    await kept.outputs.shrink(1);
    expect(kept.left).toEqual({ 1: [0, 1, 2, 4, 5, 6] });
    await kept.write(1, 7, 20);
    await kept.outputs.shrink(1);
    expect(kept.left).toEqual({ 1: [0, 1, 2, 6, 7] });
    expect(await kept.outputs.output(1)).toMatchObject({ parts: [{}, {}, {}, {}, {}], bytes: 51 });
  });

  it('has a first half that ends at the first gap', async () => {
    const kept = new Kept().files(1, [0, 2, 3, 4, 5, 6, 7]);
    await kept.outputs.shrink(1);
    expect(kept.left).toEqual({ 1: [0, 3, 4, 5, 6, 7] });
  });

  it('keeps the part that is being written, and the one before all others', async () => {
    const kept = new Kept().files(1, [0, 1]).file(1, 2, 100);
    await kept.outputs.shrink(1);
    expect(kept.left).toEqual({ 1: [0, 2] });
    await kept.outputs.shrink(1);
    expect(kept.left).toEqual({ 1: [0, 2] });
  });

  it('makes room also where somebody has deleted its files', async () => {
    const kept = new Kept().files(1, range(0, 8));
    await kept.outputs.output(1);
    rmSync(join(kept.folder, 'text'), { recursive: true });
    await kept.outputs.shrink(1);
    expect(await kept.outputs.output(1)).toMatchObject({ bytes: 60 });
  });
});

describe('outputs that are more than their folder may hold', () => {
  it('go as a whole, the oldest commands first, until there is room', async () => {
    const kept = new Kept();
    // Not in the order of their numbers, and with numbers that letters would sort otherwise.
    for (const seq of [10, 2, 9, 1]) kept.files(seq, range(0, 5));
    await kept.outputs.shrink(10);
    expect(Object.keys(kept.left)).toEqual(['1', '2', '9', '10']);
    await kept.write(11, 0, 1);
    await kept.outputs.shrink(11);
    expect(Object.keys(kept.left)).toEqual(['2', '9', '10', '11']);
    await kept.write(11, 1, 49);
    await kept.outputs.shrink(11);
    expect(Object.keys(kept.left)).toEqual(['2', '9', '10', '11']);
    await kept.write(12, 0, 51);
    await kept.outputs.shrink(12);
    expect(Object.keys(kept.left)).toEqual(['10', '11', '12']);
  });

  it('are never that of the command that runs, nor newer ones', async () => {
    const kept = new Kept().file(2, 0, 300).file(3, 0, 300);
    await kept.outputs.shrink(2);
    expect(kept.left).toEqual({ 2: [0], 3: [0] });
  });

  it('leave the others alone where the command itself has lost enough, or was deleted', async () => {
    const kept = new Kept().files(1, range(0, 5)).files(2, range(0, 5)).files(3, range(0, 5));
    for (let number = 0; number < 20; number += 1) {
      await kept.write(4, number);
      await kept.outputs.shrink(4);
    }
    // 150 units of three commands, and 60 of the fourth, for which the first had to go.
    expect(kept.left).toEqual({ 2: range(0, 5), 3: range(0, 5), 4: [0, 1, 2, 17, 18, 19] });
    await kept.outputs.remove(4);
    await kept.write(5, 0, 100);
    await kept.outputs.shrink(5);
    expect(Object.keys(kept.left)).toEqual(['2', '3', '5']);
  });
});
