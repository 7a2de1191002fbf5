/** The borders between panes as painted cells: thin and dim, in the accent where they touch the pane in front. */

import { cells } from '../../screen/cells/text-width.ts';
import { cut } from '../blocks/header/span.ts';
import { shownName } from '../model/derived/terminal-names.ts';
import type { Model } from '../model/model.ts';
import { contains, paneAt } from '../model/panes/borders.ts';
import { isToMany, shownPanes, splitOf } from '../model/panes/pane-layout.ts';
import type { Pane } from '../model/panes/panes.ts';
import { layout, type Rect } from '../model/window-layout.ts';
import { chromeRow } from '../paint/frame.ts';
import type { Glyphs } from '../theme/glyphs.ts';
import type { Role } from '../theme/roles.ts';
import type { Overlay } from './compose.ts';

/** Returns what the borders depend on. */
export function borderKey(model: Model, now: number): readonly unknown[] {
  const split = splitOf(model, model.active);
  return [split, model.active, model.many, model.size, model.appearance, namesOf(model, now).join('\n')];
}

export function paneBorders(model: Model, now: number): readonly Overlay[] {
  const { panes } = shownPanes(model);
  // The panes of a stack are rows without borders.
  if (panes.some(({ folded }) => folded)) return [];
  const { area } = layout(model.size);
  const front = panes.find(({ uri }) => uri === model.active);
  const { glyphs, theme } = model.appearance;
  const said = namesOf(model, now);
  const names = new Map(panes.map(({ uri }, index) => [uri, said[index] ?? '']));
  const isFree = freeCells(panes, area);
  const half = halves(panes, front);
  const marked = isToMany(model) ? panes.filter(({ uri }) => model.many.includes(uri)) : [];
  const roleAt = (x: number, y: number): Role => {
    if (marked.some(({ rect }) => touches(rect, x, y))) return 'paneMany';
    return front !== undefined && touches(front.rect, x, y) && half(x, y) ? 'paneFront' : 'paneBorder';
  };
  return Array.from({ length: area.height }, (_, index) => area.y + index).flatMap((y) =>
    runsOf(isFree, y, area).map(({ from, to }): Overlay => {
      const under = panes.find(({ rect }) => rect.y === y + 1 && rect.x >= from && rect.x <= from + 1);
      const pieces = Array.from({ length: to - from }, (_, at) => ({
        text: glyphAt(isFree, from + at, y, glyphs),
        style: theme.cells[roleAt(from + at, y)],
      }));
      const title = under === undefined ? '' : titled(names.get(under.uri) ?? '', to - from, glyphs);
      const titlePieces = [...title].map((text, at) => ({
        text,
        style: theme.cells[under?.uri === front?.uri ? 'paneFront' : roleAt(from + TITLE_AT + at, y)],
      }));
      const row = chromeRow(titlePieces.length === 0 ? pieces : laid(pieces, titlePieces), to - from);
      return { x: from, y, width: to - from, row };
    }),
  );
}

/** Column of a border at which the name of the pane below it begins. */
const TITLE_AT = 2;
/** Longest name on a border, in cells, and the line that is left behind it. */
const TITLE_CELLS = 24;
const LINE_CELLS = 4;

function namesOf(model: Model, now: number): readonly string[] {
  return shownPanes(model).panes.map(({ uri }) => {
    const tab = model.tabs.find(({ resource }) => resource === uri);
    return tab === undefined ? '' : shownName(model, tab, now);
  });
}

/** Characters that are wider than a cell would move the line behind them: such a name is left out. */
function titled(name: string, width: number, { ellipsis }: Glyphs): string {
  const room = Math.min(TITLE_CELLS, width - TITLE_AT - LINE_CELLS);
  if (name === '' || room < 4) return '';
  const text = ` ${cut(name, room - 2, ellipsis)} `;
  return cells(text).every((each) => each.width === 1 && [...each.text].length === 1) ? text : '';
}

function laid<T>(line: readonly T[], title: readonly T[]): readonly T[] {
  return [...line.slice(0, TITLE_AT), ...title, ...line.slice(TITLE_AT + title.length)];
}

type IsFree = (x: number, y: number) => boolean;

/** Cells of the area that no pane has: those of the borders. */
function freeCells(panes: readonly Pane[], area: Rect): IsFree {
  return (x, y) => contains(area, { x, y }) && paneAt(panes, { x, y }) === undefined;
}

function runsOf(isFree: IsFree, y: number, area: Rect): readonly { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let x = area.x; x < area.x + area.width; x++) {
    const last = runs.at(-1);
    if (!isFree(x, y)) continue;
    if (last?.to === x) last.to = x + 1;
    else runs.push({ from: x, to: x + 1 });
  }
  return runs;
}

/** Returns the line of a cell, joined to those of the cells around it. */
function glyphAt(isFree: IsFree, x: number, y: number, { horizontal, vertical, tees }: Glyphs): string {
  const [down, up, right, left, cross] = tees;
  // By the neighbours above, below, at the left and at the right.
  const joined: Readonly<Record<string, string>> = {
    udlr: cross,
    udl: left,
    udr: right,
    ulr: up,
    dlr: down,
    ud: vertical,
    u: vertical,
    d: vertical,
  };
  const around = [
    isFree(x, y - 1) ? 'u' : '',
    isFree(x, y + 1) ? 'd' : '',
    isFree(x - 1, y) ? 'l' : '',
    isFree(x + 1, y) ? 'r' : '',
  ];
  return joined[around.join('')] ?? horizontal;
}

function touches({ x, y, width, height }: Rect, column: number, line: number): boolean {
  return column >= x - 1 && column <= x + width && line >= y - 1 && line <= y + height;
}

/** If two panes share a border alone, only half of it has the accent, at the side of the pane in front: else it would mark both. */
function halves(panes: readonly Pane[], front: Pane | undefined): (x: number, y: number) => boolean {
  const [one, other] = panes;
  if (panes.length !== 2 || one === undefined || other === undefined) return () => true;
  const isFirst = front === one;
  if (one.rect.y === other.rect.y) {
    const middle = one.rect.y + one.rect.height / 2;
    return (_x, y) => y < middle === isFirst;
  }
  const middle = one.rect.x + one.rect.width / 2;
  return (x) => x < middle === isFirst;
}

/** The numbers of the panes, painted over their middles while one is chosen. */
export function paneNumbers(model: Model): readonly Overlay[] {
  if (model.dialog?.kind !== 'panes') return [];
  const { cells } = model.appearance.theme;
  const { panes, split } = shownPanes(model);
  return panes.map(({ uri, rect }) => {
    const text = ` ${(split?.members.indexOf(uri) ?? 0) + 1} `;
    const style = uri === model.active ? cells.selected : cells.modeDialog;
    return {
      x: rect.x + Math.max(0, Math.floor((rect.width - text.length) / 2)),
      y: rect.y + Math.floor(rect.height / 2),
      width: text.length,
      row: chromeRow([{ text, style }], text.length),
    };
  });
}
