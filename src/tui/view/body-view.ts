/**
 * The body as painted rows — the plan of the blocks and the live screen. Ink draws none of it: with headers in its tree
 * each step through the blocks cost sixty milliseconds.
 */

import { blankRow, type Row, textRow } from '../../screen/cells/row.ts';
import type { BodyLine } from '../blocks/block/body-line.ts';
import { type ChromeLine, chromeLine } from '../blocks/header/chrome-line.ts';
import type { LineLook } from '../blocks/header/line-look.ts';
import type { SpanRole } from '../blocks/header/span.ts';
import type { BodyPlan } from '../blocks/list/plan.ts';
import type { WindowLook } from '../model/model.ts';
import type { Rect } from '../model/window-layout.ts';
import type { LiveFace } from '../terminal/screen-view.ts';
import type { Role } from '../theme/roles.ts';
import { fitted, type Overlay } from './compose.ts';

export type BodyViewInput = {
  readonly plan: BodyPlan;
  readonly live: LiveFace;
  readonly rect: Rect;
  readonly look: WindowLook;
  readonly now: number;
};

/** What the blocks call their pieces, in the words of the theme. */
const ROLE: Readonly<Record<SpanRole, Role>> = {
  plain: 'text',
  dim: 'muted',
  command: 'command',
  ok: 'success',
  failed: 'failure',
  warning: 'warning',
  unknown: 'unknown',
  running: 'running',
  you: 'person',
  other: 'agent',
  separator: 'separator',
  marker: 'prompt',
  match: 'match',
};

export function bodyView({ plan, live, rect, look, now }: BodyViewInput): readonly Overlay[] {
  const lineLook = { cols: rect.width, now, ascii: look.ascii };
  const lines = plan.sticky === undefined ? plan.lines : [plan.sticky, ...plan.lines.slice(1)];
  return lines.map((line, index) => {
    const row = rowOf(line, live, { window: look, line: lineLook });
    return { x: 0, y: rect.y + index, width: rect.width, row };
  });
}

type Looks = { readonly window: WindowLook; readonly line: LineLook };

function rowOf(line: BodyLine, live: LiveFace, { window, line: look }: Looks): Row {
  const width = look.cols;
  switch (line.kind) {
    case 'output':
      return fitted(line.row, width);
    case 'live':
      return letterboxed(panned(live.row(line.index), live, width), live.emulator.cols, width, window);
    case 'blank':
      return live.fullScreen ? letterboxed(blankRow(0), 0, width, window) : blankRow(width);
    default:
      return chromeRow(line, look, window);
  }
}

function chromeRow(line: ChromeLine, look: LineLook, { theme }: WindowLook): Row {
  const spans = chromeLine(line, look).map(({ text, role }) => ({ text, style: theme.cells[ROLE[role]] }));
  return textRow(spans, look.cols);
}

/** A screen wider than the window is moved so far to the left that its cursor is in sight. */
function panned(row: Row, live: LiveFace, width: number): Row {
  const shift = Math.max(0, live.cursor.x - width + 1);
  if (shift === 0 || live.emulator.cols <= width) return row;
  return { ...row, chars: row.chars.slice(shift), styles: row.styles.slice(shift) };
}

/** Where another window's size ends, dots begin: nothing is hidden, there is no more. */
function letterboxed(row: Row, cols: number, width: number, { glyphs, theme }: WindowLook): Row {
  if (cols >= width) return fitted(row, width);
  const dots = textRow(
    [{ text: glyphs.letterbox.repeat(width - cols), style: theme.cells.muted }],
    width - cols,
  );
  const inner = fitted(row, cols);
  return {
    chars: [...inner.chars, ...dots.chars],
    styles: [...inner.styles, ...dots.styles],
    wrapped: row.wrapped,
  };
}
