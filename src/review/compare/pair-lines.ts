/** Pairs removed lines with the added ones that replace them, and marks the words in which both differ. */

import { align, isSmaller } from './align.ts';
import type { ChangedLine, LinePair, Span } from './comparison.ts';
import { type BothMasks, likenessOf, type Masks, tokenKey } from './masks.ts';
import type { Token } from './noise.ts';

/** Limit: pairs of lines that are tried; where there are more, lines are paired in their order. */
const MOST_TRIED = 400;
/** Limit: lines of one change; where there are more, none is paired by its words. */
const MOST_PAIRED = 1000;
/** Limit: characters of a line that is compared by words. */
const MOST_CHARS = 2000;
/** How much of two lines must be equal, by characters of their words, for one to replace the other. */
const LEAST_EQUAL = 0.4;

/** A line and its tokens: `keys` must be equal; `likes` tell how much it is like another line, whatever its noise is. */
type Worded = {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly keys: readonly string[];
  readonly likes: readonly string[];
};

/** Swapping both sides swaps each pair. */
export function pairLines(
  removed: readonly string[],
  added: readonly string[],
  masks: BothMasks,
): readonly LinePair[] {
  if (Math.max(removed.length, added.length) > MOST_PAIRED) return unpaired(removed, added);
  if (removed.length === 0) return added.map((text) => ({ after: alone(text) }));
  if (added.length === 0) return removed.map((text) => ({ before: alone(text) }));
  if (isSmaller(added, removed)) {
    const swapped = { before: masks.after, after: masks.before };
    return pairLines(added, removed, swapped).map(({ before, after }) => ({
      ...(after && { before: after }),
      ...(before && { after: before }),
    }));
  }
  const some = removed.map((text) => worded(text, masks.before));
  const others = added.map((text) => worded(text, masks.after));
  if (some.length * others.length > MOST_TRIED) return inOrder(some, others);
  return bestPairs(some, others);
}

function alone(text: string): ChangedLine {
  return { text, changed: [] };
}

/** Lines beside each other, without a word about what they have in common. */
function unpaired(removed: readonly string[], added: readonly string[]): readonly LinePair[] {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => {
    const [before, after] = [removed[at], added[at]];
    return {
      ...(before !== undefined && { before: alone(before) }),
      ...(after !== undefined && { after: alone(after) }),
    };
  });
}

function worded(text: string, masks: Masks): Worded {
  const tokens = text.length > MOST_CHARS ? [{ text }] : masks.tokensOf(text);
  return { text, tokens, keys: tokens.map(tokenKey), likes: tokens.map(likenessOf) };
}

function inOrder(some: readonly Worded[], others: readonly Worded[]): readonly LinePair[] {
  return Array.from({ length: Math.max(some.length, others.length) }, (_, at) => {
    const [one, other] = [some[at], others[at]];
    if (one !== undefined && other !== undefined) {
      return likeness(one, other) >= LEAST_EQUAL
        ? marked(one, other)
        : { before: alone(one.text), after: alone(other.text) };
    }
    return { ...(one && { before: alone(one.text) }), ...(other && { after: alone(other.text) }) };
  });
}

/** Pairs lines so that as much as possible is alike in all pairs together; the order of the lines stays. */
function bestPairs(some: readonly Worded[], others: readonly Worded[]): readonly LinePair[] {
  const { worth, best } = bestWorths(some, others);
  const pairs: LinePair[] = [];
  let [at, to] = [0, 0];
  while (at < some.length || to < others.length) {
    const [one, other] = [some[at], others[to]];
    const paired = worth(at, to);
    if (one && other && paired > 0 && paired + best(at + 1, to + 1) === best(at, to)) {
      pairs.push(marked(one, other));
      at += 1;
      to += 1;
    } else if (one && (!other || best(at + 1, to) >= best(at, to + 1))) {
      pairs.push({ before: alone(one.text) });
      at += 1;
    } else if (other) {
      pairs.push({ after: alone(other.text) });
      to += 1;
    }
  }
  return pairs;
}

/** Returns how much each two lines are worth as a pair, and the best that can be had from two places on. */
function bestWorths(some: readonly Worded[], others: readonly Worded[]) {
  const width = others.length + 1;
  const worths = some.map((one) =>
    others.map((other) => {
      const found = likeness(one, other);
      return found >= LEAST_EQUAL ? found : 0;
    }),
  );
  const worth = (at: number, to: number) => worths[at]?.[to] ?? 0;
  const table = new Float64Array((some.length + 1) * width);
  const best = (at: number, to: number) => table[at * width + to] ?? 0;
  for (let at = some.length - 1; at >= 0; at -= 1) {
    for (let to = others.length - 1; to >= 0; to -= 1) {
      const paired = worth(at, to) === 0 ? 0 : worth(at, to) + best(at + 1, to + 1);
      table[at * width + to] = Math.max(paired, best(at + 1, to), best(at, to + 1));
    }
  }
  return { worth, best };
}

/** Returns from 0 to 1 how much of the words of two lines is the same, in any order. */
function likeness({ likes: some }: Worded, { likes: others }: Worded): number {
  const left = new Map<string, number>();
  for (const word of some) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of others) {
    const count = left.get(word) ?? 0;
    if (count > 0) common += weight(word);
    left.set(word, count - 1);
  }
  const all = sum(some) + sum(others);
  return all === 0 ? 0 : (2 * common) / all;
}

/** Blanks say nothing about how much two lines have in common. */
function weight(word: string): number {
  return word.startsWith('\0') ? 1 : word.trim().length;
}

function sum(words: readonly string[]): number {
  return words.reduce((total, word) => total + weight(word), 0);
}

function marked(one: Worded, other: Worded): LinePair {
  const { pieces } = align(one.keys, other.keys, Number.POSITIVE_INFINITY);
  const [before, after]: [Span[], Span[]] = [[], []];
  let [from, to] = [0, 0];
  let [fromToken, toToken] = [0, 0];
  const lengthOf = (tokens: readonly Token[], first: number, count: number) =>
    tokens.slice(first, first + count).reduce((length, { text }) => length + text.length, 0);
  for (const piece of pieces) {
    const ends = [
      from + lengthOf(one.tokens, fromToken, piece.before),
      to + lengthOf(other.tokens, toToken, piece.after),
    ] as const;
    if (!piece.equal && ends[0] > from) before.push([from, ends[0]]);
    if (!piece.equal && ends[1] > to) after.push([to, ends[1]]);
    [from, to] = ends;
    fromToken += piece.before;
    toToken += piece.after;
  }
  return { before: { text: one.text, changed: before }, after: { text: other.text, changed: after } };
}
