/** The tabs and the mode chip as plain rows, for the frames before Ink is loaded: Ink then draws the same. */

import { blankRow, type Row } from '../../screen/cells/row.ts';
import type { Piece } from '../model/derived/mode-chip.ts';
import type { StripItem } from '../model/tab-label.ts';
import type { Layout } from '../model/window-layout.ts';
import { chromeRow } from '../paint/frame.ts';
import type { Theme } from '../theme/theme.ts';
import { roleOf } from '../view/tab-strip.ts';

type PlainChrome = {
  readonly layout: Layout;
  readonly theme: Theme;
  readonly tabs: readonly StripItem[];
  readonly chip: Piece;
};

export function plainChrome({ layout, theme, tabs, chip }: PlainChrome): readonly Row[] {
  const { cols, rows } = layout.size;
  const drawn = Array.from({ length: rows }, () => blankRow(cols));
  const row = (pieces: readonly Piece[]) =>
    chromeRow(
      pieces.map(({ text, role }) => ({ text, style: theme.cells[role] })),
      cols,
    );
  if (layout.tabs.height > 0) {
    drawn[layout.tabs.y] = row(tabs.map((item) => ({ text: item.text, role: roleOf(item) })));
  }
  if (layout.bar.height > 0) drawn[layout.bar.y] = row([chip]);
  return drawn;
}
