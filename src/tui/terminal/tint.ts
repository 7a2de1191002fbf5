/**
 * Rows in the colours that programs have set: the outer terminal keeps its own palette, so an entry that was changed is
 * painted as a true colour, and so are default colours that were changed.
 */

import type { Row } from '../../screen/cells/row.ts';
import type { StyleId } from '../../screen/cells/style.ts';
import {
  COLOR_MODE,
  COLOR_RGB,
  PALETTE_VALUE,
  RGB_VALUE,
  UNDERLINE_COLOR,
} from '../../screen/cells/style-bits.ts';
import { styleNumber, styleWords } from '../../screen/cells/style-table.ts';
import type { ProgramColorSet } from '../../screen/report/program-colors.ts';

export type Tint = (row: Row) => Row;

const untinted: Tint = (row) => row;

/** OSC numbers of the default colours. */
const FOREGROUND = 10;
const BACKGROUND = 11;

/** Limit: styles whose colours are remembered; when full, all are found anew. */
const STYLES_LIMIT = 4096;

/** The same set of colours gives the same function, and the same row the same row: a painter need not compare it. */
const known = new WeakMap<ProgramColorSet, Tint>();

export function tintOf(colors: ProgramColorSet | undefined): Tint {
  if (colors === undefined) return untinted;
  const found = known.get(colors);
  if (found !== undefined) return found;
  const made = makeTint(colors);
  known.set(colors, made);
  return made;
}

function makeTint(colors: ProgramColorSet): Tint {
  const rows = new WeakMap<Row, Row>();
  const styles = new Map<StyleId, StyleId>();
  const style = (id: StyleId): StyleId => {
    const found = styles.get(id);
    if (found !== undefined) return found;
    if (styles.size >= STYLES_LIMIT) styles.clear();
    const made = tinted(id, colors);
    styles.set(id, made);
    return made;
  };
  return (row) => {
    const found = rows.get(row);
    if (found !== undefined) return found;
    const made = { ...row, styles: row.styles.map(style) };
    rows.set(row, made);
    return made;
  };
}

function tinted(id: StyleId, { indexed, dynamic }: ProgramColorSet): StyleId {
  const { fg, bg, ext, link } = styleWords(id);
  const colored = (word: number, usual: number | undefined): number => {
    const mode = word & COLOR_MODE;
    const value = mode === 0 ? usual : mode === COLOR_RGB ? undefined : indexed.get(word & PALETTE_VALUE);
    return value === undefined ? word : (word & ~(COLOR_MODE | RGB_VALUE)) | COLOR_RGB | value;
  };
  const underline = colored(ext & UNDERLINE_COLOR, undefined);
  return styleNumber(
    colored(fg, dynamic.get(FOREGROUND)),
    colored(bg, dynamic.get(BACKGROUND)),
    (ext & ~UNDERLINE_COLOR) | underline,
    link,
  );
}
