/** Encodes pasted text for a program: bracketed if it asked for that, and unable to end its own brackets. */

export type PastePart = {
  readonly bracketed: boolean;
  readonly continued?: boolean;
  readonly more?: boolean;
};

/**
 * Encodes a piece of a paste. In brackets line ends stay as the outer terminal has sent them; without, they become CR, as in
 * terminals and as the Enter key sends. An empty paste is one, too: by it a program may learn of a picture on the clipboard.
 */
export function encodePaste(text: string, { bracketed, continued = false, more = false }: PastePart): string {
  if (!bracketed) return text.replace(/\r?\n/g, '\r');
  return `${continued ? '' : '\x1b[200~'}${withoutMarks(text)}${more ? '' : '\x1b[201~'}`;
}

const marks = ['\x1b[200~', '\x1b[201~', '\x9b200~', '\x9b201~'];

/**
 * Removes paste marks. Removing one can form another (`ESC[20ESC[201~1~`), so the kept text is checked after each
 * `~`.
 */
function withoutMarks(text: string): string {
  if (!marks.some((mark) => text.includes(mark))) return text;
  let kept = '';
  for (const piece of text.split(/(?<=~)/)) {
    kept += piece;
    const mark = marks.find((candidate) => kept.endsWith(candidate));
    if (mark !== undefined) kept = kept.slice(0, -mark.length);
  }
  return kept;
}
