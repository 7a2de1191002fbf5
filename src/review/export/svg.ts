/**
 * A picture of terminal rows as SVG: cells at their columns whatever font draws them. No script, nothing that is loaded; all text is
 * escaped. With the theme `auto` it follows the system's light or dark colours.
 */

import type { StyledLine, TextStyle } from '../../screen/cells/styled-line.ts';
import { cells, type TextCell } from '../../screen/cells/text-width.ts';
import { type Box, n, rect, shapeOf } from './box-drawing.ts';
import { cellColors, colorsOf, FONTS, nameOf, type Shade } from './colors.ts';
import type { Theme } from './facts.ts';
import { escapeText, webAddress } from './html.ts';

/** `chars` has one entry for each cell, `''` for the right half of a wide one. */
export type PictureRow = {
  readonly chars: readonly string[];
  readonly styles: readonly (TextStyle | undefined)[];
  /** Whether the row has the colour of headers. */
  readonly isHeader?: boolean;
};

export type PictureOptions = {
  readonly cols: number;
  readonly theme?: Theme;
  /** For those who do not see it. */
  readonly label: string;
  /** A frame around it, with a title. */
  readonly frame?: { readonly title: string };
};

/** Size of a cell and of its letters, in pixels. Whole numbers, so that lines are sharp. */
const WIDTH = 9;
const HEIGHT = 19;
const FONT_SIZE = 15;
const BASELINE = 14;
const MARGIN = 12;
const TITLE_HEIGHT = 30;

export function svg(rows: readonly PictureRow[], options: PictureOptions): string {
  const { cols, theme = 'auto', label, frame } = options;
  const top = frame === undefined ? MARGIN : TITLE_HEIGHT + 6;
  const [width, height] = [cols * WIDTH + 2 * MARGIN, top + rows.length * HEIGHT + MARGIN];
  const drawing = new Drawing(cols);
  for (const [y, row] of rows.entries()) drawing.row(row, { x: MARGIN, y: top + y * HEIGHT });
  const size = { width, height };
  const plainBody = `<path class="body" d="${rect(0, 0, width, height)}"/>`;
  const parts = frame === undefined ? [plainBody, ...drawing.parts()] : framed(size, frame, drawing.parts());
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}" role="img" aria-label="${escapeText(label)}">
<style>
${styleSheet(theme, [...drawing.used, ...(frame === undefined ? [] : ['line', 'dim', 'surface'])])}
</style>
${parts.join('\n')}
</svg>
`;
}

type Size = { readonly width: number; readonly height: number };

/** Puts a frame around parts; the border is drawn over the headers, which go from side to side. */
function framed(
  { width, height }: Size,
  { title }: { readonly title: string },
  inner: readonly string[],
): readonly string[] {
  const box = (name: string) =>
    `<rect class="${name}" x=".5" y=".5" width="${n(width - 1)}" height="${n(height - 1)}" rx="8"/>`;
  return [
    box('body'),
    `<path class="surface" d="M.5 ${TITLE_HEIGHT}V8.5a8 8 0 0 1 8-8H${n(width - 8.5)}a8 8 0 0 1 8 8V${TITLE_HEIGHT}z"/>`,
    `<text class="dim" x="${n(width / 2)}" y="${n(TITLE_HEIGHT / 2 + 5)}" text-anchor="middle">${escapeText(title)}</text>`,
    ...inner,
    box('line s'),
  ];
}

/** A run of cells in one style. */
type Piece = { readonly x: number; readonly cells: number; readonly text: string; readonly alone: boolean };

class Drawing {
  /** Names of the colours that are used. */
  readonly used = new Set(['body', 'text']);
  readonly #cols: number;
  readonly #backgrounds: string[] = [];
  readonly #front: string[] = [];

  constructor(cols: number) {
    this.#cols = cols;
  }

  parts(): readonly string[] {
    return [...this.#backgrounds, ...this.#front];
  }

  row(row: PictureRow, at: { readonly x: number; readonly y: number }): void {
    if (row.isHeader) this.#fill('surface', { x: 0, width: 2 * at.x + this.#cols * WIDTH, y: at.y });
    const { chars, styles } = row;
    for (let from = 0; from < chars.length; ) {
      let to = from + 1;
      while (to < chars.length && (chars[to] === '' || styles[to] === styles[from])) to += 1;
      this.#run(chars.slice(from, to), styles[from], { x: at.x + from * WIDTH, y: at.y });
      from = to;
    }
  }

  #fill(name: string, { x, y, width }: { readonly x: number; readonly y: number; readonly width: number }) {
    this.#backgrounds.push(`<path ${this.#color(name)} d="${rect(x, y, width, HEIGHT)}"/>`);
  }

  #run(
    chars: readonly string[],
    style: TextStyle = {},
    at: { readonly x: number; readonly y: number },
  ): void {
    const { front = 'text', back } = cellColors(style);
    const width = chars.length * WIDTH;
    if (back !== undefined) this.#fill(back, { ...at, width });
    if (style.hidden) return;
    const color = this.#color(front, flagsOf(style));
    this.#shapes(chars, color, at);
    const href = style.link === undefined ? undefined : webAddress(style.link);
    if (href !== undefined) this.#front.push(`<a href="${escapeText(href)}" target="_blank">`);
    for (const piece of piecesOf(chars)) this.#front.push(textOf(piece, color, at));
    if (href !== undefined) this.#front.push('</a>');
    for (const line of linesOf(style, { ...at, width })) {
      const own = style.underlineColor;
      const lineColor = own === undefined || !line.isUnder ? color : this.#color(nameOf(own));
      this.#front.push(`<path ${lineColor} d="${line.path}"/>`);
    }
  }

  /** Draws lines and blocks: all filled ones of a run as one path. */
  #shapes(chars: readonly string[], color: string, at: { readonly x: number; readonly y: number }): void {
    let filled = '';
    chars.forEach((char, index) => {
      const box: Box = { x: at.x + index * WIDTH, y: at.y, width: WIDTH, height: HEIGHT };
      const shape = shapeOf(char, box);
      if (shape === undefined) return;
      const { path, drawn, opacity } = shape;
      if (drawn) this.#front.push(`<path ${withClass(color, 's')} d="${path}"/>`);
      else if (opacity !== undefined)
        this.#front.push(`<path ${color} fill-opacity="${opacity}" d="${path}"/>`);
      else filled += path;
    });
    if (filled !== '') this.#front.push(`<path ${color} d="${filled}"/>`);
  }

  /** Returns the attributes of a colour: a class for one that the theme decides. */
  #color(name: string, flags = ''): string {
    if (name.startsWith('#')) return `class="c${flags}" style="color:${name}"`;
    this.used.add(name);
    return `class="${name}${flags}"`;
  }
}

function withClass(attributes: string, name: string): string {
  return attributes.replace('class="', `class="${name} `);
}

function flagsOf({ bold, dim, italic }: TextStyle): string {
  return `${bold ? ' b' : ''}${dim ? ' d' : ''}${italic ? ' i' : ''}`;
}

/** Characters that every monospace font has in one width: runs of them are one element. */
const SURE = /^[!-~\u00a1-\u00ac\u00ae-\u024f\u0391-\u03c9\u0410-\u044f\u2010-\u2026]$/;

function piecesOf(chars: readonly string[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const close = (to: number) => {
    const text = chars.slice(from, to).join('');
    const start = text.length - text.trimStart().length;
    const inner = text.trim();
    if (inner !== '') pieces.push({ x: from + start, cells: inner.length, text: inner, alone: false });
  };
  chars.forEach((char, x) => {
    if (char === ' ' || SURE.test(char)) return;
    close(x);
    const isWide = chars[x + 1] === '';
    const isShown = char !== '' && shapeOf(char, NO_BOX) === undefined && char.trim() !== '';
    if (isShown) pieces.push({ x, cells: isWide ? 2 : 1, text: char, alone: true });
    from = x + 1;
  });
  close(chars.length);
  return pieces;
}

const NO_BOX: Box = { x: 0, y: 0, width: 1, height: 1 };

function textOf(piece: Piece, color: string, at: { readonly x: number; readonly y: number }): string {
  const width = piece.cells * WIDTH;
  const y = n(at.y + BASELINE);
  const text = escapeText(piece.text);
  // Other characters are drawn as their font has them, in the middle of their cells.
  if (piece.alone)
    return `<text ${color} x="${n(at.x + piece.x * WIDTH + width / 2)}" y="${y}" text-anchor="middle">${text}</text>`;
  const length = `textLength="${n(width)}" lengthAdjust="spacingAndGlyphs"`;
  return `<text ${color} x="${n(at.x + piece.x * WIDTH)}" y="${y}" ${length}>${text}</text>`;
}

type Stroke = { readonly x: number; readonly y: number; readonly width: number };

/** Lines under, through and above the text. */
function linesOf(
  style: TextStyle,
  { x, y, width }: Stroke,
): readonly { readonly path: string; readonly isUnder: boolean }[] {
  const bar = (height: number) => rect(x, y + height, width, 1);
  return [
    ...(style.underline ? [{ path: underline(style, { x, y: y + 16, width }), isUnder: true }] : []),
    ...(style.strike ? [{ path: bar(9), isUnder: false }] : []),
    ...(style.overline ? [{ path: bar(1), isUnder: false }] : []),
  ];
}

function underline({ underlineStyle }: TextStyle, { x, y, width }: Stroke): string {
  if (underlineStyle === undefined) return rect(x, y, width, 1);
  if (underlineStyle === 'double') return rect(x, y - 1, width, 1) + rect(x, y + 1, width, 1);
  // Pieces of it, which for a curly one are up and down.
  const [step, length] =
    underlineStyle === 'dashed' ? [6, 4] : underlineStyle === 'dotted' ? [3, 1.2] : [2, 2];
  const count = Math.floor(width / step);
  return Array.from({ length: count }, (_, index) => {
    const shift = underlineStyle === 'curly' ? ([0, -1, 0, 1][index % 4] ?? 0) : 0;
    return rect(x + index * step, y + shift, length, 1);
  }).join('');
}

function styleSheet(theme: Theme, names: readonly string[]): string {
  const rules = (shade: Shade) => {
    const colors = colorsOf(shade);
    return [...new Set(names)]
      .toSorted()
      .map((name) => `.${name}{color:${colors.get(name)}}`)
      .join('');
  };
  const colors =
    theme === 'auto'
      ? `${rules('light')}\n@media (prefers-color-scheme:dark){${rules('dark')}}`
      : rules(theme);
  return `text{font:${FONT_SIZE}px ${FONTS};white-space:pre}
text,path,rect{fill:currentColor}
.b{font-weight:700}.d{opacity:.65}.i{font-style:italic}.s{fill:none;stroke:currentColor;stroke-width:1}
${colors}`;
}

// Rows of styled lines.

/** Returns a line as rows of so many columns. */
export function pictureRows(line: StyledLine, cols: number): readonly PictureRow[] {
  const rows: Filling[] = [{ chars: [], styles: [] }];
  for (const { text, style } of line) for (const cell of cells(text)) place(rows, cell, style, cols);
  return rows;
}

type Filling = { readonly chars: string[]; readonly styles: (TextStyle | undefined)[] };

function place(rows: Filling[], cell: TextCell, style: TextStyle | undefined, cols: number): void {
  const [text, width] = cell.text === '\t' ? [' ', 1] : [cell.text, cell.width];
  if (width === 0) return;
  let row = rows.at(-1);
  if (row === undefined || row.chars.length + width > cols) {
    row = { chars: [], styles: [] };
    rows.push(row);
  }
  row.chars.push(text);
  row.styles.push(style);
  if (width === 1) return;
  row.chars.push('');
  row.styles.push(style);
}
