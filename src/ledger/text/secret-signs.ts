/**
 * Finds the lines of an output that may have a secret, in one pass over its bytes: for each sign of a secret, two rare
 * neighbouring letters are searched, and the whole sign is compared only where they are found.
 */

import { NAME_SIGNS, secretForms } from '../../protocol/common/secret-forms.ts';

/** Letters and signs of text, the frequent ones first. */
const FREQUENT = ' etaoinsrlcdm.-_/:hpu0123456789fgbwykvxjqz';

/** Words of names, which are frequent in text: they count only in a line that gives a value. */
const NAMES: ReadonlySet<string> = new Set([...NAME_SIGNS, 'pw']);

/** `offset`: the place in the sign of the second letter of its pair. */
type Sign = { readonly bytes: Uint8Array; readonly offset: number; readonly isName: boolean };

/** The signs by their pair, those that are no names first; of each pair of letters the index here, 0 for most. */
const SIGNS: Sign[][] = [[]];
const PAIRS = new Uint8Array(0x4000);

for (const sign of [...new Set(secretForms.flatMap(({ signs }) => signs))]) {
  const bytes = Uint8Array.from(Buffer.from(sign), folded);
  const offset = rarestPair(sign);
  const pair = pairOf(bytes[offset - 1], bytes[offset]);
  const index = PAIRS[pair] || SIGNS.length;
  PAIRS[pair] = index;
  const isName = NAMES.has(sign);
  const others = SIGNS[index] ?? [];
  SIGNS[index] = isName ? [...others, { bytes, offset, isName }] : [{ bytes, offset, isName }, ...others];
}

const LINE_FEED = 10;

/** Returns the starts of those lines, in order; some of them may hold no secret. */
export function suspectLines(text: Buffer): number[] {
  const starts: number[] = [];
  /** The end of a line with a name and without a value: its other names do not count either. */
  let nameless = 0;
  for (let at = nextPair(text, 1); at < text.length; at = nextPair(text, at + 1)) {
    const found = signAt(text, at, at < nameless);
    if (found === undefined) continue;
    const start = text.lastIndexOf(LINE_FEED, at) + 1;
    const end = lineEnd(text, at);
    if (found.isName && !givesValue(text, start, end)) {
      nameless = end;
      continue;
    }
    starts.push(start);
    // A line needs only one sign.
    at = end;
  }
  return starts;
}

/** Returns the place of the second letter of the next pair; the length of the text if there is none. */
function nextPair(text: Uint8Array, from: number): number {
  const { length } = text;
  let before = folded(text[from - 1]);
  for (let at = from; at < length; at += 1) {
    const letter = folded(text[at]);
    if (PAIRS[(before << 7) | letter] !== 0) return at;
    before = letter;
  }
  return length;
}

export function lineEnd(text: Buffer, from: number): number {
  const at = text.indexOf(LINE_FEED, from);
  return at === -1 ? text.length : at + 1;
}

/** Returns the sign that has its pair at a place. */
function signAt(text: Uint8Array, at: number, withoutNames: boolean): Sign | undefined {
  const signs = SIGNS[PAIRS[pairOf(folded(text[at - 1]), folded(text[at]))] ?? 0] ?? [];
  for (const sign of signs) if (!(sign.isName && withoutNames) && stands(sign, text, at)) return sign;
  return undefined;
}

function stands({ bytes, offset }: Sign, text: Uint8Array, at: number): boolean {
  const start = at - offset;
  for (let index = 0; index < bytes.length; index += 1)
    if (bytes[index] !== folded(text[start + index])) return false;
  return true;
}

/** Capital letters as small ones; a few other signs become equal too. */
function folded(byte: number | undefined): number {
  return (Number(byte) | 0x20) & 0x7f;
}

function pairOf(first = 0, second = 0): number {
  return (first << 7) | second;
}

/** Returns the place of the second letter of the pair that is the rarest. */
function rarestPair(sign: string): number {
  const rarity = (at: number) => FREQUENT.indexOf(sign.charAt(at - 1)) + FREQUENT.indexOf(sign.charAt(at));
  const places = Array.from({ length: sign.length - 1 }, (_, at) => at + 1);
  return places.reduce((best, at) => (rarity(at) > rarity(best) ? at : best), 1);
}

const [EQUALS, COLON, DASH] = [0x3d, 0x3a, 0x2d];

/** Whether a name in this line may have a value: `NAME=…`, `NAME: …`, `--NAME …`. */
function givesValue(text: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = text[at];
    if (byte === EQUALS || byte === COLON || (byte === DASH && text[at + 1] === DASH)) return true;
  }
  return false;
}
