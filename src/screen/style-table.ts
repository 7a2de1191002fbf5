/**
 * The table of styles in use — three packed words to a small number, without allocation on a hit.
 *
 * Limit: two generations of 32,768 styles. When a generation is full the older one is forgotten and the newer becomes
 * the older; a style met again gets a number of the new generation. Numbers are never given twice, so a row read long
 * ago can only differ from a fresh one, never lie about it; its forgotten styles read as the default.
 */
const GENERATION = 32_768;
const SLOTS = GENERATION * 2;

type Generation = { readonly first: number; count: number; fg: Int32Array; bg: Int32Array; ext: Int32Array };
export type Words = { readonly fg: number; readonly bg: number; readonly ext: number };

const PLAIN: Words = { fg: 0, bg: 0, ext: 0 };
/** Starts small: most sessions see some hundred styles. */
const INITIAL = 256;

let slots = new Int32Array(1024);
let current: Generation = openGeneration(1);
let previous: Generation | undefined;

/** The number of a style; 0 is the default style. The words must be plain (see style-bits). */
export function styleNumber(fg: number, bg: number, ext: number): number {
  if (fg === 0 && bg === 0 && ext === 0) return 0;
  const mask = slots.length - 1;
  let slot = hash(fg, bg, ext) & mask;
  for (let held = slots[slot]; held; held = slots[slot]) {
    const at = held - 1;
    if (current.fg[at] === fg && current.bg[at] === bg && current.ext[at] === ext) return current.first + at;
    slot = (slot + 1) & mask;
  }
  return append(fg, bg, ext);
}

/** The words of a style; the default's for a number that was forgotten or never given. */
export function styleWords(id: number): Words {
  const generation = id >= current.first ? current : previous;
  if (generation === undefined || id < generation.first) return PLAIN;
  const at = id - generation.first;
  if (at >= generation.count) return PLAIN;
  return { fg: generation.fg[at] ?? 0, bg: generation.bg[at] ?? 0, ext: generation.ext[at] ?? 0 };
}

function append(fg: number, bg: number, ext: number): number {
  if (current.count === GENERATION) {
    previous = current;
    current = openGeneration(previous.first + GENERATION);
    slots = new Int32Array(1024);
  }
  if (current.count === current.fg.length) grow(current);
  const at = current.count++;
  current.fg[at] = fg;
  current.bg[at] = bg;
  current.ext[at] = ext;
  if (current.count * 2 > slots.length && slots.length < SLOTS * 2) rehash();
  else place(at);
  return current.first + at;
}

function openGeneration(first: number): Generation {
  return {
    first,
    count: 0,
    fg: new Int32Array(INITIAL),
    bg: new Int32Array(INITIAL),
    ext: new Int32Array(INITIAL),
  };
}

function grow(generation: Generation): void {
  const size = generation.fg.length * 2;
  for (const word of ['fg', 'bg', 'ext'] as const) {
    const larger = new Int32Array(size);
    larger.set(generation[word]);
    generation[word] = larger;
  }
}

function rehash(): void {
  slots = new Int32Array(slots.length * 2);
  for (let at = 0; at < current.count; at++) place(at);
}

function place(at: number): void {
  const mask = slots.length - 1;
  let slot = hash(current.fg[at] ?? 0, current.bg[at] ?? 0, current.ext[at] ?? 0) & mask;
  while (slots[slot]) slot = (slot + 1) & mask;
  slots[slot] = at + 1;
}

function hash(fg: number, bg: number, ext: number): number {
  let mixed = Math.imul(fg, 0x9e3779b1) ^ Math.imul(bg, 0x85ebca6b) ^ Math.imul(ext, 0xc2b2ae35);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}
