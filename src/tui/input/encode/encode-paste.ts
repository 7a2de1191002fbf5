/** Encodes pasted text for a program: bracketed if it asked for that, and unable to end its own brackets. */

export type PastePart = {
  readonly bracketed: boolean;
  readonly continued?: boolean;
  readonly more?: boolean;
};

/** Encodes a piece of a paste. Line ends become CR, as in terminals and as the Enter key sends. */
export function encodePaste(text: string, { bracketed, continued = false, more = false }: PastePart): string {
  const lines = text.replace(/\r?\n/g, '\r');
  if (!bracketed) return lines;
  const body = withoutMarks(lines);
  if (body === '' && !continued && !more) return '';
  return `${continued ? '' : '\x1b[200~'}${body}${more ? '' : '\x1b[201~'}`;
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
