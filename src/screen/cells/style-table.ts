/**
 * The table of styles in use: maps three packed words and a link to a small number, without allocation on a hit.
 *
 * Limits: 4,096 pinned styles, which our own code names (themes keep their numbers forever), and two generations of
 * 32,768 styles that programs print. When a generation is full, the older one is forgotten and the newer becomes the
 * older; a style that occurs again gets a number of the new generation. Numbers are never reused, so a row read long ago
 * may differ from a fresh one, but never shows a wrong style: its forgotten styles read as the default. When all pinned
 * numbers are taken, a style of our own is treated like a program's.
 */
const PINNED = 4096;
const GENERATION = 32_768;
const INITIAL_SLOTS = 1024;
/** Limit of slots: at least three per style when the pinned and the current shelf are full. */
const MOST_SLOTS = 131_072;
/** Initial capacity of a shelf; most sessions use a few hundred styles. */
const INITIAL = 256;

type Shelf = {
  readonly first: number;
  count: number;
  fg: Int32Array;
  bg: Int32Array;
  ext: Int32Array;
  link: Int32Array;
};
export type Words = { readonly fg: number; readonly bg: number; readonly ext: number };

const PLAIN = { fg: 0, bg: 0, ext: 0, link: 0 };

const pinned = openShelf(1);
let current = openShelf(1 + PINNED);
let previous: Shelf | undefined;
/** The hash table: index + 1 on the current shelf, −index − 1 on the pinned shelf, 0 for an empty slot. */
let slots = new Int32Array(INITIAL_SLOTS);

/** Returns the number of a style; 0 is the default style. The words must be plain (see style-bits); 0 is no link. */
export function styleNumber(fg: number, bg: number, ext: number, link = 0): number {
  if (fg === 0 && bg === 0 && ext === 0 && link === 0) return 0;
  const held = slots[slotOf(fg, bg, ext, link)] ?? 0;
  if (held !== 0) return held > 0 ? current.first + held - 1 : pinned.first - held - 1;
  if (current.count === GENERATION) turnGeneration();
  const at = put(current, fg, bg, ext, link);
  makeRoom();
  slots[slotOf(fg, bg, ext, link)] = at + 1;
  return current.first + at;
}

/** Like `styleNumber`, with a number that stays valid forever. */
export function pinnedStyleNumber(fg: number, bg: number, ext: number): number {
  if (fg === 0 && bg === 0 && ext === 0) return 0;
  const slot = slotOf(fg, bg, ext, 0);
  const held = slots[slot] ?? 0;
  if (held < 0) return pinned.first - held - 1;
  if (pinned.count === PINNED) return styleNumber(fg, bg, ext);
  const at = put(pinned, fg, bg, ext, 0);
  if (held === 0) makeRoom();
  slots[slotOf(fg, bg, ext, 0)] = -at - 1;
  return pinned.first + at;
}

/** Returns the words of a style; those of the default style for a number that was forgotten or never assigned. */
export function styleWords(id: number): Words & { readonly link: number } {
  const shelf = shelfOf(id);
  const at = shelf === undefined ? -1 : id - shelf.first;
  if (shelf === undefined || at < 0 || at >= shelf.count) return PLAIN;
  const { fg, bg, ext, link } = shelf;
  return { fg: fg[at] ?? 0, bg: bg[at] ?? 0, ext: ext[at] ?? 0, link: link[at] ?? 0 };
}

/** Returns the link of a style (see link-table), 0 for none. */
export function styleLink(id: number): number {
  if (id === 0) return 0;
  const shelf = shelfOf(id);
  return shelf?.link[id - shelf.first] ?? 0;
}

function shelfOf(id: number): Shelf | undefined {
  if (id >= current.first) return current;
  return id <= PINNED ? pinned : previous;
}

/** Returns the slot of a style, or the empty slot where it belongs. */
function slotOf(fg: number, bg: number, ext: number, link: number): number {
  const mask = slots.length - 1;
  let slot = hash(fg, bg, ext, link) & mask;
  for (let held = slots[slot]; held; held = slots[slot]) {
    const shelf = held > 0 ? current : pinned;
    const at = held > 0 ? held - 1 : -held - 1;
    if (shelf.fg[at] === fg && shelf.bg[at] === bg && shelf.ext[at] === ext && shelf.link[at] === link)
      return slot;
    slot = (slot + 1) & mask;
  }
  return slot;
}

function turnGeneration(): void {
  previous = current;
  current = openShelf(previous.first + GENERATION);
  // Keep the size of the hash table: the next generation will be as large, and growing again would rehash it several times.
  fillSlots(slots.length);
}

/** Keeps at least half of the slots empty, so that a search soon reaches an empty one. */
function makeRoom(): void {
  if ((current.count + pinned.count) * 2 > slots.length && slots.length < MOST_SLOTS)
    fillSlots(slots.length * 2);
}

function fillSlots(size: number): void {
  slots = new Int32Array(size);
  // A style that was pinned after a program had used it is on both shelves; a search must find the pinned number.
  place(pinned, (at) => -at - 1);
  place(current, (at) => at + 1);
}

function place(shelf: Shelf, mark: (at: number) => number): void {
  for (let at = 0; at < shelf.count; at++) {
    const slot = slotOf(shelf.fg[at] ?? 0, shelf.bg[at] ?? 0, shelf.ext[at] ?? 0, shelf.link[at] ?? 0);
    if (slots[slot] === 0) slots[slot] = mark(at);
  }
}

function openShelf(first: number): Shelf {
  const words = () => new Int32Array(INITIAL);
  return { first, count: 0, fg: words(), bg: words(), ext: words(), link: words() };
}

function put(shelf: Shelf, fg: number, bg: number, ext: number, link: number): number {
  const at = shelf.count++;
  if (at === shelf.fg.length) grow(shelf);
  shelf.fg[at] = fg;
  shelf.bg[at] = bg;
  shelf.ext[at] = ext;
  shelf.link[at] = link;
  return at;
}

function grow(shelf: Shelf): void {
  for (const word of ['fg', 'bg', 'ext', 'link'] as const) {
    const larger = new Int32Array(shelf[word].length * 2);
    larger.set(shelf[word]);
    shelf[word] = larger;
  }
}

function hash(fg: number, bg: number, ext: number, link: number): number {
  let mixed =
    Math.imul(fg, 0x9e3779b1) ^
    Math.imul(bg, 0x85ebca6b) ^
    Math.imul(ext, 0xc2b2ae35) ^
    Math.imul(link, 0x27d4eb2f);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}
