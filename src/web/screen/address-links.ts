/** Makes links of the addresses in plain text on the live screen, by the rule of the window and of blocks. */

import type { IBufferLine, ILink, ILinkProvider, Terminal } from '@xterm/xterm';
import { addressesIn, WEB_SCHEMES } from '../../screen/text/addresses.ts';
import { openLink } from './palette.ts';

/** Limit: rows of one wrapped line above and below the one that is pointed at. */
const MOST_ROWS = 64;

/** A cell, as ranges of links count: from 1; `width` is 2 for wide characters. */
type Place = { readonly x: number; readonly y: number; readonly width: number };

export function addressLinks(terminal: Terminal): ILinkProvider {
  return {
    provideLinks: (y, callback) => {
      const { text, places } = wrappedLine(terminal, y - 1);
      const links = addressesIn(text, WEB_SCHEMES).flatMap(({ from, to }): ILink[] => {
        const [start, last] = [places[from], places[to - 1]];
        if (start === undefined || last === undefined || start.y > y || last.y < y) return [];
        const end = { x: last.x + last.width - 1, y: last.y };
        return [
          { range: { start, end }, text: text.slice(from, to), activate: (_event, uri) => openLink(uri) },
        ];
      });
      callback(links.length === 0 ? undefined : links);
    },
  };
}

/** Returns the text of the line that a row is a part of, and the cell of each UTF-16 unit. */
function wrappedLine({ buffer: { active } }: Terminal, row: number) {
  let first = row;
  while (row - first < MOST_ROWS && active.getLine(first)?.isWrapped) first--;
  const cells: (Place & { readonly chars: string })[] = [];
  for (let y = first; y < row + MOST_ROWS; y++) {
    const [line, next] = [active.getLine(y), active.getLine(y + 1)];
    if (line === undefined || (y > first && !line.isWrapped)) break;
    cells.push(...cellsOf(line, y + 1, next?.isWrapped === true));
  }
  const places = cells.flatMap((place) => Array.from(place.chars.split(''), () => place));
  return { text: cells.map(({ chars }) => chars).join(''), places };
}

function cellsOf(line: IBufferLine, y: number, isContinued: boolean) {
  return Array.from({ length: line.length }, (_, index) => {
    const cell = line.getCell(index);
    return { x: index + 1, y, width: cell?.getWidth() ?? 1, chars: cell?.getChars() ?? '' };
  }).flatMap(({ chars, ...place }) => {
    // The second half of a wide character, and the cell that stays free where one has no room at the end of a row.
    if (place.width === 0 || (isContinued && chars === '' && place.x === line.length)) return [];
    return [{ ...place, chars: chars || ' ' }];
  });
}
