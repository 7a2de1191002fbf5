/** Aligns two lists of texts by what they have in common, in the same order. */

import { diffArrays } from 'diff';

/** So many items on each side: all equal, or all changed. */
export type Piece = { readonly equal: boolean; readonly before: number; readonly after: number };
export type Aligned = { readonly pieces: readonly Piece[]; readonly coarse: boolean };

/** Limit: insertions and deletions. The time is at most quadratic in it. */
const MOST_EDITS = 1500;
/** The same between two anchors. */
const MOST_GAP_EDITS = 100;

/** Swapping both sides mirrors the result: of several alignments that are equally good, the same one is found. */
export function align(before: readonly string[], after: readonly string[], timeoutMs: number): Aligned {
  if (!isSmaller(after, before)) return alignInOrder(before, after, timeoutMs);
  const { pieces, coarse } = alignInOrder(after, before, timeoutMs);
  return { pieces: pieces.map((piece) => ({ ...piece, before: piece.after, after: piece.before })), coarse };
}

/** A total order of lists. */
export function isSmaller(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return one.length < other.length;
  const at = one.findIndex((text, index) => text !== other[index]);
  return at !== -1 && (one[at] ?? '') < (other[at] ?? '');
}

/** An item that has a counterpart: its number, and its index in the list. */
type Item = { readonly id: number; readonly at: number };
/** Indexes of equal items. */
type Match = readonly [before: number, after: number];

function alignInOrder(before: readonly string[], after: readonly string[], timeoutMs: number): Aligned {
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < least - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const { some, others } = withCounterparts(before, after, head, tail);
  const exact = matchesOf(some, others, { maxEditLength: MOST_EDITS, timeout: timeoutMs });
  const { matches, coarse } =
    exact === undefined ? matchesAround(some, others) : { matches: exact, coarse: false };
  return {
    pieces: piecesOf(before.length, after.length, [
      ...edge(0, 0, head),
      ...matches,
      ...edge(before.length - tail, after.length - tail, tail),
    ]),
    coarse,
  };
}

function* edge(before: number, after: number, count: number): Generator<Match> {
  for (let at = 0; at < count; at += 1) yield [before + at, after + at];
}

/** Numbers the items between head and tail; those that only one side has can never be equal to anything. */
function withCounterparts(before: readonly string[], after: readonly string[], head: number, tail: number) {
  const ids = new Map<string, number>();
  const inBoth = new Set<string>();
  for (let at = head; at < before.length - tail; at += 1) {
    const text = before[at] ?? '';
    if (!ids.has(text)) ids.set(text, ids.size);
  }
  for (let at = head; at < after.length - tail; at += 1)
    if (ids.has(after[at] ?? '')) inBoth.add(after[at] ?? '');
  const itemsOf = (texts: readonly string[]) => {
    const items: Item[] = [];
    for (let at = head; at < texts.length - tail; at += 1) {
      const text = texts[at] ?? '';
      if (inBoth.has(text)) items.push({ id: ids.get(text) ?? 0, at });
    }
    return items;
  };
  return { some: itemsOf(before), others: itemsOf(after) };
}

/** Returns the most matches; undefined if the search takes more than the limits. */
function matchesOf(
  some: readonly Item[],
  others: readonly Item[],
  limits: { readonly maxEditLength: number; readonly timeout: number },
): readonly Match[] | undefined {
  const changes = diffArrays(
    some.map(({ id }) => id),
    others.map(({ id }) => id),
    limits,
  );
  if (changes === undefined) return undefined;
  const matches: Match[] = [];
  let [from, to] = [0, 0];
  for (const { added, removed, count } of changes) {
    for (let at = 0; !added && !removed && at < count; at += 1) {
      matches.push([some[from + at]?.at ?? 0, others[to + at]?.at ?? 0]);
    }
    if (!added) from += count;
    if (!removed) to += count;
  }
  return matches;
}

/** Matches items that each side has once, as many as are in the same order, and what is between those if it is little. */
function matchesAround(some: readonly Item[], others: readonly Item[]) {
  const matches: Match[] = [];
  let coarse = false;
  let [from, to] = [0, 0];
  for (const [one, other] of [...anchorsOf(some, others), [some.length, others.length] as const]) {
    const gap = matchesOf(some.slice(from, one), others.slice(to, other), {
      maxEditLength: MOST_GAP_EDITS,
      timeout: Number.POSITIVE_INFINITY,
    });
    if (gap === undefined) coarse = true;
    for (const match of gap ?? []) matches.push(match);
    const [left, right] = [some[one], others[other]];
    if (left !== undefined && right !== undefined) matches.push([left.at, right.at]);
    [from, to] = [one + 1, other + 1];
  }
  return { matches, coarse };
}

function anchorsOf(some: readonly Item[], others: readonly Item[]): readonly Match[] {
  const [left, right] = [onceIn(some), onceIn(others)];
  const pairs: Match[] = [];
  for (const [id, at] of left) {
    const other = right.get(id);
    if (other !== undefined) pairs.push([at, other]);
  }
  return longestRising(pairs);
}

/** Returns the items that occur once, in their order, with their indexes. */
function onceIn(items: readonly Item[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const often = new Set<number>();
  items.forEach(({ id }, at) => {
    if (found.has(id)) often.add(id);
    found.set(id, at);
  });
  return new Map([...found].filter(([id]) => !often.has(id)).toSorted(([, one], [, other]) => one - other));
}

/** Returns the longest subsequence whose second indexes rise as well (patience sorting). */
function longestRising(pairs: readonly Match[]): readonly Match[] {
  type Link = { readonly pair: Match; readonly previous: Link | undefined };
  const piles: Link[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((piles[middle]?.pair[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    piles[low] = { pair, previous: piles[low - 1] };
  }
  const rising: Match[] = [];
  for (let link = piles.at(-1); link !== undefined; link = link.previous) rising.push(link.pair);
  return rising.toReversed();
}

function piecesOf(before: number, after: number, matches: readonly Match[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let [from, to, equal] = [0, 0, 0];
  const endEqual = () => {
    if (equal > 0) pieces.push({ equal: true, before: equal, after: equal });
    equal = 0;
  };
  for (const [one, other] of matches) {
    if (one > from || other > to) {
      endEqual();
      pieces.push({ equal: false, before: one - from, after: other - to });
    }
    equal += 1;
    [from, to] = [one + 1, other + 1];
  }
  endEqual();
  if (before > from || after > to) pieces.push({ equal: false, before: before - from, after: after - to });
  return pieces;
}
