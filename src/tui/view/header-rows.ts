/** Headers of blocks, notes and rules of the body as painted rows, in the styles of the theme. */

import type { Row } from '../../screen/cells/row.ts';
import type { StyleId } from '../../screen/cells/style.ts';
import { type BlockLine, blockLine } from '../blocks/header/header-row.ts';
import type { LineStyle, Span, SpanRole } from '../blocks/header/span.ts';
import type { Appearance } from '../model/appearance.ts';
import { chromeRow } from '../paint/frame.ts';
import type { Role } from '../theme/roles.ts';
import type { Theme } from '../theme/theme.ts';

/** Roles of the theme for the roles of spans in blocks. */
export const ROLE: Readonly<Record<SpanRole, Role>> = {
  plain: 'text',
  dim: 'muted',
  command: 'command',
  ok: 'success',
  failed: 'failure',
  failedChip: 'failureChip',
  warning: 'warning',
  unknown: 'unknown',
  running: 'running',
  long: 'title',
  other: 'agent',
  separator: 'separator',
  marker: 'prompt',
  match: 'match',
};

/** Draws a block line; `selected` is the block that BROWSE has selected. */
export function rowOfBlockLine(
  line: BlockLine,
  { cols, now }: Pick<LineStyle, 'cols' | 'now'>,
  { theme, ascii, rules }: Appearance,
  selected: string | undefined,
): Row {
  const isReversed = line.kind === 'header' && line.selected;
  const spans = blockLine(line, { cols, now, ascii, rules }).map((span) => ({
    text: span.text,
    style: isReversed ? reversedStyle(span, theme) : spanStyle(span, theme),
  }));
  const row = chromeRow(spans, cols);
  const isInside = 'block' in line && line.block.id === selected;
  return isReversed || !(isHeader(line) || isInside) ? row : (theme.surface?.row(row) ?? row);
}

/** Whether a line belongs to a header, whose surface separates blocks. */
function isHeader(line: BlockLine): boolean {
  return line.kind === 'header' || line.kind === 'command';
}

/** Returns the style of a span; a name has the colour that is its own. */
export function spanStyle({ role, name }: Span, { cells, names }: Theme): StyleId {
  if (name === undefined || names.length === 0) return cells[ROLE[role]];
  let sum = 0;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 65_521;
  return names[sum % names.length] ?? cells[ROLE[role]];
}

/** Returns the style of the selected header: reversed, except for failure chips and matches. */
function reversedStyle({ role }: Span, { cells }: Theme): StyleId {
  return role === 'failedChip' || role === 'match' ? cells[ROLE[role]] : cells.selected;
}
