/** Matches a search query. Letter case counts only when the query has a capital letter. */

export type Finder = (text: string) => boolean;

function isCaseSensitive(query: string): boolean {
  return query !== query.toLowerCase();
}

export function finder(query: string): Finder {
  if (query === '') return () => false;
  return isCaseSensitive(query)
    ? (text) => text.includes(query)
    : (text) => text.toLowerCase().includes(query);
}

/** A range of cells; the end is not included. */
export type CellRange = { readonly from: number; readonly to: number };

/** Returns the matches of the query in a line of cells, left to right, without overlaps. */
export function rangesIn(cells: readonly string[], query: string): readonly CellRange[] {
  if (query === '') return [];
  const sensitive = isCaseSensitive(query);
  const starts: number[] = [];
  let text = '';
  cells.forEach((cell, x) => {
    const folded = sensitive ? cell : cell.toLowerCase();
    for (let unit = 0; unit < folded.length; unit++) starts.push(x);
    text += folded;
  });
  const ranges: CellRange[] = [];
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + query.length)) {
    ranges.push({ from: starts[at] ?? 0, to: endCell(cells, starts[at + query.length - 1] ?? 0) });
  }
  return ranges;
}

/** Index after a cell, with the right half of a wide character included. */
function endCell(cells: readonly string[], last: number): number {
  let end = last + 1;
  while (end < cells.length && cells[end] === '') end++;
  return end;
}
