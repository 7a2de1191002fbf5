/** Arrangements: trees built from a list of terminals, the first of which is the main one. */

import { branch, type Tree } from './pane-tree.ts';

/** In the order in which they follow each other, which is that of tmux. */
export const ARRANGEMENTS = ['beside', 'below', 'main-above', 'main-left', 'grid'] as const;

export type Arrangement = (typeof ARRANGEMENTS)[number];

export function isArrangement(word: unknown): word is Arrangement {
  return ARRANGEMENTS.some((each) => each === word);
}

export function arranged(arrangement: Arrangement, members: readonly string[]): Tree {
  const [main = '', ...rest] = members;
  if (rest.length === 0) return main;
  switch (arrangement) {
    case 'beside':
      return branch('row', members);
    case 'below':
      return branch('column', members);
    case 'main-above':
      return branch('column', [main, branch('row', rest)]);
    case 'main-left':
      return branch('row', [main, branch('column', rest)]);
    case 'grid':
      return grid(members);
  }
}

/** Rows with the same number of panes; in a last row with fewer panes the last one gets the rest. */
function grid(members: readonly string[]): Tree {
  const rows = Math.ceil(Math.sqrt(members.length));
  const cols = Math.ceil(members.length / rows);
  const lines: Tree[] = [];
  for (let from = 0; from < members.length; from += cols) {
    const line = members.slice(from, from + cols);
    lines.push(
      branch(
        'row',
        line,
        line.map((_, index) => (index === line.length - 1 ? cols - index : 1)),
      ),
    );
  }
  return branch('column', lines);
}

/** Returns the next arrangement; the first one after the last, or if there was none. */
export function nextArrangement(last: Arrangement | undefined): Arrangement {
  const at = last === undefined ? -1 : ARRANGEMENTS.indexOf(last);
  return ARRANGEMENTS[at + 1] ?? 'beside';
}
