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

/**
 * Limits for the width of names behind the front, tried one after the other until all labels fit, whichever tab is in front. What
 * runs in a tab changes only its sign, so that no tab moves.
 */
const NAMES = [24, 16, 12, 10, 8, 7, 6];
const LONGEST = 24;
/** The tab in front is whole, but for a name longer than this, and than a third of the window. */
const FRONT_NAME = 12;
/** At this limit and below it, the sign of a tab stands in the blank before its name. */
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
  const own = Math.min(LONGEST, Math.max(FRONT_NAME, Math.floor(cols / 3)));
  const fronts = tabs.map((tab) => frontLabel(tab, own, glyphs));
  const { backs, isWhole } = fitted(tabs, fronts, room, glyphs);
  const more = (count: number) => ` ${glyphs.less} ${count} more ${glyphs.greater} `;
  const [from, to] = isWhole
    ? [0, tabs.length]
    : pageOf(backs.map(widthOf), at, room - frontExcess(fronts, backs) - more(tabs.length).length);
  const items: StripItem[] = [];
  let x = 0;
  const place = (text: string) => {
    const spot = { x, width: textWidth(text), text };
    x += spot.width;
    return spot;
  };
  for (const [offset, tab] of tabs.slice(from, to).entries()) {
    const at = from + offset;
    const { text, closes } = (tab.uri === active ? fronts : backs)[at] ?? NO_LABEL;
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

/** A label: sign, name and holder. `closes`: whether it ends with the close sign. */
type Label = { readonly text: string; readonly closes: boolean };

const NO_LABEL: Label = { text: '', closes: false };

function widthOf({ text }: Label): number {
  return textWidth(text);
}

type Fitted = { readonly backs: readonly Label[]; readonly isWhole: boolean };

/** Returns the labels behind the front with the longest names that let all of them fit; with the shortest ones if none do. */
function fitted(
  tabs: readonly TabLabel[],
  fronts: readonly Label[],
  room: number,
  glyphs: StripGlyphs,
): Fitted {
  // Where there is room for it, a tab is as wide behind the front as in front.
  const wide = tabs.map((tab) => widened(label(tab, LONGEST, glyphs)));
  if (sum(wide.map(widthOf)) + frontExcess(fronts, wide) <= room) return { backs: wide, isWhole: true };
  let backs: readonly Label[] = [];
  for (const cells of NAMES) {
    backs = tabs.map((tab) => (cells > TIGHT ? label(tab, cells, glyphs) : tightLabel(tab, cells, glyphs)));
    if (sum(backs.map(widthOf)) + frontExcess(fronts, backs) <= room) return { backs, isWhole: true };
  }
  return { backs, isWhole: false };
}

/** Returns by how many cells a tab is at most wider in front. */
function frontExcess(fronts: readonly Label[], backs: readonly Label[]): number {
  return Math.max(0, ...fronts.map((front, index) => widthOf(front) - widthOf(backs[index] ?? NO_LABEL)));
}

function frontLabel(tab: TabLabel, cells: number, glyphs: StripGlyphs): Label {
  return { text: `${label(tab, cells, glyphs).text}${glyphs.close} `, closes: true };
}

function widened({ text }: Label): Label {
  return { text: `${text}${' '.repeat(CLOSE_CELLS - 1)}`, closes: false };
}

/** An idle tab needs no sign. */
function tightLabel({ title, holder, state, beside }: TabLabel, cells: number, glyphs: StripGlyphs): Label {
  const sign = state === 'idle' ? ' ' : glyphs[state];
  const isShown = holder !== undefined && cells >= LEAST_FOR_HOLDER;
  const short = isShown ? ` ${cut(holder, TIGHT_HOLDER, glyphs.ellipsis)}` : '';
  const edge = beside === undefined ? '' : ' ';
  return { text: `${edge}${sign}${cutName(title, cells, glyphs.ellipsis)}${short} `, closes: false };
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
