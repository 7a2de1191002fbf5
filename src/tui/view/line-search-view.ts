/** The search for a line of before as painted rows: newest lines next to the field at the prompt, above them an output. */

import { placeName } from '../../client/blocks/place.ts';
import { type FoundLine, foundPlaces } from '../../client/history-lines.ts';
import { isUpToDate, tookOfPast } from '../../client/history-search.ts';
import type { Rect } from '../../client/panes/pane-tree.ts';
import { duration, elapsed, roughDuration } from '../../protocol/common/durations.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { FILTER_HINT } from '../../protocol/cotty/filter/command-filter.ts';
import type { BlockStatus } from '../../review/exit-state.ts';
import { blankRow, type Row } from '../../screen/cells/row.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import { editorText } from '../../screen/editor/editor-state.ts';
import { headerChip } from '../blocks/header/chip.ts';
import { cut, padded, type Span } from '../blocks/header/span.ts';
import { historyMatches } from '../model/derived/choices.ts';
import { speakerOf } from '../model/derived/history-page.ts';
import { firstLineOf, lineSearchLayout } from '../model/derived/line-search-layout.ts';
import type { Dialog, Model } from '../model/model.ts';
import type { ViewState } from '../model/view-state.ts';
import { layout } from '../model/window-layout.ts';
import { chromeRow, type FrameCursor } from '../paint/frame.ts';
import type { Overlay } from './compose.ts';
import { fieldLine } from './editor-area.ts';
import { spanStyle } from './header-rows.ts';
import { previewRows } from './history-preview.ts';
import { endOf, machineOf } from './history-rows.ts';

type Searching = Extract<Dialog, { kind: 'history' }>;

/** The prompt of the shell: its row in the window, and the column behind it. */
export type PromptPlace = { readonly y: number; readonly x: number };

export type LineSearchView = { readonly overlays: readonly Overlay[]; readonly cursor: FrameCursor };

export function lineSearchView(
  model: Model,
  viewState: ViewState,
  prompt: PromptPlace | undefined,
): LineSearchView | undefined {
  const { dialog, size, appearance } = model;
  if (dialog?.kind !== 'history') return undefined;
  const { theme, glyphs } = appearance;
  const { preview, heading, list, field, isAtPrompt } = lineSearchLayout(layout(size).area, prompt?.y);
  const lines = historyMatches(model, viewState);
  const chosen = lines[dialog.selected];
  const sign = isAtPrompt ? '' : `${glyphs.prompt} `;
  const indent = isAtPrompt ? (prompt?.x ?? 0) : textWidth(sign);
  const room = Math.max(1, field.width - indent);
  const line = fieldLine(dialog.editor, `words, and ${FILTER_HINT}`, room, theme);
  return {
    overlays: [
      ...(preview === undefined ? [] : outputOverlays(model, viewState, dialog, chosen, preview)),
      ...rowsIn(heading, [headingRow(model, dialog, lines.length, heading.width)]),
      ...rowsIn(list, listRows(model, viewState, dialog, lines, list)),
      ...(isAtPrompt
        ? []
        : rowsIn(field, [chromeRow([{ text: sign, style: theme.cells.prompt }], field.width)])),
      { ...line.overlay, x: field.x + indent, y: field.y },
    ],
    cursor: { x: field.x + indent + line.x, y: field.y, shape: 'default', blinking: true },
  };
}

function rowsIn({ x, y, width, height }: Rect, rows: readonly Row[]): readonly Overlay[] {
  return Array.from({ length: height }, (_, index) => ({
    x,
    y: y + index,
    width,
    row: rows[index] ?? blankRow(width),
  }));
}

function outputOverlays(
  model: Model,
  { now }: ViewState,
  dialog: Searching,
  chosen: FoundLine | undefined,
  rect: Rect,
): readonly Overlay[] {
  const { run } = chosen ?? {};
  if (run !== undefined) {
    const [head = blankRow(rect.width), ...rows] = previewRows(model, run, dialog.preview, { ...rect, now });
    return rowsIn(rect, [ruled(model, head), ...rows]);
  }
  const { theme } = model.appearance;
  const told = chosen === undefined ? '' : ' not on record: only the line is known';
  const row = chromeRow([{ text: told, style: theme.cells.muted }], rect.width);
  return rowsIn(rect, [theme.surface?.row(row) ?? ruled(model, row)]);
}

/** Continues a row as a rule where no surface shows that it is a header. */
function ruled({ appearance }: Model, row: Row): Row {
  const { rules, glyphs, theme } = appearance;
  const end = row.chars.findLastIndex((char) => char !== ' ' && char !== '') + 2;
  if (!rules) return row;
  return {
    ...row,
    chars: row.chars.map((char, x) => (x < end ? char : glyphs.horizontal)),
    styles: row.styles.map((style, x) => (x < end ? style : theme.cells.muted)),
  };
}

/** The row that separates the list from what is above it, with what is wrong with the words, and the place in the list. */
function headingRow(
  { appearance }: Model,
  { found, selected }: Searching,
  count: number,
  width: number,
): Row {
  const { theme, glyphs, rules } = appearance;
  const { search } = found;
  const said = search.wrong ?? (isUpToDate(search) ? search.failure : undefined);
  const place = count === 0 ? '0' : `${(selected + 1).toLocaleString('en')}/${count.toLocaleString('en')}`;
  const more = search.more || search.asked !== undefined ? ` ${glyphs.ellipsis}` : '';
  const end = ` ${place}${more} `;
  const title = ' History ';
  const told =
    said === undefined ? '' : cut(`${said} `, width - title.length - textWidth(end), glyphs.ellipsis);
  const left = Math.max(0, width - title.length - textWidth(told) - textWidth(end));
  const row = chromeRow(
    [
      { text: title, style: theme.cells.title },
      { text: told, style: theme.cells.warning },
      { text: (rules ? glyphs.horizontal : ' ').repeat(left), style: theme.cells.muted },
      { text: end, style: theme.cells.muted },
    ],
    width,
  );
  return theme.surface?.row(row) ?? row;
}

// The list, the newest line in its lowest row.

/** Cells of a folder, of which the end says most, and of a machine. */
const FOLDER_CELLS = 28;
const MACHINE_CELLS = 14;
/** Cells that a line keeps; columns are left out for it. */
const LINE_CELLS = 24;
const GAP = '  ';
/** A duration from here on stands out (ms), and a shorter one than this is not worth its room. */
const LONG_MS = 60_000;
const SHORT_MS = 1_000;

/** A column as wide as its widest text; undefined where it is left out. */
type Column = { readonly spans: readonly Span[]; readonly cells: number; readonly atRight: boolean };

function listRows(
  model: Model,
  viewState: ViewState,
  { editor, selected }: Searching,
  lines: readonly FoundLine[],
  { width, height }: Rect,
): readonly Row[] {
  const { theme, glyphs, ascii } = model.appearance;
  const { now } = viewState;
  const first = firstLineOf(height, selected, lines.length);
  const shown = lines.slice(first, first + height);
  if (shown.length === 0) return [...blanks(height - 1, width), emptyRow(model, width)];
  const chips = columnOf(shown, ({ status }) =>
    status === undefined ? { text: '', role: 'plain' } : shortChip(status, ascii),
  );
  const age = columnOf(shown, ({ at }) => dim(at === undefined ? '' : roughDuration(now - at)), true);
  const took = columnOf(shown, (each) => tookSpan(each, now), true);
  const folder = columnOf(shown, ({ cwd }) =>
    dim(cwd === undefined ? '' : endOf(placeName(cwd, model.around.home), FOLDER_CELLS, glyphs.ellipsis)),
  );
  const machine = columnOf(shown, ({ run }) => ({
    text: cut(machineIn(model, run), MACHINE_CELLS, glyphs.ellipsis),
    role: 'other',
  }));
  const beside = width - chips.cells - 1 - LINE_CELLS;
  // The machine stays longest: the same line does something else there.
  const kept = fitting([machine, age, folder, took], beside);
  const taken = [...kept].reduce((sum, { cells }) => sum + cells + GAP.length, 0);
  const room = Math.max(0, width - 1 - chips.cells - 1 - taken);
  const words = editorText(editor);
  const rows = shown.map((each, index) => {
    const isChosen = first + index === selected;
    const at = (column: Column): readonly Span[] => (kept.has(column) ? cellsOf(column, index) : []);
    const spans: readonly Span[] = [
      { text: isChosen ? glyphs.prompt : ' ', role: 'marker' },
      ...cellsOf(chips, index).slice(0, 2),
      ...lead(at(age)),
      ...lead(at(took)),
      { text: ' ', role: 'plain' },
      ...lineSpans(each, words, room, model, now),
      ...tail(at(folder)),
      ...tail(at(machine)),
    ];
    const styled = spans.map((span) => ({
      text: span.text,
      style:
        isChosen && span.role !== 'failedChip' && span.role !== 'match'
          ? theme.cells.selected
          : spanStyle(span, theme),
    }));
    return chromeRow(styled, width);
  });
  return [...blanks(height - rows.length, width), ...rows.toReversed()];
}

/** The sign of an end with its number, without the words for it. */
function shortChip(status: BlockStatus, ascii: boolean): Span {
  const { text, role } = headerChip(status, ascii);
  const [sign = ''] = /^\S+( \d+)?/.exec(text.trim()) ?? [];
  return { text: ` ${sign} `, role };
}

function blanks(count: number, width: number): readonly Row[] {
  return Array.from({ length: Math.max(0, count) }, () => blankRow(width));
}

function emptyRow({ appearance }: Model, width: number): Row {
  return chromeRow([{ text: ' nothing matches', style: appearance.theme.cells.muted }], width);
}

function dim(text: string): Span {
  return { text, role: 'dim' };
}

function tookSpan({ run }: FoundLine, now: number): Span {
  const ms = run && tookOfPast(run, now);
  if (run === undefined || ms === undefined || ms < SHORT_MS) return dim('');
  return {
    text: run.finishedAt === undefined ? elapsed(ms) : duration(ms),
    role: ms < LONG_MS ? 'dim' : 'long',
  };
}

/** The machine on which the line ran; empty for the host's own. */
function machineIn({ tabs }: Model, run: FoundLine['run']): string {
  if (run === undefined) return '';
  if (run.where !== undefined) return machineOf(run.where);
  const tab = tabs.find(({ resource }) => resource === run.terminal);
  return nameText(cottyMeta<TerminalMeta>(tab?._meta).machine ?? '');
}

function columnOf(lines: readonly FoundLine[], span: (line: FoundLine) => Span, atRight = false): Column {
  const spans = lines.map(span);
  return { spans, cells: Math.max(0, ...spans.map(({ text }) => textWidth(text))), atRight };
}

/** Returns the columns that fit, those named first before others; an empty one takes no room. */
function fitting(columns: readonly Column[], room: number): ReadonlySet<Column> {
  let left = room;
  return new Set(
    columns.filter(({ cells }) => {
      if (cells === 0 || cells + GAP.length > left) return false;
      left -= cells + GAP.length;
      return true;
    }),
  );
}

function cellsOf({ spans, cells, atRight }: Column, index: number): readonly Span[] {
  const span = spans[index] ?? dim('');
  const fill: Span = { text: ' '.repeat(Math.max(0, cells - textWidth(span.text))), role: 'plain' };
  return atRight ? [fill, span] : [span, fill];
}

function lead(spans: readonly Span[]): readonly Span[] {
  return spans.length === 0 ? [] : [...spans, { text: GAP, role: 'plain' }];
}

function tail(spans: readonly Span[]): readonly Span[] {
  return spans.length === 0 ? [] : [{ text: GAP, role: 'plain' }, ...spans];
}

function lineSpans(
  { line }: FoundLine,
  words: string,
  room: number,
  model: Model,
  now: number,
): readonly Span[] {
  const { glyphs, ascii } = model.appearance;
  const text = cut(nameText(oneLine(line, ascii ? '\\n' : '⏎')), room, glyphs.ellipsis);
  const spans: Span[] = [];
  let done = 0;
  for (const { from, to } of foundPlaces(text, words, speakerOf(model, { now }))) {
    spans.push(
      { text: text.slice(done, from), role: 'command' },
      { text: text.slice(from, to), role: 'match' },
    );
    done = to;
  }
  return [
    ...spans,
    { text: padded(text.slice(done), room - textWidth(text.slice(0, done))), role: 'command' },
  ];
}

function oneLine(text: string, newline: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join(` ${newline} `);
}
