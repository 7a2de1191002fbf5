/** Matches a search query. Letter case counts only when the query has a capital letter. */

export type Finder = (text: string) => boolean;

export function isCaseSensitive(query: string): boolean {
  return query !== query.toLowerCase();
}

export function finder(query: string): Finder {
  if (query === '') return () => false;
  return isCaseSensitive(query)
    ? (text) => text.includes(query)
    : (text) => text.toLowerCase().includes(query);
}

/** A range of cells, or of characters; the end is not included. */
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

/** Returns the places at which a query stands in a text, in UTF-16 units, without overlaps. */
export function placesIn(text: string, query: string): readonly CellRange[] {
  const places: CellRange[] = [];
  if (query === '') return places;
  const folded = isCaseSensitive(query) ? text : text.toLowerCase();
  // Letters that change their length with their case would move all places after them.
  const searched = folded.length === text.length ? folded : text;
  for (let at = searched.indexOf(query); at >= 0; at = searched.indexOf(query, at + query.length))
    places.push({ from: at, to: at + query.length });
  return places;
}
