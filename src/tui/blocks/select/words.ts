/** Words in a line of cells: letters and digits of any script, and the characters that the setting counts as such. */

export type WordKind = 'word' | 'blank' | 'sign';

/** Says of what kind a cell is. The right half of a wide character is like its left half. */
export function kindOf(cells: readonly string[], x: number, wordCharacters: string): WordKind {
  const cell = cells[x] === '' ? (cells[x - 1] ?? ' ') : (cells[x] ?? ' ');
  if (cell.trim() === '') return 'blank';
  return isLetter(cell) || wordCharacters.includes(cell) ? 'word' : 'sign';
}

/** Returns the run of cells of one kind around a cell: a word, blanks, or signs; `to` is not included. */
export function wordAround(
  cells: readonly string[],
  x: number,
  wordCharacters: string,
): { readonly from: number; readonly to: number } {
  const kind = kindOf(cells, x, wordCharacters);
  let [from, to] = [x, x + 1];
  while (from > 0 && kindOf(cells, from - 1, wordCharacters) === kind) from--;
  while (to < cells.length && kindOf(cells, to, wordCharacters) === kind) to++;
  return { from, to };
}

/** A letter of any script changes with its case or is beyond ASCII; digits and `_` count too. */
function isLetter(cell: string): boolean {
  const code = cell.codePointAt(0) ?? 0;
  if (code >= 0x80) return !isSignBeyondAscii(code);
  const lower = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (lower >= 0x61 && lower <= 0x7a) || cell === '_';
}

/** General punctuation, arrows, box drawing and other symbols: they stand between words. */
function isSignBeyondAscii(code: number): boolean {
  return (
    (code >= 0xa0 && code < 0xc0) || (code >= 0x2000 && code < 0x2c00) || (code >= 0x3000 && code < 0x3005)
  );
}
