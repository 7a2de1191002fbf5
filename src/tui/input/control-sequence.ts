/** The parts of a complete control sequence, before anybody asks what it means. */

export type Sequence = {
  /** `<`, `=`, `>` or `?` right behind `CSI`, else empty. */
  readonly marker: string;
  /** Parameters split at `;`, each with its sub-parameters split at `:`; an absent number is undefined. */
  readonly parameters: readonly (readonly (number | undefined)[])[];
  /** First sub-parameter of each, absent ones as 0. */
  readonly numbers: readonly number[];
  readonly intermediate: string;
  readonly final: string;
};

/** `body` is what stands between `CSI` (or `SS3`) and the end, the final byte included. */
export function parseSequence(body: string): Sequence {
  const parts = /^([<=>?]?)([0-9:;]*)([^ -/]*?)([ -/]*)([@-~$])$/.exec(body);
  if (parts === null) return { marker: '', parameters: [], numbers: [], intermediate: '', final: '' };
  const [, marker = '', digits = '', stray = '', intermediate = '', final = ''] = parts;
  // A marker in the middle (`CSI 1?h`) is nothing anybody sends: nobody will know the sequence.
  if (stray !== '') return { marker: stray, parameters: [], numbers: [], intermediate, final };
  const parameters = digits === '' ? [] : digits.split(';').map((field) => field.split(':').map(numberOf));
  return { marker, parameters, numbers: parameters.map((field) => field[0] ?? 0), intermediate, final };
}

function numberOf(digits: string): number | undefined {
  return digits === '' ? undefined : Number(digits);
}
