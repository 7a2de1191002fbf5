/** Converts between bytes kept as one char each (latin1) and the UTF-8 text they encode. */

/** Decodes raw bytes. Invalid UTF-8 becomes U+FFFD only in the result: `raw` itself keeps the bytes. */
export function rawText(raw: string): string {
  return isAscii(raw) ? raw : Buffer.from(raw, 'latin1').toString('utf8');
}

export function rawOfText(text: string): string {
  return isAscii(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/**
 * Number of bytes of the character at `at`; 0 when the chunk ends inside it; -1 when it is invalid UTF-8.
 * Overlong forms and surrogates are refused by the second byte's range (Unicode, table 3-7).
 */
export function characterLength(raw: string, at: number): number {
  const first = raw.charCodeAt(at);
  if (first < 0x80) return 1;
  const length = lengthByLead(first);
  if (length < 0) return -1;
  for (let offset = 1; offset < length; offset += 1) {
    if (at + offset >= raw.length) return 0;
    const [low, high] = offset === 1 ? secondByteRange(first) : [0x80, 0xbf];
    const byte = raw.charCodeAt(at + offset);
    if (byte < low || byte > high) return -1;
  }
  return length;
}

function lengthByLead(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return -1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

function secondByteRange(lead: number): readonly [number, number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  if (lead === 0xf4) return [0x80, 0x8f];
  return [0x80, 0xbf];
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}
