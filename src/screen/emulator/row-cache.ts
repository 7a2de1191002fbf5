/** Caches rows: an unchanged line gives the same row object, so it is not read again and a painter need not compare it. */

import type { Row } from '../cells/row.ts';
import { HAS_EXTENDED } from '../cells/style-bits.ts';
import type { CoreLine } from '../core/emulator-core.ts';
import { CELL_WORDS, COMBINED, coreRow } from './emulator-lines.ts';

/** Limit: rows, enough for a tall screen and the lines that scroll past between two frames. When full, all are dropped. */
const LIMIT = 512;

/**
 * `bytes` is a view of `cells`, and `its` one of the line's array, which is `data`. `checked` is the version of the screen at
 * which the line was last compared with its row.
 */
type Kept = {
  checked: number | undefined;
  readonly row: Row;
  readonly cells: Uint32Array;
  readonly bytes: Buffer;
  readonly data: Uint32Array;
  readonly its: Buffer;
};

export class RowCache {
  /** Rows by line object: a line that scrolls keeps its object; a recycled object has other cells. */
  readonly #kept = new Map<CoreLine, Kept>();

  readonly #linkOf: (number: number) => number;

  /** `linkOf` gives the link of a style for a link number of the emulator. */
  constructor(linkOf: (number: number) => number) {
    this.#linkOf = linkOf;
  }

  clear(): void {
    this.#kept.clear();
  }

  /**
   * Returns the same object as before if no cell has changed. `version` is that of the screen, during which no cell changes: then
   * a line is compared once. It is undefined while the screen is written to.
   */
  row(line: CoreLine, cols: number, version: number | undefined): Row {
    const kept = this.#kept.get(line);
    if (kept !== undefined && version !== undefined && kept.checked === version) return kept.row;
    if (kept !== undefined && isSame(kept, line, cols)) {
      kept.checked = version;
      return kept.row;
    }
    const row = coreRow(line, cols, this.#linkOf);
    const words = cols * CELL_WORDS;
    const { _data: data } = line;
    const cells = copied(data, words, kept?.cells);
    if (cells === undefined) {
      this.#kept.delete(line);
    } else {
      if (kept === undefined && this.#kept.size >= LIMIT) this.#kept.clear();
      const isLike = kept?.cells === cells && kept.data === data;
      const views = isLike ? kept : { cells, bytes: bytesOf(cells, words), data, its: bytesOf(data, words) };
      this.#kept.set(line, { ...views, row, checked: version });
    }
    return row;
  }
}

/** Compares the bytes natively (`Buffer.equals`): this runs for all rows of each frame, and a loop takes eight times as long. */
function isSame({ cells, row, bytes, data, its }: Kept, line: CoreLine, cols: number): boolean {
  if (cells.length !== cols * CELL_WORDS || row.wrapped !== line.isWrapped) return false;
  return data === line._data && bytes.equals(its);
}

function bytesOf(data: Uint32Array, words: number): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, Math.min(words, data.length) * data.BYTES_PER_ELEMENT);
}

/**
 * Copies the words of the cells. Returns undefined when a cell has data outside its words (several code points, underline
 * style, link): a change of that data would go unnoticed.
 */
function copied(data: Uint32Array, words: number, into: Uint32Array | undefined): Uint32Array | undefined {
  const cells = into?.length === words ? into : new Uint32Array(words);
  for (let at = 0; at < words; at += CELL_WORDS) {
    const content = data[at] ?? 0;
    const bg = data[at + 2] ?? 0;
    if (content & COMBINED || bg & HAS_EXTENDED) return undefined;
    cells[at] = content;
    cells[at + 1] = data[at + 1] ?? 0;
    cells[at + 2] = bg;
  }
  return cells;
}
