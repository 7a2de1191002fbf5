/** Splits a complete control sequence into its parts, without interpreting it. */

export type Sequence = {
  /** `<`, `=`, `>` or `?` directly after `CSI`, else empty. */
  readonly marker: string;
  /** Parameters split at `;`, each with its sub-parameters split at `:`; an absent number is undefined. */
  readonly parameters: readonly (readonly (number | undefined)[])[];
  /** First sub-parameter of each parameter; absent ones are 0. */
  readonly numbers: readonly number[];
  readonly intermediate: string;
  readonly final: string;
};

/** Parses the bytes after `CSI` (or `SS3`), the final byte included. */
export function parseSequence(body: string): Sequence {
  const final = body.slice(-1);
  const marker = '<=>?'.includes(body.charAt(0)) ? body.charAt(0) : '';
  const first = marker.length;
  const last = startOfEnd(body, first, isIntermediate);
  const digits = body.slice(first, endOfStart(body, first, isParameter));
  const stray = body.slice(first + digits.length, last);
  const intermediate = body.slice(Math.max(last, first + digits.length), -1);
  if (!isFinal(final) || [...stray].some((char) => isIntermediate(char.charCodeAt(0))))
    return { marker: '', parameters: [], numbers: [], intermediate: '', final: '' };
  // No terminal sends a marker in the middle (`CSI 1?h`), so the sequence will be unknown.
  if (stray !== '') return { marker: stray, parameters: [], numbers: [], intermediate, final };
  const parameters = digits === '' ? [] : digits.split(';').map((field) => field.split(':').map(numberOf));
  return { marker, parameters, numbers: parameters.map((field) => field[0] ?? 0), intermediate, final };
}

/** Returns the end of the run of characters of a kind that starts at `from`; the last character of the body is left out. */
function endOfStart(body: string, from: number, isKind: (code: number) => boolean): number {
  let end = from;
  while (end < body.length - 1 && isKind(body.charCodeAt(end))) end += 1;
  return end;
}

/** Returns the start, at least `from`, of the run of characters of a kind that ends before the last one of the body. */
function startOfEnd(body: string, from: number, isKind: (code: number) => boolean): number {
  let start = body.length - 1;
  while (start > from && isKind(body.charCodeAt(start - 1))) start -= 1;
  return start;
}

function isParameter(code: number): boolean {
  return code >= 0x30 && code <= 0x3b;
}

function isIntermediate(code: number): boolean {
  return code >= 0x20 && code <= 0x2f;
}

/** Whether a character can be the last one; `$` ends a key of rxvt. */
function isFinal(char: string): boolean {
  return char === '$' || (char >= '@' && char <= '~');
}

function numberOf(digits: string): number | undefined {
  return digits === '' ? undefined : Number(digits);
}
