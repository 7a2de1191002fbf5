/** Marks the matches of a search in a row. */

import type { Row } from '../../../screen/cells/row.ts';
import { internStyle, type StyleId, styleOf } from '../../../screen/cells/style.ts';
import type { PlacedRow } from '../block/body-line.ts';
import { type CellRange, rangesIn } from '../block/match-text.ts';

/**
 * Last matches by logical line: the rows of one long line are marked one after another, so its matches are found
 * once.
 */
const lastFound = new WeakMap<readonly string[], { query: string; ranges: readonly CellRange[] }>();

/** Styles laid over those of matching cells: what they leave open stays. */
export type MatchStyles = { readonly match: StyleId; readonly current: StyleId };

const PLAIN_MARKS: MatchStyles = {
  match: internStyle({ inverse: true }),
  current: internStyle({ inverse: true, bold: true, underline: 1 }),
};

export function highlighted(
  { row, offset, end, cells }: PlacedRow,
  query: string,
  current: boolean,
  { match, current: currentMatch }: MatchStyles = PLAIN_MARKS,
): Row {
  const here = found(cells, query).filter(({ from, to }) => from < end && to > offset);
  if (here.length === 0) return row;
  const styles = [...row.styles];
  for (const { from, to } of here) {
    for (let x = Math.max(0, from - offset); x < Math.min(end, to) - offset; x++) {
      styles[x] = marked(styles[x] ?? 0, current ? currentMatch : match);
    }
  }
  return { ...row, styles };
}

function found(cells: readonly string[], query: string): readonly CellRange[] {
  const known = lastFound.get(cells);
  if (known?.query === query) return known.ranges;
  const ranges = rangesIn(cells, query);
  lastFound.set(cells, { query, ranges });
  return ranges;
}

function marked(id: StyleId, mark: StyleId): StyleId {
  const [style, over] = [styleOf(id), styleOf(mark)];
  return internStyle({
    ...style,
    fg: over.fg.kind === 'default' ? style.fg : over.fg,
    bg: over.bg.kind === 'default' ? style.bg : over.bg,
    bold: style.bold || over.bold,
    underline: over.underline || style.underline,
    inverse: style.inverse !== over.inverse,
  });
}
