/**
 * The width of a code point, and whether it joins the one before it: the grapheme table of the xterm.js addon behind a
 * cache and our own join test.
 *
 * With the addon alone, a line with any non-ASCII letter is parsed at half the speed: after such a letter the addon takes
 * its slow path for ASCII too. Four differences are intended: invisible format characters (zero width space, direction
 * marks, word joiner, byte order mark) join the cell before them, as in other terminals, instead of taking a cell;
 * spacing marks, as the vowel signs of Devanagari, take a cell of their own; emoji that are younger than the addon's table
 * take two; and the unused high bits of the result differ.
 *
 * A spacing mark takes a cell because shells and editors count columns with `wcwidth` of the C library, which gives it one;
 * xterm, VTE and tmux do the same. All windows of a terminal share one screen, so its columns must be those that programs
 * count. In an outer terminal that joins such marks, they are shown a cell apart, but none is lost.
 */
import type { IUnicodeHandling, IUnicodeVersionProvider, Terminal } from '@xterm/headless';

/** xterm's character properties: bit 0 joins, bits 1–2 the width, the rest the grapheme break state. */
export type Properties = number;

export const widthOf = (properties: Properties): 0 | 1 | 2 => ((properties >> 1) & 3) as 0 | 1 | 2;
export const joins = (properties: Properties): boolean => (properties & 1) !== 0;

const KIND_SHIFT = 3;
const KIND_MASK = 15;
const NARROW: Properties = 1 << 1;
const WIDE: Properties = 2 << 1;

/** Grapheme break kinds as the addon numbers them (UAX #29). */
const PREPEND = 1;
const EXTEND = 2;
const REGIONAL = 3;
const SPACING_MARK = 4;
const L = 5;
const V = 6;
const T = 7;
const LV = 8;
const LVT = 9;
const ZWJ = 10;
const PICTOGRAPHIC = 11;

/** The set of kinds that may join, by the kind before them (GB6–GB13). */
const JOINS_AFTER = joinSets();

/** Code points of planes 0 and 1, cached at first use: 512 KiB per process. Other code points always use the addon. */
const CACHED = 0x20000;
const cache = new Int32Array(CACHED);

const COMBINING_ACUTE = 0x301;
/** Marks that take a cell, and two vowels of Thai and Lao, which join in Unicode's table although they are letters. */
const SPACING = /[\p{Mc}\u0e33\u0eb3]/u;
/** Marks of wide characters. */
const WIDE_MARKS: ReadonlySet<number> = new Set([0x302e, 0x302f, 0x16ff0, 0x16ff1]);
/** The addon's table, loaded on demand: that takes some 20 ms, and common characters need no table. */
let table: IUnicodeVersionProvider | undefined;

/** First and last of ranges of code points that are as narrow as a letter: Latin letters with accents, signs, lines, blocks. */
const PLAIN: readonly (readonly [number, number])[] = [
  [0xaf, 0x2ff],
  [0x2010, 0x2027],
  [0x2030, 0x203b],
  [0x2190, 0x2193],
  [0x21ab, 0x2319],
  [0x2389, 0x23ce],
  [0x2500, 0x25a9],
  [0x25ac, 0x25b5],
  [0x25b7, 0x25bf],
  [0x25c1, 0x25fa],
  [0x2936, 0x2b04],
];
/** Ranges of emoji of Unicode 14 and later, with places kept for more: terminals and the C library give them two cells. */
const NEWER_EMOJI: readonly (readonly [number, number])[] = [
  [0x1f6d8, 0x1f6df],
  [0x1f7f0, 0x1f7f0],
  [0x1f979, 0x1f979],
  [0x1f9cc, 0x1f9cc],
  [0x1fa70, 0x1faff],
];
/** Check marks and crosses, which are narrow pictographs. */
const CHECKS: readonly [number, number] = [0x2713, 0x2718];

/** Returns the properties of a code point after one with the properties `before` (0 at the start of a run). */
export function properties(codepoint: number, before: Properties): Properties {
  const kindBefore = (before >> KIND_SHIFT) & KIND_MASK;
  if (codepoint < 127 && codepoint >= 32 && kindBefore === 0) return NARROW;
  const alone =
    codepoint < CACHED ? cache[codepoint] || fill(codepoint) : addonTable().charProperties(codepoint, 0);
  if (before === 0) return alone;
  const kind = (alone >> KIND_SHIFT) & KIND_MASK;
  if ((((JOINS_AFTER[kindBefore] ?? 0) >> kind) & 1) === 0) return alone;
  return addonTable().charProperties(isFormat(codepoint) ? COMBINING_ACUTE : codepoint, before);
}

/**
 * Like `properties`, for a terminal that does not join clusters: every code point is a character, and only those without a width
 * join the one before them. This is how `wcwidth` and shells count.
 */
export function singleProperties(codepoint: number, before: Properties): Properties {
  if (codepoint < 127 && codepoint >= 32) return NARROW;
  const alone = properties(codepoint, 0);
  const kind = (alone >> KIND_SHIFT) & KIND_MASK;
  if (kind === REGIONAL) return NARROW;
  const joins = JOINING.has(kind) && !isSkinTone(codepoint);
  return joins && before !== 0 ? (before & WIDTH) | 1 : alone & WIDTH;
}

const WIDTH: Properties = 3 << 1;
const JOINING: ReadonlySet<number> = new Set([EXTEND, ZWJ, V, T]);

/** These join in Unicode's table, but have a width. */
function isSkinTone(codepoint: number): boolean {
  return codepoint >= 0x1f3fb && codepoint <= 0x1f3ff;
}

const CLUSTERS = 'clusters';
const SINGLE = 'single';

/** Makes the terminal use this table. */
export function installWidths(terminal: Terminal): void {
  for (const [version, charProperties] of [
    [SINGLE, singleProperties],
    [CLUSTERS, properties],
  ] as const) {
    const wcwidth = (codepoint: number) => widthOf(charProperties(codepoint, 0));
    terminal.unicode.register({ version, wcwidth, charProperties });
  }
  terminal.unicode.activeVersion = CLUSTERS;
}

/** Switches the joining of clusters on or off. */
export function joinClusters(terminal: Terminal, joins: boolean): void {
  terminal.unicode.activeVersion = joins ? CLUSTERS : SINGLE;
}

export function joinsClusters(terminal: Terminal): boolean {
  return terminal.unicode.activeVersion === CLUSTERS;
}

function fill(codepoint: number): Properties {
  const value = known(codepoint) ?? (takesCell(codepoint) ? NARROW : tabled(codepoint));
  cache[codepoint] = value;
  return value;
}

function known(codepoint: number): Properties | undefined {
  const isIn = ([first, last]: readonly [number, number]) => codepoint >= first && codepoint <= last;
  if (PLAIN.some(isIn)) return NARROW;
  if (NEWER_EMOJI.some(isIn)) return (PICTOGRAPHIC << KIND_SHIFT) | WIDE;
  return isIn(CHECKS) ? (PICTOGRAPHIC << KIND_SHIFT) | NARROW : undefined;
}

function tabled(codepoint: number): Properties {
  return addonTable().charProperties(isFormat(codepoint) ? COMBINING_ACUTE : codepoint, 0);
}

function takesCell(codepoint: number): boolean {
  return SPACING.test(String.fromCodePoint(codepoint)) && !WIDE_MARKS.has(codepoint);
}

function isFormat(codepoint: number): boolean {
  if (codepoint < 0x200b) return false;
  return (
    codepoint === 0x200b ||
    codepoint === 0x200e ||
    codepoint === 0x200f ||
    (codepoint >= 0x202a && codepoint <= 0x202e) ||
    (codepoint >= 0x2060 && codepoint <= 0x206f) ||
    codepoint === 0xfeff
  );
}

type GraphemesAddon = new () => { activate(terminal: { unicode: IUnicodeHandling }): void };

/** The addon, if it was given. */
let given: GraphemesAddon | undefined;

/** Gives the addon where no Node can load it: in a browser, before any text is measured. */
export function giveGraphemesAddon(addon: GraphemesAddon): void {
  given = addon;
}

function addonTable(): IUnicodeVersionProvider {
  table ??= takeTable();
  return table;
}

/** The addon registers its table with a terminal; the object here only captures it. */
function takeTable(): IUnicodeVersionProvider {
  const captured: IUnicodeVersionProvider[] = [];
  const unicode: IUnicodeHandling = {
    register: (provider) => void captured.push(provider),
    versions: [],
    activeVersion: '',
  };
  const Addon = given ?? loadAddon();
  new Addon().activate({ unicode });
  const found = captured.find((provider) => provider.version === '15-graphemes');
  if (found === undefined) throw new Error('the grapheme addon registered no table "15-graphemes"');
  return found;
}

/** The parts of Node that load the addon. They are not imported, because this file runs in browsers as well. */
type NodeParts = {
  readonly Buffer: { poolSize: number };
  readonly process: {
    getBuiltinModule(name: 'node:module'): { createRequire(url: string): (name: string) => unknown };
  };
};

/**
 * Loads the addon with Node's buffer pool off. Addon 0.4.0 decodes its data with Buffer.from and then reads `data.buffer`
 * from its start. For a text of this length Node returns a slice of a shared pool, so the addon would read unrelated bytes
 * as its header: narrow emoji, split flags, in the worst case an allocation of gigabytes. Without a pool the buffer is not
 * shared.
 */
function loadAddon(): GraphemesAddon {
  const { Buffer: buffers, process: node } = globalThis as unknown as NodeParts;
  const pool = buffers.poolSize;
  buffers.poolSize = 0;
  try {
    const { createRequire } = node.getBuiltinModule('node:module');
    const loaded = createRequire(import.meta.url)('@xterm/addon-unicode-graphemes');
    return (loaded as { readonly UnicodeGraphemesAddon: GraphemesAddon }).UnicodeGraphemesAddon;
  } finally {
    buffers.poolSize = pool;
  }
}

function joinSets(): Uint16Array {
  const set = (...kinds: number[]) => kinds.reduce((bits, kind) => bits | (1 << kind), 0);
  const always = set(EXTEND, SPACING_MARK, ZWJ);
  const sets = new Uint16Array(16).fill(always);
  sets[PREPEND] = 0xffff;
  sets[REGIONAL] = always | set(REGIONAL);
  sets[L] = always | set(L, V, LV, LVT);
  sets[V] = always | set(V, T);
  sets[LV] = always | set(V, T);
  sets[T] = always | set(T);
  sets[LVT] = always | set(T);
  sets[ZWJ] = always | set(PICTOGRAPHIC);
  return sets;
}
