/** The tab bar as data: the labels that fit and their places, which also decide what a click hits. */

import { textWidth } from '../../screen/cells/text-width.ts';
import { cut } from '../blocks/header/span.ts';
import type { StripItem, TabLabel, TabState } from '../model/tab-label.ts';
import type { Role } from '../theme/roles.ts';

export type StripGlyphs = { readonly [state in TabState]: string } & {
  readonly close: string;
  readonly ellipsis: string;
  readonly separator: string;
  readonly less: string;
  readonly greater: string;
  /** Separates tabs whose terminals are side by side in the window. */
  readonly vertical: string;
};

/** Limits for the width of names, tried one after the other until all labels fit; the tab in front keeps a few cells more. */
const NAMES = [24, 16, 12, 10, 8, 7, 6];
const SHORTEST = 6;
const FRONT_NAME = 12;
/** At this limit and below it, background tabs show only their name. */
const TIGHT = 10;
/** Longest holder in such a tab, and the limit of names below which it is left out. */
const TIGHT_HOLDER = 6;
const LEAST_FOR_HOLDER = 8;

/**
 * Returns the items for `cols` columns: all tabs if they fit with shorter names, else a page of them and the count of the
 * others.
 */
export function tabStrip(
  tabs: readonly TabLabel[],
  active: string | undefined,
  cols: number,
  glyphs: StripGlyphs,
): readonly StripItem[] {
  const room = cols - NEW_TEXT.length;
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.uri === active),
  );
  const labels = fitted(tabs, at, room, glyphs);
  const widths = labels.map(widthOf);
  const isWhole = sum(widths) <= room;
  const more = (count: number) => ` ${glyphs.less} ${count} more ${glyphs.greater} `;
  // Pages are computed from the widths of background tabs, so that they do not change with the tab in front.
  const back = tabs.map((tab) => widthOf(backLabel(tab, SHORTEST, glyphs)));
  const extra = (widths[at] ?? 0) - (back[at] ?? 0);
  const [from, to] = isWhole ? [0, tabs.length] : pageOf(back, at, room - extra - more(tabs.length).length);
  const items: StripItem[] = [];
  let x = 0;
  const place = (text: string) => {
    const spot = { x, width: textWidth(text), text };
    x += spot.width;
    return spot;
  };
  for (const [offset, tab] of tabs.slice(from, to).entries()) {
    const at = from + offset;
    const { text, closes } = labels[at] ?? NO_LABEL;
    const spot = place(bracketed(text, tab, { before: tabs[at - 1], after: tabs[at + 1] }, glyphs));
    items.push({
      kind: 'tab',
      tab,
      active: tab.uri === active,
      ...spot,
      // The close sign, and the blanks beside it.
      ...(closes ? { closeFrom: x - CLOSE_CELLS } : {}),
    });
  }
  const hidden = [...tabs.slice(0, from), ...tabs.slice(to)];
  if (hidden.length > 0) {
    items.push({ kind: 'more', calls: hidden.some(calls), ...place(more(hidden.length)) });
  }
  items.push({ kind: 'new', ...place(NEW_TEXT) });
  const free = cols - x;
  const others = tabs.filter((tab) => tab.uri !== active);
  const count = countOf(others, free - GAP_CELLS, glyphs);
  if (count !== undefined) items.push({ kind: 'count', ...place(count.padStart(free)) });
  return items;
}

/** Least blank cells between the plus and the count. */
const GAP_CELLS = 2;

/**
 * Returns the counts of tabs that want a person, those that wait first, `2 wait · 1 done · 1 failed · 3 new`: as many of them as fit,
 * or undefined.
 */
function countOf(tabs: readonly TabLabel[], room: number, { separator }: StripGlyphs): string | undefined {
  const count = (wanted: TabState) => tabs.filter(({ state }) => state === wanted).length;
  const parts = [
    waitText(tabs.filter(waits).length),
    counted(count('done'), 'done'),
    counted(count('failed'), 'failed'),
    counted(count('attention'), 'new'),
  ].filter((part) => part !== '');
  return parts
    .map((_part, index) => ` ${parts.slice(0, parts.length - index).join(` ${separator} `)} `)
    .find((text) => textWidth(text) <= room);
}

/** Returns `1 waits`, `2 wait`; empty for none. */
export function waitText(count: number): string {
  return counted(count, count === 1 ? 'waits' : 'wait');
}

function counted(count: number, word: string): string {
  return count === 0 ? '' : `${count} ${word}`;
}

type Beside = { readonly before: TabLabel | undefined; readonly after: TabLabel | undefined };

/** Puts brackets around the labels of terminals that are side by side: `[build│logs]`. */
function bracketed(
  text: string,
  { beside }: TabLabel,
  { before, after }: Beside,
  glyphs: StripGlyphs,
): string {
  if (beside === undefined) return text;
  const isFirst = before?.beside?.split !== beside.split;
  const isLast = after?.beside?.split !== beside.split;
  return `${isFirst ? '[' : glyphs.vertical}${text.slice(1, -1)}${isLast ? ']' : ' '}`;
}

/** Returns the item at column `x`. */
export function stripItemAt(items: readonly StripItem[], x: number): StripItem | undefined {
  return items.find((item) => x >= item.x && x < item.x + item.width);
}

export function roleOf(item: StripItem): Role {
  if (item.kind === 'more') return item.calls ? 'tabAttention' : 'tab';
  if (item.kind === 'count') return 'tabAttention';
  if (item.kind !== 'tab') return 'muted';
  if (item.tab.marked) return 'paneMany';
  if (item.tab.state === 'away' && !item.active) return 'muted';
  if (item.active) return 'tabActive';
  return calls(item.tab) ? 'tabAttention' : 'tab';
}

/** Whether a tab wants a person. */
export function calls(label: Pick<TabLabel, 'state' | 'snoozed'>): boolean {
  return label.state === 'waits' ? waits(label) : CALLING.has(label.state);
}

/** Whether it waits for a person, who has not put that off. */
function waits({ state, snoozed }: Pick<TabLabel, 'state' | 'snoozed'>): boolean {
  return state === 'waits' && snoozed !== true;
}

const CALLING: ReadonlySet<TabState> = new Set(['done', 'failed', 'attention']);

const NEW_TEXT = ' + ';
/** Cells of ` × ` at the end of the tab in front. */
const CLOSE_CELLS = 3;

/** A label: sign, name and holder, so that it stays as wide while programs run. `closes`: whether it ends with the close sign. */
type Label = { readonly text: string; readonly closes: boolean };

const NO_LABEL: Label = { text: '', closes: false };

function widthOf({ text }: Label): number {
  return textWidth(text);
}

/** Returns the labels with the longest names that let all of them fit; with the shortest ones if none do. */
function fitted(tabs: readonly TabLabel[], at: number, room: number, glyphs: StripGlyphs): readonly Label[] {
  let labels: readonly Label[] = [];
  for (const cells of NAMES) {
    labels = tabs.map((tab, index) =>
      index === at ? frontLabel(tab, Math.max(cells, FRONT_NAME), glyphs) : backLabel(tab, cells, glyphs),
    );
    if (sum(labels.map(widthOf)) <= room) return labels;
  }
  return labels;
}

function frontLabel(tab: TabLabel, cells: number, glyphs: StripGlyphs): Label {
  return { text: `${label(tab, cells, glyphs).text}${glyphs.close} `, closes: true };
}

function backLabel(tab: TabLabel, cells: number, glyphs: StripGlyphs): Label {
  if (cells > TIGHT) return label(tab, cells, glyphs);
  const { lasting: _lasting, holder, ...rest } = tab;
  const isShown = holder !== undefined && cells >= LEAST_FOR_HOLDER;
  const short = isShown ? cut(holder, TIGHT_HOLDER, glyphs.ellipsis) : undefined;
  const made = label({ ...rest, holder: short }, cells, glyphs);
  // An idle tab needs no sign.
  return tab.state === 'idle' ? { ...made, text: made.text.replace(` ${glyphs.idle}`, '') } : made;
}

function label(tab: TabLabel, cells: number, glyphs: StripGlyphs): Label {
  const lasting = tab.lasting === undefined ? '' : ` ${tab.lasting}`;
  const holder = tab.holder === undefined ? '' : ` ${tab.holder}`;
  const note = tab.beside === undefined || tab.beside.note === '' ? '' : ` ${tab.beside.note}`;
  const name = cutName(tab.title, cells, glyphs.ellipsis);
  return { text: ` ${glyphs[tab.state]} ${name}${lasting}${holder}${note} `, closes: false };
}

/** Shortens a name but keeps the number that distinguishes it, `server…-3`. */
function cutName(name: string, cells: number, ellipsis: string): string {
  const [number = ''] = /[-:]\d{1,4}$/.exec(name) ?? [];
  if (textWidth(name) <= cells || textWidth(number) >= cells - 1) return cut(name, cells, ellipsis);
  return `${cut(name.slice(0, name.length - number.length), cells - textWidth(number), ellipsis)}${number}`;
}

function sum(widths: readonly number[]): number {
  return widths.reduce((all, width) => all + width, 0);
}

/** Returns the page of tabs with the one in front: a page stays the same while the user goes through its tabs. */
function pageOf(widths: readonly number[], at: number, room: number): readonly [number, number] {
  let from = 0;
  let to = pageEnd(widths, from, room);
  while (at >= to && to < widths.length) {
    from = to;
    to = pageEnd(widths, from, room);
  }
  if (to < widths.length) return [from, to];
  // The last page is filled from the left.
  while (from > 0 && sum(widths.slice(from - 1)) <= room) from -= 1;
  return [from, to];
}

/** Returns the end of the page that begins at a tab; a page has one tab at least. */
function pageEnd(widths: readonly number[], from: number, room: number): number {
  let to = from + 1;
  while (to < widths.length && sum(widths.slice(from, to + 1)) <= room) to += 1;
  return Math.min(to, widths.length);
}
