/** Passes over coloured text, the most frequent kind of output that has sequences. */

const [ESC, BRACKET, LETTER_M] = [0x1b, 0x5b, 0x6d];
/** Plain characters after a colour that are looked at one by one: a search for the next sequence costs more than so many. */
const NEAR = 64;

/**
 * Passes over complete colours (SGR) from the one that begins at `at`, and over the plain text behind each of them. Returns the
 * index of the first character that is neither, or an index within plain text that is long.
 */
export function afterColors(text: string, at: number): number {
  const { length } = text;
  let place = at;
  while (place + 2 < length && text.charCodeAt(place) === ESC && text.charCodeAt(place + 1) === BRACKET) {
    let final = place + 2;
    let code = text.charCodeAt(final);
    while (code >= 0x30 && code <= 0x3b && final + 1 < length) code = text.charCodeAt(++final);
    if (code !== LETTER_M) break;
    place = final + 1;
    for (const near = Math.min(length, place + NEAR); place < near; place += 1)
      if (!isPlain(text.charCodeAt(place))) break;
  }
  return place;
}

/** Whether a character is none of the controls other than CR, LF and TAB. */
function isPlain(code: number): boolean {
  return code < 0x7f ? code >= 0x20 || code === 0x0a || code === 0x0d || code === 0x09 : code > 0x9f;
}
