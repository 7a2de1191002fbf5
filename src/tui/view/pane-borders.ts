/**
 * The borders between panes and the titles of panes as painted cells. A border is thin and dim, and has the accent colour at the
 * pane in front; each pane has its title on the border above it. In a window that is too small for several panes, the row
 * above the only one names them all.
 */

import { contains } from '../../client/panes/geometry.ts';
import type { Rect } from '../../client/panes/pane-tree.ts';
import { membersOf, splitOf } from '../../client/panes/split.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import { cut } from '../blocks/header/span.ts';
import type { Model } from '../model/model.ts';
import { type Shown, shownPanes, typedTo } from '../model/panes/pane-layout.ts';
import type { TabLabel } from '../model/tab-label.ts';
import { chromeRow } from '../paint/frame.ts';
import type { Glyphs } from '../theme/glyphs.ts';
import type { Role } from '../theme/roles.ts';
import type { Overlay } from './compose.ts';
import { stripGlyphs, tabLabels } from './tab-labels.ts';
import { calls } from './tab-strip.ts';

/** Returns all values that borders and titles depend on, as a key for caching. */
export function borderKey(model: Model, now: number): readonly unknown[] {
  const split = splitOf(model, model.active);
  const titles = paneTitles(model, now)
    .map(({ text, x, y }) => `${x},${y} ${text}`)
    .join('\n');
  return [split, model.active, model.many, model.size, model.appearance, titles];
}

export function paneBorders(model: Model, now: number): readonly Overlay[] {
  const shown = shownPanes(model);
  const { glyphs, theme } = model.appearance;
  const lines = linesOf(shown);
  const isLine = (x: number, y: number) => lines.some((line) => contains(line, { x, y }));
  const front = shown.panes.find(({ uri }) => uri === model.active)?.rect;
  const to = typedTo(model);
  const marked = shown.panes.filter(({ uri }) => to.includes(uri));
  // A single pane needs no accent.
  const isAlone = shown.alone !== undefined;
  const roleAt = (x: number, y: number): Role => {
    if (!isAlone && marked.some(({ rect }) => touches(rect, x, y))) return 'paneMany';
    return !isAlone && front !== undefined && touches(front, x, y) ? 'paneFront' : 'paneBorder';
  };
  const borders = lines.flatMap((line) =>
    Array.from({ length: line.height }, (_, index): Overlay => {
      const y = line.y + index;
      const pieces = Array.from({ length: line.width }, (_each, at) => ({
        text: glyphAt(isLine, line.x + at, y, glyphs),
        style: theme.cells[roleAt(line.x + at, y)],
      }));
      return { x: line.x, y, width: line.width, row: chromeRow(pieces, line.width) };
    }),
  );
  const titles = paneTitles(model, now).map(({ uri, text, x, y, width, calls: isCalling }): Overlay => {
    const isMarked = marked.some((pane) => pane.uri === uri);
    const called = isCalling && uri !== model.active && !isMarked;
    const role = called ? 'tabAttention' : titleRole(model, uri, isAlone, isMarked);
    return { x, y, width, row: chromeRow([{ text, style: theme.cells[role] }], width) };
  });
  return [...borders, ...titles];
}

function titleRole(model: Model, uri: string, isAlone: boolean, isMarked: boolean): Role {
  if (isMarked) return 'paneMany';
  if (uri === model.active) return isAlone ? 'selected' : 'paneFront';
  return isAlone ? 'muted' : 'paneBorder';
}

/** All lines: the row above the panes, and the borders between them. */
function linesOf({ top, borders }: Shown): readonly Rect[] {
  return [...(top === undefined ? [] : [top]), ...borders.map(({ rect }) => rect)];
}

/** Returns the box-drawing character of a cell, joined to the lines in the cells around it. */
function glyphAt(
  isLine: (x: number, y: number) => boolean,
  x: number,
  y: number,
  { horizontal, vertical, tees }: Glyphs,
): string {
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
    isLine(x, y - 1) ? 'u' : '',
    isLine(x, y + 1) ? 'd' : '',
    isLine(x - 1, y) ? 'l' : '',
    isLine(x + 1, y) ? 'r' : '',
  ];
  return joined[around.join('')] ?? horizontal;
}

/** Whether a cell is on the border around a pane. */
function touches({ x, y, width, height }: Rect, column: number, line: number): boolean {
  return column >= x - 1 && column <= x + width && line >= y - 1 && line <= y + height;
}

// Titles: the sign of the state, the name, what it waits for and how long, and the holder.

export type PaneTitle = {
  readonly uri: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Whether it wants the person. */
  readonly calls: boolean;
};

/** Cells of the border left of a title, and of the line that is left behind it at least. */
const [BEFORE, BEHIND] = [1, 2];
/** Longest title in cells. */
const TITLE_CELLS = 40;

function paneTitles(model: Model, now: number): readonly PaneTitle[] {
  const { panes, split, top, alone } = shownPanes(model);
  if (split === undefined || top === undefined) return [];
  const labels = new Map(tabLabels(model, now).map((label) => [label.uri, label]));
  const textOf = (uri: string, room: number) => {
    const label = labels.get(uri);
    return label === undefined ? '' : titleText(model, label, room);
  };
  const callsAt = (uri: string) => {
    const label = labels.get(uri);
    return label !== undefined && calls(label);
  };
  if (alone === 'small')
    return strip(membersOf(split), model.active, top, textOf).map((title) => ({
      ...title,
      calls: callsAt(title.uri),
    }));
  return panes.flatMap(({ uri, rect }): PaneTitle[] => {
    const room = Math.min(TITLE_CELLS, rect.width - BEFORE - BEHIND);
    const text = textOf(uri, room);
    if (text === '') return [];
    return [{ uri, text, x: rect.x + BEFORE, y: rect.y - 1, width: textWidth(text), calls: callsAt(uri) }];
  });
}

function titleText(model: Model, { state, title, detail, clock, holder }: TabLabel, room: number): string {
  const signs = stripGlyphs(model);
  const waits = state === 'waits' ? [detail, clock] : [];
  const end = [...waits, holder].flatMap((text) => (text === undefined ? [] : ` ${text}`)).join('');
  // What leaves no room for the name is left out.
  const behind = textWidth(end) + LEAST_NAME <= room - FRAME ? end : '';
  const name = cut(title, room - FRAME - textWidth(behind), signs.ellipsis);
  return room - FRAME < 1 ? '' : ` ${signs[state]} ${name}${behind} `;
}

/** Cells of a title beside name and holder, and the fewest cells of a name beside a holder. */
const [FRAME, LEAST_NAME] = [4, 4];

/** Fewest cells of a name in the strip of a small window. */
const LEAST_STRIP = 8;

/** Returns the names of all panes in one row; where they do not all fit, those around the one in front. */
function strip(
  members: readonly string[],
  active: string | undefined,
  { x, y, width }: Rect,
  textOf: (uri: string, room: number) => string,
): readonly Omit<PaneTitle, 'calls'>[] {
  const count = Math.max(1, Math.min(members.length, Math.floor(width / (LEAST_STRIP + 1))));
  const at = Math.max(0, active === undefined ? 0 : members.indexOf(active));
  const from = Math.max(0, Math.min(at - Math.floor(count / 2), members.length - count));
  const room = Math.min(TITLE_CELLS, Math.floor(width / count) - 1);
  let column = x;
  return members.slice(from, from + count).map((uri) => {
    const text = textOf(uri, room);
    const title = { uri, text, x: column, y, width: textWidth(text) };
    column += title.width + 1;
    return title;
  });
}

/** Returns the terminal whose title is at a cell. */
export function titleAt(
  model: Model,
  now: number,
  at: { readonly x: number; readonly y: number },
): string | undefined {
  return paneTitles(model, now).find((title) => contains({ ...title, height: 1 }, at))?.uri;
}

/** The numbers of the panes, painted over their middles while one is chosen. */
export function paneNumbers(model: Model): readonly Overlay[] {
  if (model.dialog?.kind !== 'panes') return [];
  const { cells } = model.appearance.theme;
  const { panes, split } = shownPanes(model);
  const members = split === undefined ? [] : membersOf(split);
  return panes.map(({ uri, rect }) => {
    const text = ` ${members.indexOf(uri) + 1} `;
    const style = uri === model.active ? cells.selected : cells.modeDialog;
    return {
      x: rect.x + Math.max(0, Math.floor((rect.width - text.length) / 2)),
      y: rect.y + Math.floor(rect.height / 2),
      width: text.length,
      row: chromeRow([{ text, style }], text.length),
    };
  });
}
