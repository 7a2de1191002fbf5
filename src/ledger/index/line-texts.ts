/**
 * Command lines, each once, and which of them have some words. They are kept in few long texts: the engine searches those faster
 * than it calls a function for each line, and its collector does not look at them one by one.
 */

/** Lines of one text, a power of two. */
const EACH = 1024;
const SHIFT = 10;
/** Between two lines, so that no word matches across them. */
const END = '\0';

/** Words that count; a mark is a byte. */
const MOST_WORDS = 250;

/** A text with its lines, which begin at `starts`. */
type Page = { readonly text: string; readonly lower: string; readonly starts: Uint32Array };

export class LineTexts {
  readonly #full: Page[] = [];
  /** The newest lines, and their text once somebody has searched it. */
  #open: string[] = [];
  #openPage: Page | undefined;
  readonly #hashes: number[][] = [];
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
    return page.text.slice(page.starts[at], (page.starts[at + 1] ?? 0) - 1);
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

  /** The texts of all lines, for a file. */
  *texts(): Generator<readonly string[]> {
    for (const { text } of this.#full) yield text.slice(0, -1).split(END);
    yield this.#open;
  }

  #add(line: string, hash: number): void {
    const number = this.#count >> SHIFT;
    this.#hashes[number] ??= [];
    this.#hashes[number].push(hash);
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
      if (id < 0 || (this.#hashOf(id) === hash && this.text(id) === line)) return place;
    }
  }

  #hashOf(id: number): number | undefined {
    return this.#hashes[id >> SHIFT]?.[id & (EACH - 1)];
  }

  #grow(): void {
    this.#table = new Uint32Array(2 * this.#table.length);
    const mask = this.#table.length - 1;
    for (let id = 0; id < this.#count; id += 1) {
      let place = (this.#hashOf(id) ?? 0) & mask;
      while ((this.#table[place] ?? 0) > 0) place = (place + 1) & mask;
      this.#table[place] = id + 1;
    }
  }
}

/** Adds one to the mark of each line that has this word, and has had the `index` words before it. */
function mark({ starts }: Page, text: string, word: string, index: number, marks: Uint8Array): void {
  let line = 0;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, starts[line])) {
    while ((starts[line + 1] ?? text.length) <= at) line += 1;
    if (marks[line] === index) marks[line] = index + 1;
    line += 1;
    if (line >= marks.length) return;
  }
}

function pageOf(lines: readonly string[]): Page {
  const starts = new Uint32Array(lines.length + 1);
  let at = 0;
  for (const [index, line] of lines.entries()) {
    starts[index] = at;
    at += line.length + 1;
  }
  starts[lines.length] = at;
  const text = `${lines.join(END)}${END}`;
  const lower = lines.map(lowered).join(END);
  return { text, lower: `${lower}${END}`, starts };
}

function clean(line: string): string {
  return line.includes(END) ? line.replaceAll(END, '\ufffd') : line;
}

/** A few letters change their length with their case; a line with such a one keeps its capitals. */
function lowered(line: string): string {
  const lower = line.toLowerCase();
  return lower.length === line.length ? lower : line;
}

/** FNV-1a over UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return hash >>> 0;
}
