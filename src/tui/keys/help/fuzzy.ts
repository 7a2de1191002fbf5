/** How well a few typed letters fit a text: letters in order, better at starts of words and in a row. */

export type FuzzyMatch = {
  readonly score: number;
  /** Positions of the matched characters, to be shown marked. */
  readonly at: readonly number[];
};

/** Longer queries match nothing: no title is as long. */
const MAX_QUERY = 64;

const START = 8;
const IN_A_ROW = 5;
const PLAIN = 1;

/** The best way to find the letters of the query in the text, or undefined. Blanks in the query do not count. */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | undefined {
  const letters = [...query.toLowerCase()].filter((letter) => letter !== ' ');
  if (letters.length > MAX_QUERY) return undefined;
  const characters = [...text];
  let ways: readonly (FuzzyMatch | undefined)[] = [{ score: 0, at: [] }];
  for (const letter of letters) ways = extend(ways, letter, characters);
  return best(ways);
}

/** `ways[i]`: the best way so far whose last letter stands at i - 1. Returns the same with one letter more. */
function extend(
  ways: readonly (FuzzyMatch | undefined)[],
  letter: string,
  characters: readonly string[],
): (FuzzyMatch | undefined)[] {
  const next: (FuzzyMatch | undefined)[] = [undefined];
  let before: FuzzyMatch | undefined;
  characters.forEach((character, i) => {
    const adjacent = ways[i];
    before = better(before, adjacent);
    const inARow = adjacent && adjacent.at.length > 0 ? withPoints(adjacent, IN_A_ROW) : undefined;
    const way = character.toLowerCase() === letter ? better(inARow, before) : undefined;
    const points = PLAIN + (isWordStart(characters, i) ? START : 0);
    next.push(way && { score: way.score + points, at: [...way.at, i] });
  });
  return next;
}

function best(ways: readonly (FuzzyMatch | undefined)[]): FuzzyMatch | undefined {
  return ways.reduce(better, undefined);
}

/** The one with more points; of equals the earlier. */
function better(one: FuzzyMatch | undefined, other: FuzzyMatch | undefined): FuzzyMatch | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.score > one.score ? other : one;
}

function withPoints(way: FuzzyMatch, points: number): FuzzyMatch {
  return { score: way.score + points, at: way.at };
}

function isWordStart(characters: readonly string[], i: number): boolean {
  const before = characters[i - 1];
  if (before === undefined || /[\s.\-_/]/.test(before)) return true;
  return /\p{Ll}/u.test(before) && /\p{Lu}/u.test(characters[i] ?? '');
}
