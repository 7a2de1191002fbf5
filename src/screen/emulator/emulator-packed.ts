/**
 * Packs the lines above the screen while nobody reads and nothing is printed: a cell of xterm takes twelve bytes, blank ones
 * too, and the lines of many quiet terminals would take most of a host's memory.
 *
 * A line is written as runs of cells with the same attributes, and their contents; the last run is repeated up to the end
 * of the line. Everything else about it stays where it is, so a line that was packed and unpacked is the same line.
 */
import type { CoreBuffer, CoreLine } from '../core/emulator-core.ts';
import { CELL_WORDS, WIDTH_SHIFT } from './emulator-lines.ts';

/** A cell with one character of Latin-1, of width 1 or blank; four of them fit into a word. */
const NARROW = 1 << WIDTH_SHIFT;
const LATIN_1 = 0xff;

const NO_CELLS: Uint32Array = new Uint32Array(0);

type Packed = { readonly line: CoreLine; readonly words: number };

export class PackedLines {
  #packed: readonly Packed[] = [];
  #written = NO_CELLS;

  /** Packs the scrollback. Before `unpack` it must not be read, and nothing may be written. */
  pack({ lines, ybase }: CoreBuffer): void {
    if (this.#packed.length > 0) return;
    const writer = new Writer();
    const packed: Packed[] = [];
    for (let at = 0; at < ybase; at++) {
      const line = lines.get(at);
      if (line === undefined) continue;
      packed.push({ line, words: line._data.length });
      writeLine(writer, line._data);
      line._data = NO_CELLS;
    }
    this.#packed = packed;
    this.#written = writer.end();
  }

  unpack(): void {
    if (this.#packed.length === 0) return;
    let from = 0;
    for (const { line, words } of this.#packed) {
      line._data = new Uint32Array(words);
      from = readLine(this.#written, from, line._data);
    }
    this.#packed = [];
    this.#written = NO_CELLS;
  }
}

/** Words that grow: each time to twice as many. */
class Writer {
  #words = new Uint32Array(4096);
  #length = 0;

  put(word: number): void {
    if (this.#length === this.#words.length) {
      const more = new Uint32Array(2 * this.#length);
      more.set(this.#words);
      this.#words = more;
    }
    this.#words[this.#length++] = word;
  }

  end(): Uint32Array {
    return this.#words.slice(0, this.#length);
  }
}

/** Writes the number of cells, the number of contents per word, the runs of attributes, and the contents. */
function writeLine(writer: Writer, data: Uint32Array): void {
  const cells = differentCells(data);
  const each = isNarrow(data, cells) ? 4 : 1;
  writer.put(cells);
  writer.put(each);
  for (let x = 0; x < cells; ) {
    const end = endOfRun(data, x, cells);
    writer.put(end);
    writer.put(data[x * CELL_WORDS + 1] ?? 0);
    writer.put(data[x * CELL_WORDS + 2] ?? 0);
    x = end;
  }
  for (let x = 0; x < cells; x += each) {
    let word = 0;
    for (let i = 0; i < each; i++) {
      const content = data[(x + i) * CELL_WORDS] ?? 0;
      word |= each === 1 ? content : (content & LATIN_1) << (8 * i);
    }
    writer.put(word);
  }
}

/** Fills the cells of a line from the words at `from`; returns where the next line begins. */
function readLine(words: Uint32Array, from: number, data: Uint32Array): number {
  const cells = words[from] ?? 0;
  const each = words[from + 1] ?? 1;
  let at = from + 2;
  for (let x = 0; x < cells; at += 3) {
    for (const end = words[at] ?? cells; x < end; x++) {
      data[x * CELL_WORDS + 1] = words[at + 1] ?? 0;
      data[x * CELL_WORDS + 2] = words[at + 2] ?? 0;
    }
  }
  for (let x = 0; x < cells; x++) {
    const word = words[at + Math.floor(x / each)] ?? 0;
    data[x * CELL_WORDS] = each === 1 ? word : NARROW | ((word >>> (8 * (x % 4))) & LATIN_1);
  }
  for (let to = cells * CELL_WORDS; to < data.length; to++) data[to] = data[to - CELL_WORDS] ?? 0;
  return at + Math.ceil(cells / each);
}

/** The number of cells without those at the end that repeat the one before them. */
function differentCells(data: Uint32Array): number {
  let at = data.length - 1;
  while (at >= CELL_WORDS && data[at] === data[at - CELL_WORDS]) at--;
  return Math.ceil((at + 1) / CELL_WORDS);
}

function isNarrow(data: Uint32Array, cells: number): boolean {
  for (let at = 0; at < cells * CELL_WORDS; at += CELL_WORDS) {
    if (((data[at] ?? 0) & ~LATIN_1) >>> 0 !== NARROW) return false;
  }
  return true;
}

function endOfRun(data: Uint32Array, from: number, cells: number): number {
  const [fg, bg] = [data[from * CELL_WORDS + 1], data[from * CELL_WORDS + 2]];
  let x = from + 1;
  while (x < cells && data[x * CELL_WORDS + 1] === fg && data[x * CELL_WORDS + 2] === bg) x++;
  return x;
}
