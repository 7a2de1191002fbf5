/** Tells which graphemes all terminals draw with the expected width, and how far the others may reach. */

/**
 * Code points with the same width in all terminals. One cell: letters, box drawing, arrows, braille. Two cells:
 * CJK, kana, hangul, full-width forms.
 */
const agreed: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa1, 0xac],
  [0xae, 0x24f],
  [0x386, 0x482],
  [0x48a, 0x52f],
  [0x2010, 0x2027],
  [0x2030, 0x205e],
  [0x2190, 0x2193],
  [0x2500, 0x259f],
  [0x25a0, 0x25a1],
  [0x25cb, 0x25cb],
  [0x25cf, 0x25cf],
  [0x2713, 0x2713],
  [0x2717, 0x2717],
  [0x2801, 0x28ff],
  [0x3001, 0x3029],
  [0x3041, 0x3096],
  [0x30a1, 0x30ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff01, 0xff60],
];

/**
 * Code points of these that East Asian settings draw two cells wide ("ambiguous" in UAX 11). The ranges are coarse: a
 * false hit only costs some bytes.
 */
const ambiguous: readonly (readonly [number, number])[] = [
  [0xa1, 0x24f],
  [0x386, 0x52f],
  [0x2010, 0x25cf],
];

export type DrawnWidth = {
  /** Whether the cursor position after this grapheme is known. */
  isAgreed(grapheme: string): boolean;
};

/** Creates the check. `ambiguousWide` says that the terminal draws ambiguous glyphs in two cells. */
export function drawnWidth(ambiguousWide: boolean): DrawnWidth {
  return {
    isAgreed(grapheme) {
      const code = grapheme.charCodeAt(0);
      // NaN comes from the empty right half of a wide cell, whose width is known as well.
      if (!(code > 0x7e)) return grapheme.length <= 1;
      return grapheme.length === 1 && within(agreed, code) && !(ambiguousWide && within(ambiguous, code));
    },
  };
}

/** Cells beyond its own width that a grapheme may cover if each code point is drawn alone, two cells each at most. */
export function spill(grapheme: string, width: number): number {
  let points = 0;
  for (const _ of grapheme) points += 1;
  return Math.max(2 * points - width, 0);
}

function within(ranges: readonly (readonly [number, number])[], code: number): boolean {
  for (const [first, last] of ranges) if (code >= first && code <= last) return true;
  return false;
}
