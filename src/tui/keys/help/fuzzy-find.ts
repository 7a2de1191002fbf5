/**
 * Fuzzy search with the algorithm of fzf: the letters of a query in order, better at starts of words and in a row.
 */

import { Fzf } from 'fzf';

export type FuzzyMatch<Item> = {
  readonly item: Item;
  /** Indexes of the matched characters, in ascending order. */
  readonly at: readonly number[];
};

/** Longest query in characters; longer ones match nothing. fzf scores in 16 bits, and no title is as long. */
const MAX_QUERY = 64;

/** The package's own type declarations import without extensions, which NodeNext does not resolve. */
type Found<Item> = { readonly item: Candidate<Item>; readonly positions: ReadonlySet<number> };

type Candidate<Item> = { readonly item: Item; readonly text: string };

/** Returns the matching items, best match first; equal scores keep their order. Spaces in the query do not count. */
export function fuzzyFind<Item>(
  items: readonly Item[],
  query: string,
  textOf: (item: Item) => string,
): FuzzyMatch<Item>[] {
  const letters = query.replaceAll(' ', '');
  if (letters.length > MAX_QUERY) return [];
  const candidates = items.map((item): Candidate<Item> => ({ item, text: textOf(item) }));
  const selector = ({ text }: Candidate<Item>) => text;
  const fzf = new Fzf(candidates, { selector, casing: 'case-insensitive', normalize: false });
  const found: readonly Found<Item>[] = fzf.find(letters);
  return found.map(({ item: { item }, positions }) => ({
    item,
    at: [...positions].toSorted((a, b) => a - b),
  }));
}
