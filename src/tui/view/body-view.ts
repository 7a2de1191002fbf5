/**
 * The body as painted rows: the planned lines of the blocks and the live screen. Ink draws none of it: with headers in
 * its tree each step through the blocks cost 60 ms.
 */

import { blankRow, type Row } from '../../screen/cells/row.ts';
import type { BodyLine } from '../blocks/block/body-line.ts';
import type { BodyPlan } from '../blocks/list/plan.ts';
import { markedStyle, type SpanOn, spansOf, type TextSelection } from '../blocks/select/selection.ts';
import type { Appearance } from '../model/appearance.ts';
import type { Rect } from '../model/window-layout.ts';
import type { ScreenView } from '../terminal/screen-view.ts';
import { type Tint, tintOf } from '../terminal/tint.ts';
import { fitted, type Overlay } from './compose.ts';
import { rowOfBlockLine } from './header-rows.ts';
import { besideEdge, bottomEdge, type ScreenEdge } from './screen-edge.ts';

export type BodyViewInput = {
  readonly plan: BodyPlan;
  readonly live: ScreenView;
  readonly rect: Rect;
  readonly appearance: Appearance;
  readonly now: number;
  readonly selection?: TextSelection | undefined;
  /** Who holds the terminal, where that is somebody else. */
  readonly holder?: string | undefined;
  /** Id of the block that BROWSE has selected. */
  readonly selected?: string | undefined;
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
    edge: screenEdge(input, lines),
    shift: input.live.hiddenLeft(rect.width),
  };
  const { selection } = input;
  const spanOn = selection && spansOf(selection, plan.places.positionOf);
  return lines.map((line, index) => {
    const plain = rowOf(line, index, live, input);
    const row = spanOn === undefined ? plain : withSelected(plain, line, index, spanOn, input);
    return { x: rect.x, y: rect.y + index, width: rect.width, row };
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

function screenEdge(
  { plan, live: { emulator }, rect, holder }: BodyViewInput,
  lines: readonly BodyLine[],
): ScreenEdge {
  const { cols, rows } = emulator;
  const bottom = plan.screen ? lines.findIndex(({ kind }) => kind === 'blank') : -1;
  return { cols, rows, width: rect.width, bottom, holder };
}

/** What the rows of one frame need of the live screen. */
type LiveScreen = Pick<ScreenView, 'start'> & {
  readonly view: ScreenView;
  readonly cols: number;
  /** Where a smaller screen ends. */
  readonly edge: ScreenEdge;
  /** Gives rows the colours that programs have set. */
  readonly tint: Tint;
  /** Columns hidden at the left. */
  readonly shift: number;
};

function rowOf(
  line: BodyLine,
  y: number,
  live: LiveScreen,
  { plan, rect: { width }, appearance, now, selected }: BodyViewInput,
): Row {
  switch (line.kind) {
    case 'output': {
      const row = live.tint(fitted(line.row, width));
      return line.block.id === selected ? (appearance.theme.surface?.output(row) ?? row) : row;
    }
    case 'live': {
      const row = panned(live.tint(live.view.line(live.start + line.index)), live);
      return live.cols >= width ? fitted(row, width) : besideEdge(row, y, live.edge, appearance);
    }
    case 'blank':
      if (!plan.screen) return live.tint(blankRow(width));
      return y === live.edge.bottom ? bottomEdge(live.edge, appearance) : blankRow(width);
    default:
      return rowOfBlockLine(line, { cols: width, now }, appearance, selected);
  }
}

/** Moves the row of a screen wider than the window to the left until the cursor is in sight. */
function panned(row: Row, { shift }: LiveScreen): Row {
  if (shift === 0) return row;
  return { ...row, chars: row.chars.slice(shift), styles: row.styles.slice(shift) };
}
