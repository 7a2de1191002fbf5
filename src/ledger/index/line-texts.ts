/**
 * Command lines, each once, and which of them have some words. They are kept in few long texts: the engine searches those faster
 * than it calls a function for each line, and its collector does not look at them one by one.
 */

import { bytesOf } from './columns.ts';

/** Lines of one text, a power of two. */
const EACH = 1024;
const SHIFT = 10;
/** Between two lines, so that no word matches across them. */
const END = '\0';

/** Words that count; a mark is a byte. */
const MOST_WORDS = 250;

/** A page in a file: its bytes, and whether they are UTF-16. */
export type PageBytes = { readonly bytes: Buffer; readonly wide: boolean };
/** How the lines are kept in a file: the sizes of their pages, in bytes, those of UTF-16 negative. */
export type SavedLines = {
  readonly count: number;
  readonly places: number;
  readonly pages: readonly number[];
};

/** `EACH` lines, or the newest. From a file it is decoded when it is needed. */
class Page {
  #bytes: PageBytes | undefined;
  #text: string | undefined;
  #lower: string | undefined;
  #starts: Uint32Array | undefined;

  constructor(content: string | PageBytes) {
    if (typeof content === 'string') this.#text = content;
    else this.#bytes = content;
  }

  get text(): string {
    if (this.#text === undefined) {
      const { bytes, wide } = this.#bytes ?? { bytes: Buffer.alloc(0), wide: false };
      this.#text = bytes.toString(wide ? 'utf16le' : 'latin1');
      this.#bytes = undefined;
    }
    return this.#text;
  }

  /** As long as `text`. */
  get lower(): string {
    this.#lower ??= lowered(this.text);
    return this.#lower;
  }

  /** Where the lines begin, and where the last one ends. */
  get starts(): Uint32Array {
    this.#starts ??= startsIn(this.text);
    return this.#starts;
  }

  get saved(): PageBytes {
    if (this.#bytes !== undefined) return this.#bytes;
    const bytes = Buffer.from(this.text, 'latin1');
    const wide = bytes.toString('latin1') !== this.text;
    return { bytes: wide ? Buffer.from(this.text, 'utf16le') : bytes, wide };
  }
}

export class LineTexts {
  readonly #full: Page[] = [];
  /** The newest lines, and their text once somebody has searched it. */
  #open: string[] = [];
  #openPage: Page | undefined;
  #hashes = new Uint32Array(EACH);
  /** A hash table of numbers of lines, each plus one; 0 is a free place. */
  #table = new Uint32Array(2 * EACH);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Returns the number of a line, which is added if it is new. */
  idOf(text: string): number {
    const line = clean(text);
    const hash = hashOf(line);
    const place = this.#placeOf(line, hash);
    const known = this.#table[place] ?? 0;
    if (known > 0) return known - 1;
    const id = this.#count;
    this.#table[place] = id + 1;
    this.#add(line, hash);
    if (2 * this.#count > this.#table.length) this.#grow();
    return id;
  }

  /** Returns the number of a line, if it is known. */
  find(text: string): number | undefined {
    const line = clean(text);
    const known = this.#table[this.#placeOf(line, hashOf(line))] ?? 0;
    return known === 0 ? undefined : known - 1;
  }

  text(id: number): string {
    const page = this.#full[id >> SHIFT];
    const at = id & (EACH - 1);
    if (page === undefined) return this.#open[at] ?? '';
    const { text, starts } = page;
    return text.slice(starts[at], (starts[at + 1] ?? 0) - 1);
  }

  /** Returns a 1 for each line that has all of the words, as `wordsTest` has it. Pauses between texts. */
  async having(words: string, pause: () => Promise<void>): Promise<Uint8Array> {
    const wanted = [...new Set(words.split(/\s+/).filter((word) => word !== ''))].slice(0, MOST_WORDS);
    const exact = /\p{Lu}/u.test(words);
    const found = new Uint8Array(this.#count).fill(wanted.length === 0 ? 1 : 0);
    const pages = [...this.#full, ...(this.#open.length > 0 ? [this.#readOpen()] : [])];
    for (const [number, page] of pages.entries()) {
      const marks = found.subarray(number * EACH, (number + 1) * EACH);
      for (const [index, word] of wanted.entries())
        mark(page, exact ? page.text : page.lower, word, index, marks);
      for (let at = 0; at < marks.length; at += 1) marks[at] = marks[at] === wanted.length ? 1 : 0;
      await pause();
    }
    return wanted.length === 0 ? found.fill(1) : found;
  }

  /** Returns the lines that are marked with a 1, and the new number of each. */
  async only(
    marks: Uint8Array,
    pause: () => Promise<void>,
  ): Promise<{ readonly texts: LineTexts; readonly ids: Uint32Array }> {
    const texts = new LineTexts();
    const ids = new Uint32Array(this.#count);
    for (let id = 0; id < this.#count; id += 1) {
      if (marks[id] === 1) ids[id] = texts.idOf(this.text(id));
      if (id % EACH === 0) await pause();
    }
    return { texts, ids };
  }

  /** The lines as they are now, for a file. Do not add any meanwhile. */
  async saved(
    pause: () => Promise<void>,
  ): Promise<{ readonly facts: SavedLines; readonly parts: readonly Uint8Array[] }> {
    const pages: PageBytes[] = [];
    for (const page of [...this.#full, ...(this.#open.length > 0 ? [this.#readOpen()] : [])]) {
      pages.push(page.saved);
      await pause();
    }
    const sizes = pages.map(({ bytes, wide }) => (wide ? -bytes.length : bytes.length));
    const hashes = bytesOf(this.#hashes.subarray(0, this.#count));
    return {
      facts: { count: this.#count, places: this.#table.length, pages: sizes },
      parts: [hashes, bytesOf(this.#table.slice()), Buffer.concat(pages.map(({ bytes }) => bytes))],
    };
  }

  /** Lines without their content, and the bytes to read it into, as `saved` gives them; then `filled` must be called. */
  static toFill({ count, places, pages }: SavedLines): {
    readonly bytes: readonly Uint8Array[];
    readonly filled: () => LineTexts;
  } {
    const hashes = new Uint32Array(count + EACH);
    const table = new Uint32Array(places);
    const text = Buffer.allocUnsafeSlow(pages.reduce((sum, size) => sum + Math.abs(size), 0));
    const filled = (): LineTexts => {
      const lines = new LineTexts();
      lines.#hashes = hashes;
      lines.#table = table;
      lines.#count = count;
      let at = 0;
      for (const size of pages) {
        const bytes = text.subarray(at, at + Math.abs(size));
        at += bytes.length;
        lines.#full.push(new Page({ bytes, wide: size < 0 }));
      }
      const open = count % EACH === 0 ? undefined : lines.#full.pop();
      if (open !== undefined) lines.#open = open.text.slice(0, -1).split(END);
      return lines;
    };
    return { bytes: [bytesOf(hashes.subarray(0, count)), bytesOf(table), text], filled };
  }

  #add(line: string, hash: number): void {
    if (this.#count === this.#hashes.length) {
      const hashes = new Uint32Array(2 * this.#count);
      hashes.set(this.#hashes);
      this.#hashes = hashes;
    }
    this.#hashes[this.#count] = hash;
    this.#open.push(line);
    this.#openPage = undefined;
    this.#count += 1;
    if (this.#open.length < EACH) return;
    this.#full.push(pageOf(this.#open));
    this.#open = [];
  }

  #readOpen(): Page {
    this.#openPage ??= pageOf(this.#open);
    return this.#openPage;
  }

  /** Returns the place of a line in the table, or the free one where it belongs. */
  #placeOf(line: string, hash: number): number {
    const mask = this.#table.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const id = (this.#table[place] ?? 0) - 1;
      if (id < 0 || (this.#hashes[id] === hash && this.text(id) === line)) return place;
    }
  }

  #grow(): void {
    this.#table = new Uint32Array(2 * this.#table.length);
    const mask = this.#table.length - 1;
    for (let id = 0; id < this.#count; id += 1) {
      let place = (this.#hashes[id] ?? 0) & mask;
      while ((this.#table[place] ?? 0) > 0) place = (place + 1) & mask;
      this.#table[place] = id + 1;
    }
  }
}

/** Adds one to the mark of each line that has this word, and has had the `index` words before it. */
function mark(
  { starts }: Pick<Page, 'starts'>,
  text: string,
  word: string,
  index: number,
  marks: Uint8Array,
): void {
  let line = 0;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, starts[line])) {
    while ((starts[line + 1] ?? text.length) <= at) line += 1;
    if (marks[line] === index) marks[line] = index + 1;
    line += 1;
    if (line >= marks.length) return;
  }
}

function pageOf(lines: readonly string[]): Page {
  return new Page(`${lines.join(END)}${END}`);
}

function startsIn(text: string): Uint32Array {
  const starts = [0];
  for (let end = text.indexOf(END); end !== -1; end = text.indexOf(END, end + 1)) starts.push(end + 1);
  return Uint32Array.from(starts);
}

function clean(line: string): string {
  return line.includes(END) ? line.replaceAll(END, '\ufffd') : line;
}

/** A few letters change their length with their case; a line with such a one keeps its capitals. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  const keptLong = (line: string): string =>
    line.toLowerCase().length === line.length ? line.toLowerCase() : line;
  return text.split(END).map(keptLong).join(END);
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return hash >>> 0;
}
