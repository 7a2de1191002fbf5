/** The entries of the palette in measured columns: title, description, and the keys at the right. */

import { textWidth } from '../../../screen/cells/text-width.ts';
import { cut, padded } from '../../blocks/header/span.ts';
import type { PaletteItem } from '../../keys/help/palette.ts';
import type { Piece } from './mode-chip.ts';

/** Cells between columns, and the fewest that make a description worth its column. */
const GAP = 2;
const LEAST_DESCRIPTION = 16;

/** Returns one line an entry, of exactly `width` cells. Where they do not fit, descriptions go before keys and titles. */
export function paletteLines(
  items: readonly PaletteItem[],
  width: number,
  ellipsis: string,
): readonly (readonly Piece[])[] {
  const keysOf = ({ keys }: PaletteItem) => keys.slice(0, 2).join(' ');
  const keys = Math.min(Math.floor(width / 3), widest(items.map(keysOf)));
  const title = Math.min(width - keys - GAP, widest(items.map((item) => item.title)));
  const room = width - title - keys - 2 * GAP;
  const description = room < LEAST_DESCRIPTION ? 0 : room;
  return items.map((item) => [
    ...markedTitle(item, title, ellipsis),
    {
      text: `${' '.repeat(GAP)}${column(description === 0 ? '' : item.description, Math.max(0, room), ellipsis)}`,
      role: 'muted',
    },
    { text: ' '.repeat(Math.max(0, room < 0 ? 0 : GAP)), role: 'muted' },
    { text: rightOf(cut(keysOf(item), keys, ellipsis), keys), role: 'muted' },
  ]);
}

/** Returns the description of the chosen entry where the lines have no room for it. */
export function chosenDescription(
  item: PaletteItem | undefined,
  width: number,
  lines: readonly (readonly Piece[])[],
  ellipsis: string,
): readonly Piece[] | undefined {
  const isShown = lines.some((line) => line.some(({ text, role }) => role === 'muted' && text.trim() !== ''));
  return item === undefined || isShown
    ? undefined
    : [{ text: cut(item.description, width, ellipsis), role: 'muted' }];
}

/** Returns the title, in which the letters that were typed stand out. */
function markedTitle({ title, marked }: PaletteItem, width: number, ellipsis: string): readonly Piece[] {
  const pieces: { text: string; role: Piece['role'] }[] = [];
  [...column(title, width, ellipsis)].forEach((text, at) => {
    const role = marked.includes(at) ? 'match' : 'text';
    const last = pieces.at(-1);
    if (last?.role === role) last.text += text;
    else pieces.push({ text, role });
  });
  return pieces;
}

function column(text: string, width: number, ellipsis: string): string {
  return padded(cut(text, width, ellipsis), width);
}

function rightOf(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - textWidth(text))) + text;
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(textWidth));
}
