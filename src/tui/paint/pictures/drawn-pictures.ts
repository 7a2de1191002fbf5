/** Pictures for terminals that draw them into cells: sixel and iTerm2's sequence. The part that is visible is cut out here. */

import { pngFile } from '../../../screen/picture/decode/png-pixels.ts';
import type { ShownPicture } from '../../../screen/picture/picture-table.ts';
import { cut, type OuterCell } from './cut.ts';
import { sixelBytes } from './sixel-bytes.ts';
import type { Spelling } from './spelling.ts';
import type { VisiblePicture } from './visible-pictures.ts';

/** Limit in UTF-16 units of what is kept of pictures that were spelled; the oldest goes. */
const KEPT_LIMIT = 16 * 1024 * 1024;

export function sixelSpelling(cell: OuterCell): Spelling {
  return drawn((place, visible) => {
    const pixels = cut(place, visible, cell);
    return pixels && sixelBytes(pixels);
  });
}

export function itermSpelling(cell: OuterCell): Spelling {
  return drawn((place, visible) => {
    const file = wholeFile(place, visible) ?? pngOf(place, visible, cell);
    if (file === undefined) return undefined;
    const size = `size=${file.length};width=${visible.cols};height=${visible.rows}`;
    const how = 'inline=1;preserveAspectRatio=0;doNotMoveCursor=1';
    return `\x1b]1337;File=${how};${size}:${file.toString('base64')}\x07`;
  });
}

/** Returns the file of a picture that we cannot cut, if all of it is visible. */
function wholeFile({ picture, across, down }: ShownPicture, visible: VisiblePicture): Buffer | undefined {
  const isWhole = visible.cols === Math.ceil(across) && visible.rows === Math.ceil(down);
  return picture?.format === 'file' && isWhole ? picture.bytes : undefined;
}

function pngOf(place: ShownPicture, visible: VisiblePicture, cell: OuterCell): Buffer | undefined {
  const pixels = cut(place, visible, cell);
  return pixels && pngFile(pixels);
}

type Spell = (place: ShownPicture, visible: VisiblePicture) => string | undefined;

/** Keeps what was spelled: a picture that scrolls is the same some rows higher. */
function drawn(spell: Spell): Spelling {
  const kept = new Map<string, string | undefined>();
  let length = 0;
  return {
    show(place, visible) {
      const { number, cols, rows, fromColumn, fromRow } = visible;
      const key = `${place.picture?.key} ${number} ${cols} ${rows} ${fromColumn} ${fromRow}`;
      if (kept.has(key)) return kept.get(key);
      const bytes = spell(place, visible);
      kept.set(key, bytes);
      length += bytes?.length ?? key.length;
      for (const [oldest, its] of kept) {
        if (length <= KEPT_LIMIT || kept.size === 1) break;
        kept.delete(oldest);
        length -= its?.length ?? oldest.length;
      }
      return bytes;
    },
    unplaceAll: () => '',
    removeAll: () => '',
    needsRowBelow: true,
  };
}
