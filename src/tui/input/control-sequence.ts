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
  const parts = /^([<=>?]?)([0-9:;]*)([^ -/]*?)([ -/]*)([@-~$])$/.exec(body);
  if (parts === null) return { marker: '', parameters: [], numbers: [], intermediate: '', final: '' };
  const [, marker = '', digits = '', stray = '', intermediate = '', final = ''] = parts;
  // No terminal sends a marker in the middle (`CSI 1?h`), so the sequence will be unknown.
  if (stray !== '') return { marker: stray, parameters: [], numbers: [], intermediate, final };
  const parameters = digits === '' ? [] : digits.split(';').map((field) => field.split(':').map(numberOf));
  return { marker, parameters, numbers: parameters.map((field) => field[0] ?? 0), intermediate, final };
}

function numberOf(digits: string): number | undefined {
  return digits === '' ? undefined : Number(digits);
}
