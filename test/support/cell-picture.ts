/** Rows of cells as a picture: SVG text, small enough to compare as a fixture and to look at with any viewer. */

import type { Row } from '../../src/screen/cells/row.ts';
import { type CellColor, type CellStyle, styleOf } from '../../src/screen/cells/style.ts';

/** The colours of an outer terminal: its own two, and the 16 that programs name; `#rrggbb` each. */
export type ImageColors = {
  readonly foreground: string;
  readonly background: string;
  readonly named: readonly string[];
};

const XTERM =
  '#000000 #cd0000 #00cd00 #cdcd00 #0000ee #cd00cd #00cdcd #e5e5e5 #7f7f7f #ff0000 #00ff00 #ffff00 #5c5cff #ff00ff #00ffff #ffffff'.split(
    ' ',
  );

export const DARK_PICTURE: ImageColors = { foreground: '#d0d0d0', background: '#101010', named: XTERM };
export const LIGHT_PICTURE: ImageColors = { foreground: '#202020', background: '#fdfdfd', named: XTERM };

/** Pixels of a cell. */
const WIDTH = 9;
const HEIGHT = 18;
const BASELINE = 14;

/** Returns the picture of the rows, a line of the text for each run of cells of one look; blanks of no look take none. */
export function cellPicture(rows: readonly Row[], colors: ImageColors): string {
  const cols = rows[0]?.chars.length ?? 0;
  const size = `width="${cols * WIDTH}" height="${rows.length * HEIGHT}"`;
  const lines = rows.flatMap((row, y) => runsOf(row).flatMap((run) => drawn(run, y * HEIGHT, colors)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="DejaVu Sans Mono, monospace" font-size="14.95" xml:space="preserve">`,
    `<rect ${size} fill="${colors.background}"/>`,
    ...lines,
    '</svg>',
    '',
  ].join('\n');
}

type Run = { readonly x: number; readonly cells: number; readonly text: string; readonly style: CellStyle };

/** Cells beside each other of one style; a wide character is a run of its own, so that what follows it stays in its column. */
function runsOf({ chars, styles }: Row): readonly Run[] {
  const runs: Run[] = [];
  let x = 0;
  while (x < chars.length) {
    let end = x + 1;
    const isWide = chars[end] === '';
    if (isWide) end += 1;
    else while (end < chars.length && styles[end] === styles[x] && chars[end + 1] !== '') end += 1;
    const text = chars.slice(x, end).join('');
    runs.push({ x, cells: end - x, text, style: styleOf(styles[x] ?? 0) });
    x = end;
  }
  return runs;
}

function drawn({ x, cells, text, style }: Run, y: number, colors: ImageColors): readonly string[] {
  const own = { fg: hex(style.fg, colors.foreground, colors), bg: hex(style.bg, colors.background, colors) };
  const { fg, bg } = style.inverse ? { fg: own.bg, bg: own.fg } : own;
  const left = x * WIDTH;
  const box =
    bg === colors.background
      ? []
      : [`<rect x="${left}" y="${y}" width="${cells * WIDTH}" height="${HEIGHT}" fill="${bg}"/>`];
  const marks = [
    style.bold ? ' font-weight="bold"' : '',
    style.italic ? ' font-style="italic"' : '',
    style.underline > 0 ? ' text-decoration="underline"' : '',
    style.dim ? ' opacity="0.6"' : '',
  ].join('');
  if (text.trim() === '' && style.underline === 0) return box;
  // A run begins at its first sign: viewers do not agree about blanks there.
  const start = text.length - text.trimStart().length;
  const said = escaped(text.trim());
  return [
    ...box,
    `<text x="${left + start * WIDTH}" y="${y + BASELINE}" fill="${fg}"${marks}>${said}</text>`,
  ];
}

function hex(color: CellColor, usual: string, { named }: ImageColors): string {
  if (color.kind === 'default') return usual;
  if (color.kind === 'rgb') return `#${color.value.toString(16).padStart(6, '0')}`;
  return named[color.index] ?? indexed(color.index);
}

/** The colours 16 to 255 that all terminals agree about: a cube, then greys. */
function indexed(index: number): string {
  const part = (value: number) => (value === 0 ? 0 : value * 40 + 55).toString(16).padStart(2, '0');
  if (index >= 232) {
    const grey = ((index - 232) * 10 + 8).toString(16).padStart(2, '0');
    return `#${grey}${grey}${grey}`;
  }
  const at = index - 16;
  return `#${part(Math.floor(at / 36))}${part(Math.floor(at / 6) % 6)}${part(at % 6)}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
