/** The body as chrome lines and holes — the plan of the blocks turned into what Ink draws and what is painted. */

import { blankRow, type Row, textRow } from '../../screen/row.ts';
import type { BodyLine } from '../blocks/body.ts';
import { chromeLine } from '../blocks/chrome-line.ts';
import type { BodyPlan } from '../blocks/plan.ts';
import type { SpanRole } from '../blocks/span.ts';
import type { Role } from '../theme/roles.ts';
import type { Piece } from './bar-view.ts';
import type { DrawnLine } from './components/Body.tsx';
import { fitted, type Overlay } from './compose.ts';
import type { Rect } from './layout.ts';
import type { LiveFace } from './live-face.ts';
import type { WindowLook } from './model.ts';

export type BodyView = { readonly lines: readonly DrawnLine[]; readonly overlays: readonly Overlay[] };

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

export function bodyView({ plan, live, rect, look, now }: BodyViewInput): BodyView {
  const lineLook = { cols: rect.width, now, ascii: look.ascii };
  const drawn: DrawnLine[] = [];
  const overlays: Overlay[] = [];
  const lines = plan.sticky === undefined ? plan.lines : [plan.sticky, ...plan.lines.slice(1)];
  for (const [index, line] of lines.entries()) {
    const row = paintedRow(line, live, rect.width, look);
    if (row !== undefined) overlays.push({ x: 0, y: rect.y + index, width: rect.width, row });
    drawn.push(row === undefined ? piecesOf(line, lineLook) : undefined);
  }
  return { lines: drawn, overlays };
}

/** Terminal rows are painted, never drawn by Ink. */
function paintedRow(line: BodyLine, live: LiveFace, width: number, look: WindowLook): Row | undefined {
  switch (line.kind) {
    case 'output':
      return fitted(line.row, width);
    case 'live':
      return letterboxed(panned(live.row(line.index), live, width), live.emulator.cols, width, look);
    case 'blank':
      return live.fullScreen ? letterboxed(blankRow(0), 0, width, look) : blankRow(width);
    default:
      return undefined;
  }
}

function piecesOf(
  line: BodyLine,
  look: { readonly cols: number; readonly now: number; readonly ascii: boolean },
): readonly Piece[] {
  if (line.kind === 'output' || line.kind === 'live') return [];
  return chromeLine(line, look).map(({ text, role }) => ({ text, role: ROLE[role] }));
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
