/**
 * Finds where output goes back to what it has drawn before. Where it never does, nothing of it is drawn over, so there is no
 * need to read it cell by cell: one screen with a colour of its own in each cell is half a megabyte.
 */

/** Finals of sequences that go back whatever their parameters are: up, left, to a column, and erasing rows. */
const BACK = 'ADGJ';
/** Finals of sequences with a row, the first two with a column behind it. */
const TO_ROW = 'Hfd';

const [CR, LF] = ['\r', '\n'];
const BRACKET = 0x5b;
const SEMICOLON = 0x3b;
const [ZERO, NINE] = [0x30, 0x39];
/** Characters of the parameters of a sequence that names a place. */
const PARAMETERS = 12;

/** Returns the place of the last return, or close before it; -1 when there is none. */
export function lastReturn(text: string): number {
  let last = lastCarriage(text);
  // To search forward for a character that is not there takes a tenth of the time.
  const has = (final: string) => text.includes(final, last + 1);
  for (const final of BACK)
    if (has(final)) last = Math.max(last, lastSequence(text, final, text.length - 1, last));
  for (const final of TO_ROW) if (has(final)) last = Math.max(last, lastUp(text, final, last));
  return last;
}

/** Whether any of the texts that follow each other goes back; an empty one ends them. */
export class Returns {
  #before = '';
  #found = false;

  take(text: string): boolean {
    // A program may write one whole frame at a time, so it goes back where one text follows another.
    this.#found = text !== '' && (this.#found || lastReturn(this.#before + text) >= 0);
    this.#before = text;
    return this.#found;
  }
}

/** The last carriage return that no line feed follows. */
function lastCarriage(text: string): number {
  let at = text.lastIndexOf(CR);
  while (at >= 0 && (at + 1 === text.length || text[at + 1] === LF)) at = before(text, CR, at);
  return at;
}

/** The last sequence to a row which does not lie behind the place that the sequence before it names. */
function lastUp(text: string, final: string, floor: number): number {
  let later = lastSequence(text, final, text.length - 1, floor);
  for (let at = later; at >= 0; later = at) {
    at = lastSequence(text, final, later - 1, floor);
    if (at >= 0 && placeOf(text, later) <= placeOf(text, at)) return later;
  }
  return -1;
}

/** The final of the last sequence with it at `from` or before, but behind `floor`. */
function lastSequence(text: string, final: string, from: number, floor: number): number {
  let at = text.lastIndexOf(final, from);
  while (at > floor && !isFinal(text, at)) at = before(text, final, at);
  return at > floor ? at : -1;
}

function before(text: string, char: string, at: number): number {
  return at === 0 ? -1 : text.lastIndexOf(char, at - 1);
}

function isFinal(text: string, at: number): boolean {
  return text.charCodeAt(parametersStart(text, at) - 1) === BRACKET;
}

function parametersStart(text: string, final: number): number {
  let from = final;
  while (final - from < PARAMETERS && isParameter(text.charCodeAt(from - 1))) from -= 1;
  return from;
}

function isParameter(code: number): boolean {
  return (code >= ZERO && code <= NINE) || code === SEMICOLON;
}

/** Row and column as one number that grows from left to right and downwards. */
function placeOf(text: string, final: number): number {
  const [row = '', col = ''] = text.slice(parametersStart(text, final), final).split(';');
  return Math.max(1, Number(row)) * 0x10000 + Math.max(1, Number(col));
}
