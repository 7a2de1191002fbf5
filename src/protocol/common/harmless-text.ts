/** Makes foreign text harmless for display: it cannot control a terminal, or reorder the text around it. */

/** Marks that change the direction of the text after them, so that `exe.txt` reads as `txt.exe`. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Control characters except line feed and tab, direction marks, and line separators. */
const HARMFUL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
/** Characters that `JSON.stringify` leaves as they are, and that a terminal or a reader of lines would act on. */
const UNESCAPED = /[\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

export function withoutDirection(text: string): string {
  return text.replace(DIRECTION, '');
}

/** Returns the text without harmful characters; its lines and tabs stay. */
export function harmless(text: string): string {
  return text.replace(HARMFUL, '');
}

/** Serialises a value as JSON that can be shown on a terminal: harmful characters are escaped, so the value is the same. */
export function harmlessJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(
    UNESCAPED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
