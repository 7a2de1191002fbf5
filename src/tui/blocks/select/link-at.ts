/** The link under a cell: a hyperlink of the program (OSC 8), an address, or a file with a line. Read cell by cell. */

import { linkAddress } from '../../../screen/cells/link-table.ts';
import { styleLink } from '../../../screen/cells/style-table.ts';
import { addressesIn, endsFileName, withoutSentence } from '../../../screen/text/addresses.ts';
import type { LogicalLine } from './body-text.ts';

export type FoundLink =
  /** `text` is the visible text of an OSC 8 hyperlink; absent for an address in plain text. */
  | { readonly kind: 'address'; readonly address: string; readonly text?: string }
  /** A file as it was printed; line and column count from 1. */
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly line: number | undefined;
      readonly column: number | undefined;
    };

/** Characters that end a file name in running text. */
const FILE_ENDS = '<>"\'`|{}^\\()[],;';

/** Longest link in cells. */
const LINK_LIMIT = 2083;

export function linkAt(line: LogicalLine, cell: number): FoundLink | undefined {
  const link = styleLink(line.styles[cell] ?? 0);
  const address = linkAddress(link);
  if (address !== undefined) return { kind: 'address', address, text: hyperlinkText(line, cell, link) };
  return addressAt(line.cells, cell) ?? fileAt(line.cells, cell);
}

/** Returns the text of the hyperlink around a cell. */
function hyperlinkText({ cells, styles }: LogicalLine, cell: number, link: number): string {
  const isOfLink = (x: number) => styles[x] !== undefined && styleLink(styles[x]) === link;
  let [from, to] = [cell, cell + 1];
  while (from > 0 && cell - from < LINK_LIMIT && isOfLink(from - 1)) from--;
  while (to < cells.length && to - cell < LINK_LIMIT && isOfLink(to)) to++;
  return cells.slice(from, to).join('');
}

function addressAt(cells: readonly string[], cell: number): FoundLink | undefined {
  const { text, at } = runAround(cells, cell, () => false);
  const place = addressesIn(text).find(({ from, to }) => from <= at && at < to);
  return place && { kind: 'address', address: text.slice(place.from, place.to) };
}

/** Reads `src/a.ts:12:5`, `src/a.ts(12,5)` and `src/a.ts`. */
function fileAt(cells: readonly string[], cell: number): FoundLink | undefined {
  const { text, after } = runAround(cells, cell, (each) => FILE_ENDS.includes(each) || endsFileName(each));
  const word = withoutSentence(text);
  const { rest, numbers } = numbersAtEnd(word);
  const [line, column] = numbers.length > 0 ? numbers : numbersInBrackets(after);
  if (!looksLikeFile(rest, line !== undefined)) return undefined;
  return { kind: 'file', path: rest, line, column };
}

function looksLikeFile(path: string, hasLine: boolean): boolean {
  const hasName = [...path].some((char) => char !== '.' && char !== '/' && char !== '-');
  return hasName && (hasLine || path.includes('/') || path.slice(1).includes('.'));
}

/** Takes `:12` and `:12:5` from the end of a word. */
function numbersAtEnd(word: string): { readonly rest: string; readonly numbers: readonly number[] } {
  const parts = word.split(':');
  const numbers: number[] = [];
  while (parts.length > 1 && numbers.length < 2 && isNumber(parts.at(-1) ?? '')) {
    numbers.unshift(Number(parts.pop()));
  }
  return { rest: parts.join(':'), numbers };
}

/** Reads `(12,5)` behind a name. */
function numbersInBrackets(after: string): readonly number[] {
  if (!after.startsWith('(')) return [];
  const end = after.indexOf(')');
  const parts = after.slice(1, Math.max(0, end)).split(',');
  return parts.length <= 2 && parts.every(isNumber) ? parts.map(Number) : [];
}

function isNumber(text: string): boolean {
  return text !== '' && text.length < 8 && [...text].every((char) => char >= '0' && char <= '9');
}

/** Returns the run of cells around a cell that no blank and no `ends` interrupts, and the text behind it. */
function runAround(cells: readonly string[], cell: number, ends: (cell: string) => boolean) {
  const stops = (x: number) => {
    const each = cells[x] ?? ' ';
    return each !== '' && (each.trim() === '' || ends(each));
  };
  if (stops(cell)) return { from: -1, text: '', at: 0, after: '' };
  let [from, to] = [cell, cell + 1];
  while (from > 0 && cell - from < LINK_LIMIT && !stops(from - 1)) from--;
  while (to < cells.length && to - cell < LINK_LIMIT && !stops(to)) to++;
  const text = cells.slice(from, to).join('');
  return {
    from,
    text,
    at: cells.slice(from, cell).join('').length,
    after: cells.slice(to, to + 20).join(''),
  };
}
