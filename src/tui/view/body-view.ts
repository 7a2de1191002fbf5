/**
 * The body as painted rows: the planned lines of the blocks and the live screen. Ink draws none of it: with headers in
 * its tree each step through the blocks cost 60 ms.
 */

import { blankRow, type Row, textRow } from '../../screen/cells/row.ts';
import type { BodyLine } from '../blocks/block/body-line.ts';
import { type ChromeLine, chromeLine } from '../blocks/header/chrome-line.ts';
import type { LineStyle } from '../blocks/header/line-style.ts';
import type { SpanRole } from '../blocks/header/span.ts';
import type { BodyPlan } from '../blocks/list/plan.ts';
import { markedStyle } from '../blocks/select/mark-style.ts';
import { type SpanOn, spansOf, type TextSelection } from '../blocks/select/selection.ts';
import type { Appearance } from '../model/appearance.ts';
import type { Rect } from '../model/window-layout.ts';
import { chromeRow } from '../paint/chrome-row.ts';
import type { ScreenView } from '../terminal/screen-view.ts';
import { type Tint, tintOf } from '../terminal/tint.ts';
import type { Role } from '../theme/roles.ts';
import { fitted, type Overlay } from './compose.ts';

export type BodyViewInput = {
  readonly plan: BodyPlan;
  readonly live: ScreenView;
  readonly rect: Rect;
  readonly appearance: Appearance;
  readonly now: number;
  readonly selection?: TextSelection | undefined;
};

/** Roles of the theme for the roles of spans in blocks. */
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

export function bodyView(input: BodyViewInput): readonly Overlay[] {
  const { plan, rect } = input;
  const lines = plan.sticky === undefined ? plan.lines : [plan.sticky, ...plan.lines.slice(1)];
  // Asked once a frame: where the live part begins takes a look at the marked line.
  const { start, emulator } = input.live;
  const tint = tintOf(emulator.reports.colors.current);
  const live = {
    start,
    view: input.live,
    tint,
    cols: emulator.cols,
    shift: input.live.hiddenLeft(rect.width),
  };
  const { selection } = input;
  const spanOn = selection && spansOf(selection, plan.places.positionOf);
  return lines.map((line, index) => {
    const plain = rowOf(line, live, input);
    const row = spanOn === undefined ? plain : withSelected(plain, line, index, spanOn, input);
    return { x: 0, y: rect.y + index, width: rect.width, row };
  });
}

/** Draws the selected cells of a row inverse; other rows keep their identity. */
function withSelected(
  row: Row,
  line: BodyLine,
  y: number,
  spanOn: SpanOn,
  { plan, live, rect }: BodyViewInput,
): Row {
  const place = plan.places.at(y);
  if (place === undefined || UNSELECTED.has(line.kind)) return row;
  const shift = line.kind === 'live' ? live.hiddenLeft(rect.width) : 0;
  const span = spanOn(plan.places.positionOf(place), row.chars.length + shift);
  if (span === undefined) return row;
  const [from, to] = [span.from - shift, span.to - shift];
  const dynamic = plan.screen ? live.emulator.reports.colors.current?.dynamic : undefined;
  const colors = { selection: dynamic?.get(17), selectedText: dynamic?.get(19) };
  const styles = row.styles.map((style, x) => (x >= from && x < to ? markedStyle(style, colors) : style));
  return { ...row, styles };
}

/** Lines that are no text. */
const UNSELECTED: ReadonlySet<BodyLine['kind']> = new Set(['separator', 'footer', 'blank']);

/** What the rows of one frame need of the live screen. */
type LiveScreen = Pick<ScreenView, 'start'> & {
  readonly view: ScreenView;
  readonly cols: number;
  /** Gives rows the colours that programs have set. */
  readonly tint: Tint;
  /** Columns hidden at the left. */
  readonly shift: number;
};

function rowOf(
  line: BodyLine,
  live: LiveScreen,
  { plan, rect: { width }, appearance, now }: BodyViewInput,
): Row {
  switch (line.kind) {
    case 'output':
      return live.tint(fitted(line.row, width));
    case 'live':
      return letterboxed(
        panned(live.tint(live.view.line(live.start + line.index)), live),
        live.cols,
        width,
        appearance,
      );
    case 'blank':
      return plan.screen ? letterboxed(blankRow(0), 0, width, appearance) : live.tint(blankRow(width));
    default:
      return rowOfChrome(line, { cols: width, now, ascii: appearance.ascii }, appearance);
  }
}

function rowOfChrome(line: ChromeLine, style: LineStyle, { theme }: Appearance): Row {
  const spans = chromeLine(line, style).map(({ text, role }) => ({ text, style: theme.cells[ROLE[role]] }));
  return chromeRow(spans, style.cols);
}

/** Moves the row of a screen wider than the window to the left until the cursor is in sight. */
function panned(row: Row, { shift }: LiveScreen): Row {
  if (shift === 0) return row;
  return { ...row, chars: row.chars.slice(shift), styles: row.styles.slice(shift) };
}

/** Fills the window with dots beside a smaller screen: the screen ends there, nothing is hidden. */
function letterboxed(row: Row, cols: number, width: number, { glyphs, theme }: Appearance): Row {
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
