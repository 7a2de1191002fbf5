/**
 * The body as painted rows: the planned lines of the blocks and the live screen. Ink draws none of it: with headers in
 * its tree each step through the blocks cost 60 ms.
 */

import type { Rect } from '../../client/panes/pane-tree.ts';
import { blankRow, type Row } from '../../screen/cells/row.ts';
import type { StyleId } from '../../screen/cells/style.ts';
import {
  COLOR_MODE,
  COLOR_RGB,
  PALETTE_VALUE,
  RGB_VALUE,
  UNDERLINE_COLOR,
} from '../../screen/cells/style-bits.ts';
import { styleNumber, styleWords } from '../../screen/cells/style-table.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import type { ProgramColorSet } from '../../screen/report/program-colors.ts';
import type { BodyLine } from '../blocks/block/body-line.ts';
import type { BodyPlan } from '../blocks/list/plan.ts';
import { markedStyle, type SpanOn, spansOf, type TextSelection } from '../blocks/select/selection.ts';
import type { Appearance } from '../model/appearance.ts';
import { chromeRow } from '../paint/frame.ts';
import type { ScreenView } from '../terminal/screen-view.ts';
import { fitted, type Overlay } from './compose.ts';
import { rowOfBlockLine } from './header-rows.ts';

export type BodyViewInput = {
  readonly plan: BodyPlan;
  readonly live: ScreenView;
  readonly rect: Rect;
  readonly appearance: Appearance;
  readonly now: number;
  readonly selection?: TextSelection | undefined;
  /** Name of the holder, if another client holds the terminal. */
  readonly holder?: string | undefined;
  /** Id of the block that BROWSE has selected. */
  readonly selected?: string | undefined;
};

export function bodyView(input: BodyViewInput): readonly Overlay[] {
  const lines = linesOf(input.plan);
  return lines.map(overlaysOf(input, lines));
}

/** Draws the live rows of a body anew; `before` is the body as it was drawn, of which unchanged rows are kept. */
export function withLiveRows(input: BodyViewInput, before: readonly Overlay[]): readonly Overlay[] {
  const lines = linesOf(input.plan);
  const draw = overlaysOf(input, lines);
  return before.map((overlay, index) => {
    const line = lines[index];
    const next = line?.kind === 'live' ? draw(line, index) : overlay;
    return next.row === overlay.row ? overlay : next;
  });
}

/** Draws row `y` of a body, which is a live one. */
export function liveRow(input: BodyViewInput, y: number): Row {
  const lines = linesOf(input.plan);
  const line = lines[y];
  return line === undefined ? blankRow(input.rect.width) : overlaysOf(input, lines)(line, y).row;
}

function linesOf({ sticky, lines }: BodyPlan): readonly BodyLine[] {
  return sticky === undefined ? lines : [sticky, ...lines.slice(1)];
}

/** Returns how to draw a line of the body. */
function overlaysOf(
  input: BodyViewInput,
  lines: readonly BodyLine[],
): (line: BodyLine, index: number) => Overlay {
  const { plan, rect } = input;
  // Read once a frame: finding the start of the live part may read a line of the buffer.
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
  return (line, index) => {
    const plain = rowOf(line, index, live, input);
    const row = spanOn === undefined ? plain : withSelected(plain, line, index, spanOn, input);
    return { x: rect.x, y: rect.y + index, width: rect.width, row };
  };
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

/** Kinds of lines without text to select. */
const UNSELECTED: ReadonlySet<BodyLine['kind']> = new Set(['separator', 'blank']);

function screenEdge(
  { plan, live: { emulator }, rect, holder }: BodyViewInput,
  lines: readonly BodyLine[],
): ScreenEdge {
  const { cols, rows } = emulator;
  const bottom = plan.screen ? lines.findIndex(({ kind }) => kind === 'blank') : -1;
  return { cols, rows, width: rect.width, bottom, holder };
}

/** The parts of the live screen that the rows of one frame need. */
type LiveScreen = Pick<ScreenView, 'start'> & {
  readonly view: ScreenView;
  readonly cols: number;
  /** Edges of a screen that is smaller than its pane. */
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
      const row = panned(live.tint(live.view.paintedLine(live.start + line.index)), live);
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

/** The edge of a screen that is smaller than its pane, since another client set its size: a thin line and a label. */
type ScreenEdge = {
  /** Size of the screen. */
  readonly cols: number;
  readonly rows: number;
  /** Width of the body. */
  readonly width: number;
  /** Row of the body right below the screen; negative when it is not in view. */
  readonly bottom: number;
  /** Name of the holder, if another client holds the terminal. */
  readonly holder: string | undefined;
};

/** Draws row `y` of the body: that of the screen, and its right edge; the label stands at the top when the corner is hidden. */
function besideEdge(row: Row, y: number, edge: ScreenEdge, appearance: Appearance): Row {
  const { cols, width, bottom } = edge;
  const { glyphs, theme } = appearance;
  const said = y === 0 && bottom < 0 ? ` ${label(edge, appearance)}` : '';
  const fits = textWidth(said) < width - cols;
  const text = `${glyphs.vertical}${fits ? said : ''}`;
  return joined(fitted(row, cols), chromeRow([{ text, style: theme.cells.border }], width - cols));
}

/** Draws the edge below the screen. The label stands behind the corner, else before it. */
function bottomEdge(edge: ScreenEdge, appearance: Appearance): Row {
  const { cols, width } = edge;
  const { glyphs, theme } = appearance;
  const said = label(edge, appearance);
  const [, , , corner] = glyphs.corners;
  const line = Math.min(cols, width);
  const hasCorner = cols < width;
  const isBehind = textWidth(said) + 2 <= width - cols;
  const inside = isBehind ? '' : ` ${said} `;
  const rule = glyphs.horizontal.repeat(Math.max(0, line - textWidth(inside)));
  const end = `${hasCorner ? corner : ''}${isBehind ? ` ${said}` : ''}`;
  return chromeRow([{ text: `${rule}${inside}${end}`, style: theme.cells.border }], width);
}

function label({ cols, rows, holder }: ScreenEdge, { glyphs }: Appearance): string {
  const size = `${cols}${glyphs.close}${rows}`;
  return holder === undefined ? size : `${size} ${glyphs.separator} ${holder}`;
}

function joined(one: Row, other: Row): Row {
  return {
    chars: [...one.chars, ...other.chars],
    styles: [...one.styles, ...other.styles],
    wrapped: one.wrapped,
  };
}

// Rows in the colours that programs have set: the outer terminal keeps its own palette, so an entry that
// was changed is painted as a true colour, and so are default colours that were changed.

type Tint = (row: Row) => Row;

const untinted: Tint = (row) => row;

/** OSC numbers of the default colours. */
const FOREGROUND = 10;
const BACKGROUND = 11;

/** Limit: cached styles; when it is reached, the cache is cleared. */
const STYLES_LIMIT = 4096;

/** Cached, so that the same colours and row give the same row object, which the painter need not compare. */
const known = new WeakMap<ProgramColorSet, Tint>();

export function tintOf(colors: ProgramColorSet | undefined): Tint {
  if (colors === undefined) return untinted;
  const found = known.get(colors);
  if (found !== undefined) return found;
  const made = makeTint(colors);
  known.set(colors, made);
  return made;
}

function makeTint(colors: ProgramColorSet): Tint {
  const rows = new WeakMap<Row, Row>();
  const styles = new Map<StyleId, StyleId>();
  const style = (id: StyleId): StyleId => {
    const found = styles.get(id);
    if (found !== undefined) return found;
    if (styles.size >= STYLES_LIMIT) styles.clear();
    const made = tinted(id, colors);
    styles.set(id, made);
    return made;
  };
  return (row) => {
    const found = rows.get(row);
    if (found !== undefined) return found;
    const made = { ...row, styles: row.styles.map(style) };
    rows.set(row, made);
    return made;
  };
}

function tinted(id: StyleId, { indexed, dynamic }: ProgramColorSet): StyleId {
  const { fg, bg, ext, link } = styleWords(id);
  const colored = (word: number, usual: number | undefined): number => {
    const mode = word & COLOR_MODE;
    const value = mode === 0 ? usual : mode === COLOR_RGB ? undefined : indexed.get(word & PALETTE_VALUE);
    return value === undefined ? word : (word & ~(COLOR_MODE | RGB_VALUE)) | COLOR_RGB | value;
  };
  const underline = colored(ext & UNDERLINE_COLOR, undefined);
  return styleNumber(
    colored(fg, dynamic.get(FOREGROUND)),
    colored(bg, dynamic.get(BACKGROUND)),
    (ext & ~UNDERLINE_COLOR) | underline,
    link,
  );
}
