/** Text from others, made fit for one table cell: no control bytes, a known width, a visible cut. */

/** Titles and command lines come from programs; printed raw they could move the cursor or set the clipboard. */
export function printable(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ⏎ ').replace(/[\p{Cc}\p{Cf}]/gu, '');
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** East Asian wide ranges and emoji. Coarse on purpose: the exact table lives with the emulator, too heavy to load here. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;

export function displayWidth(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** Exactly `width` columns: padded with blanks, or cut with an ellipsis. */
export function padTo(text: string, width: number): string {
  const natural = displayWidth(text);
  if (natural <= width) return text + ' '.repeat(width - natural);
  let cut = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const next = displayWidth(segment);
    if (used + next > width - 1) break;
    cut += segment;
    used += next;
  }
  return `${cut}…${' '.repeat(width - used - 1)}`;
}
