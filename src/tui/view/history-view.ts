/** The history page as painted rows: the field, the filters, the list, and the chosen command with its output. */

import { commandAt, isUpToDate } from '../../client/history-search.ts';
import type { Rect } from '../../client/panes/pane-tree.ts';
import { nameAt } from '../../client/terminal-names.ts';
import { FILTER_HINT } from '../../protocol/cotty/filter/command-filter.ts';
import { blankRow, type Row } from '../../screen/cells/row.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import { cut } from '../blocks/header/span.ts';
import { emptyLayout, historyLayout } from '../model/derived/history-layout.ts';
import { chosenCommand, filterChips } from '../model/derived/history-page.ts';
import type { HistoryPage, Model } from '../model/model.ts';
import type { ViewState } from '../model/view-state.ts';
import { chromeRow, type FrameCursor } from '../paint/frame.ts';
import type { Overlay } from './compose.ts';
import { fieldLine } from './editor-area.ts';
import { previewRows } from './history-preview.ts';
import { historyRows } from './history-rows.ts';

export type HistoryView = { readonly overlays: readonly Overlay[]; readonly cursor: FrameCursor | undefined };

/** Cells that the field keeps beside its title. */
const FIELD_CELLS = 34;

export function historyView(model: Model, viewState: ViewState): HistoryView | undefined {
  const { dialog: page, size, appearance } = model;
  if (page?.kind !== 'historyPage') return undefined;
  const { field, chips, list, preview, area } = isEmpty(page) ? emptyLayout(size) : historyLayout(size);
  const head = fieldRow(model, page, field);
  const onSurface = (row: Row) => appearance.theme.surface?.row(row) ?? row;
  const chosen = chosenCommand(page);
  const output =
    preview === undefined || chosen === undefined
      ? []
      : previewRows(model, chosen, page.preview, { ...preview, now: viewState.now });
  return {
    overlays: [
      // Nothing of the terminals behind shows through.
      ...rowsIn(area, []),
      ...rowsIn(field, [onSurface(chromeRow(head.spans, field.width))]),
      ...head.field,
      ...rowsIn(chips, [onSurface(chipsRow(model, viewState, page, chips.width))]),
      ...rowsIn(list, listRows(model, viewState, page, list)),
      ...(preview === undefined ? [] : [...border(model, list, preview), ...rowsIn(preview, output)]),
    ],
    cursor: page.inList ? undefined : { x: head.x, y: field.y, shape: 'default', blinking: true },
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

/** Whether no command has run yet: then there is nothing to filter. */
function isEmpty({ search, all }: HistoryPage): boolean {
  return all === 0 && isUpToDate(search) && search.failure === undefined;
}

/** A line between the list and an output beside it. */
function border({ appearance }: Model, list: Rect, preview: Rect): readonly Overlay[] {
  if (preview.x === 0) return [];
  const { theme, glyphs } = appearance;
  const row = chromeRow([{ text: glyphs.vertical, style: theme.cells.paneBorder }], 1);
  return Array.from({ length: list.height }, (_, index) => ({
    x: list.x + list.width,
    y: list.y + index,
    width: 1,
    row,
  }));
}

function fieldRow(model: Model, page: HistoryPage, { x, y, width }: Rect) {
  const { theme, glyphs } = model.appearance;
  const { cells } = theme;
  const count = ` ${countText(page, glyphs.ellipsis)} `;
  const sign = `${glyphs.prompt} `;
  const title =
    width - textWidth(count) - textWidth(sign) - ' History '.length >= FIELD_CELLS ? ' History ' : ' ';
  const left = textWidth(title) + textWidth(sign);
  const room = Math.max(1, width - left - textWidth(count));
  const line = fieldLine(page.editor, `words, and ${FILTER_HINT}`, room, theme);
  const row = theme.surface?.row(line.overlay.row) ?? line.overlay.row;
  return {
    spans: [
      { text: title, style: cells.title },
      { text: sign, style: page.inList ? cells.muted : cells.prompt },
      { text: ' '.repeat(room) },
      { text: count, style: cells.muted },
    ],
    field: [{ ...line.overlay, row, x: x + left, y }],
    x: x + left + line.x,
  };
}

/** Returns the place of the chosen command, and how many match: `3/1,204 of 52,008`. */
function countText({ search, selected, all }: HistoryPage, ellipsis: string): string {
  const { count, more, shown } = search;
  if (shown === undefined) return ellipsis;
  const found = `${count.toLocaleString('en')}${more ? '+' : ''}`;
  const place = count === 0 ? found : `${(selected + 1).toLocaleString('en')}/${found}`;
  const of = all === undefined || all === count ? '' : ` of ${all.toLocaleString('en')}`;
  return `${place}${of}${isUpToDate(search) ? '' : ` ${ellipsis}`}`;
}

/** The filters, and behind them what is wrong with a word. */
function chipsRow(model: Model, viewState: ViewState, page: HistoryPage, width: number): Row {
  const { theme, glyphs } = model.appearance;
  const { wrong, failure } = page.search;
  const said = wrong ?? failure;
  const chips = said === undefined ? filterChips(model, viewState, page, width) : [];
  const told =
    said === undefined
      ? []
      : [{ text: ` ${cut(said, width - 2, glyphs.ellipsis)}`, style: theme.cells.warning }];
  return chromeRow([...chips.map(({ text, role }) => ({ text, style: theme.cells[role] })), ...told], width);
}

function listRows(
  model: Model,
  { now }: ViewState,
  page: HistoryPage,
  { width, height }: Rect,
): readonly Row[] {
  const { search, top, selected, trends } = page;
  const length = Math.max(0, Math.min(height, search.count - top));
  if (length === 0) return [emptyRow(model, page, width)];
  return historyRows({
    commands: Array.from({ length }, (_, index) => commandAt(search, top + index)),
    trends,
    marked: model.compareMark?.run,
    chosen: selected - top,
    width,
    now,
    home: model.around.home,
    nameOf: ({ terminal, name }) => nameAt(model.tabs, terminal, name),
    me: model.me.writer,
    appearance: model.appearance,
  });
}

function emptyRow({ appearance }: Model, { search, all }: HistoryPage, width: number): Row {
  const { theme, glyphs } = appearance;
  const nothing =
    all === 0 ? 'no command has run yet' : `nothing matches ${glyphs.separator} filters read ${FILTER_HINT}`;
  const waiting = search.shown === undefined ? `reading the records ${glyphs.ellipsis}` : '';
  const text = isUpToDate(search) ? (search.failure ?? nothing) : waiting;
  return chromeRow([{ text: ` ${cut(text, width - 2, glyphs.ellipsis)}`, style: theme.cells.muted }], width);
}
