/** Compares versions of cotty, `1.2.3`; what follows the numbers (`-beta.1`) does not count. */

/** Whether the first version is newer; false if one of them is malformed. */
export function isNewer(version: string, than: string): boolean {
  const [left, right] = [numbersOf(version), numbersOf(than)];
  const index = left.findIndex((number, at) => number !== right[at]);
  return (left[index] ?? Number.NaN) > (right[index] ?? Number.NaN);
}

function numbersOf(version: string): readonly number[] {
  const [core = ''] = version.split(/[-+]/, 1);
  return core.split('.').map(Number);
}
