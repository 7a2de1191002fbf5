/** The tab bar as data: the labels that fit and their places, which also decide what a click hits. */

import { textWidth } from '../../screen/cells/text-width.ts';
import type { StripItem, TabLabel, TabState } from '../model/tab-label.ts';
import type { Role } from '../theme/roles.ts';

export type StripGlyphs = { readonly [state in TabState]: string };

/** Longest title in a label, in UTF-16 units. */
const MAX_TITLE = 24;

/** Returns the items for `cols` columns: the tabs around the active one that fit, and counts of the others. */
export function tabStrip(
  tabs: readonly TabLabel[],
  active: string | undefined,
  cols: number,
  glyphs: StripGlyphs,
): readonly StripItem[] {
  const parts = tabs.map((tab) => labelParts(tab, glyphs));
  const texts = parts.map(({ before, after }, index) => `${before}${tabs[index]?.clock ?? ''}${after}`);
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.uri === active),
  );
  const [from, to] = visibleRange(texts.map(textWidth), at, cols - MORE_WIDTH * 2 - NEW_TEXT.length);
  const items: StripItem[] = [];
  let x = 0;
  const place = (text: string) => {
    const spot = { x, width: textWidth(text), text };
    x += spot.width;
    return spot;
  };
  const before = tabs[from - 1];
  if (before !== undefined) items.push({ kind: 'more', uri: before.uri, ...place(moreText(`‹${from}`)) });
  for (const [offset, tab] of tabs.slice(from, to).entries()) {
    const { before = '' } = parts[from + offset] ?? {};
    const clock = { x: x + textWidth(before), at: before.length, text: tab.clock ?? '' };
    const spot = place(texts[from + offset] ?? '');
    const running = tab.clock === undefined ? {} : { clock };
    items.push({ kind: 'tab', tab, active: tab.uri === active, ...spot, ...running });
  }
  const after = tabs[to];
  if (after !== undefined)
    items.push({ kind: 'more', uri: after.uri, ...place(moreText(`${tabs.length - to}›`)) });
  items.push({ kind: 'new', ...place(NEW_TEXT) });
  return items;
}

/** Returns the item at column `x`. */
export function stripItemAt(items: readonly StripItem[], x: number): StripItem | undefined {
  return items.find((item) => x >= item.x && x < item.x + item.width);
}

export function roleOf(item: StripItem): Role {
  if (item.kind !== 'tab') return 'muted';
  if (item.active) return 'tabActive';
  return item.tab.state === 'attention' || item.tab.state === 'failed' ? 'tabAttention' : 'tab';
}

const NEW_TEXT = ' + ';
const MORE_WIDTH = 5;

function moreText(count: string): string {
  return count.padStart(MORE_WIDTH - 1).padEnd(MORE_WIDTH);
}

/** Returns the parts of a label before and after its clock. */
function labelParts(tab: TabLabel, glyphs: StripGlyphs): { readonly before: string; readonly after: string } {
  const detail = tab.detail === undefined ? '' : ` ${tab.detail}`;
  const holder = tab.holder === undefined ? '' : ` ${tab.holder}`;
  const program = tab.program === undefined ? '' : ` · ${tab.program}`;
  const gap = tab.clock === undefined ? '' : ' ';
  return {
    before: ` ${glyphs[tab.state]} ${shorten(tab.title, MAX_TITLE)}${gap}`,
    after: `${detail}${program}${holder} `,
  };
}

function shorten(title: string, max: number): string {
  return title.length <= max ? title : `${title.slice(0, max - 1)}…`;
}

/** Returns the range of tabs shown, widened from the active tab to both sides while the labels fit. */
function visibleRange(widths: readonly number[], at: number, room: number): [number, number] {
  let from = at;
  let to = Math.min(widths.length, at + 1);
  let used = widths[at] ?? 0;
  for (;;) {
    const right = widths[to];
    const left = widths[from - 1];
    if (right !== undefined && used + right <= room) {
      used += right;
      to++;
    } else if (left !== undefined && used + left <= room) {
      used += left;
      from--;
    } else return [from, to];
  }
}
