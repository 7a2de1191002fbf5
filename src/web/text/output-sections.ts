/**
 * An output in sections, of which only those in sight are drawn. A section is some hundred lines, or fewer where they are long; a
 * line of a million characters is in many. Sections whose lines are not here yet have the room that they will probably need.
 */

import { type StyledLine, type TextSpan, textOfLine } from '../../screen/cells/styled-line.ts';

/** Limits of a section: lines, and UTF-16 units. */
const MOST_LINES = 500;
const MOST_CHARS = 40_000;
/** UTF-16 units of a longer line that are drawn as one piece. */
const PIECE = 8_000;

/** A line, or a piece of a long one. */
export type SectionLine = {
  readonly line: StyledLine;
  /** Number in the whole output, from 1. */
  readonly number: number;
  /** Units of the line before this piece. */
  readonly from: number;
  /** Whether the line ends here. */
  readonly ends: boolean;
};

export type Section = {
  readonly key: string;
  /** Number of its first line, from 1. */
  readonly firstLine: number;
  readonly lineCount: number;
  /** Undefined until the lines have come; `stretch` is the number of the stretch that has them. */
  readonly lines: readonly SectionLine[] | undefined;
  readonly stretch: number;
  /** Whether lines are missing at its end. */
  readonly cut: boolean;
};

/** Makes sections of lines, of which the first has this number. */
export function sectionsOf(
  lines: readonly StyledLine[],
  firstLine: number,
  stretch = 0,
  cut = false,
): readonly Section[] {
  const sections: Section[] = [];
  let held: SectionLine[] = [];
  let chars = 0;
  const close = () => {
    const [first] = held;
    if (first === undefined) return;
    const count = (held.at(-1)?.number ?? first.number) - first.number + 1;
    const key = `${first.number}.${first.from}`;
    sections.push({ key, firstLine: first.number, lineCount: count, lines: held, stretch, cut: false });
    held = [];
    chars = 0;
  };
  lines.forEach((line, index) => {
    for (const piece of piecesOf(line, firstLine + index)) {
      const { length } = textOfLine(piece.line);
      if (held.length >= MOST_LINES || (chars > 0 && chars + length > MOST_CHARS)) close();
      held.push(piece);
      chars += length;
    }
  });
  close();
  const last = sections.at(-1);
  return cut && last !== undefined ? [...sections.slice(0, -1), { ...last, cut }] : sections;
}

/** A section whose lines have yet to come. */
export function missingSection(firstLine: number, lineCount: number, stretch: number): Section {
  return { key: `${firstLine}.0`, firstLine, lineCount, lines: undefined, stretch, cut: false };
}

/** Returns how many rows of so many columns a section probably has. */
export function rowsOf(section: Section, cols: number): number {
  const { lines, lineCount } = section;
  if (lines === undefined) return lineCount;
  const known = counted.get(section);
  if (known?.cols === cols) return known.rows;
  const rows = lines.reduce(
    (sum, { line }) => sum + Math.max(1, Math.ceil(textOfLine(line).length / cols)),
    0,
  );
  counted.set(section, { cols, rows });
  return rows;
}

const counted = new WeakMap<Section, { readonly cols: number; readonly rows: number }>();

function piecesOf(line: StyledLine, number: number): readonly SectionLine[] {
  const { length } = textOfLine(line);
  if (length <= PIECE) return [{ line, number, from: 0, ends: true }];
  const pieces: SectionLine[] = [];
  const text = textOfLine(line);
  for (let from = 0; from < length; ) {
    let to = Math.min(length, from + PIECE);
    if (to < length && isHigh(text.charCodeAt(to - 1))) to -= 1;
    pieces.push({ line: sliceOfLine(line, from, to), number, from, ends: to === length });
    from = to;
  }
  return pieces;
}

/** Whether it is the first half of a character. */
function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Returns the spans of a line between two places of its text. */
export function sliceOfLine(line: StyledLine, from: number, to: number): StyledLine {
  const spans: TextSpan[] = [];
  let start = 0;
  for (const span of line) {
    const text = span.text.slice(Math.max(0, from - start), Math.max(0, to - start));
    if (text !== '') spans.push({ ...span, text });
    start += span.text.length;
    if (start >= to) break;
  }
  return spans;
}

/** Gives lines their numbers in a whole output, in which so many are before them. */
export function numbered(lines: readonly StyledLine[], before: number) {
  return lines.map((line, index) => ({ line, number: before + index + 1 }));
}
