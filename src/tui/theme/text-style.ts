/** Text styles: colours and attributes, converted to cell styles and to Ink's text properties. */

import { type CellStyle, internStyle, type StyleId } from '../../screen/cells/style.ts';

export type TextStyle = {
  readonly fg?: Color;
  readonly bg?: Color;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
};

/** Properties of Ink's `<Text>`. */
export type InkStyle = {
  readonly color?: Color;
  readonly backgroundColor?: Color;
  readonly bold?: boolean;
  readonly dimColor?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
};

export function cellStyle(style: TextStyle): StyleId {
  const cell: Partial<CellStyle> = {
    fg: cellColor(style.fg),
    bg: cellColor(style.bg),
    bold: style.bold ?? false,
    dim: style.dim ?? false,
    italic: style.italic ?? false,
    underline: style.underline ? 1 : 0,
    inverse: style.inverse ?? false,
  };
  return internStyle(cell);
}

export function inkStyle({ fg, bg, dim, ...attributes }: TextStyle): InkStyle {
  return {
    ...attributes,
    ...(fg === undefined ? {} : { color: fg }),
    ...(bg === undefined ? {} : { backgroundColor: bg }),
    ...(dim === undefined ? {} : { dimColor: dim }),
  };
}

/** Removes the colours for NO_COLOR. A background becomes inverse, because the bar would vanish otherwise. */
export function withoutColor({ fg: _fg, bg, ...attributes }: TextStyle): TextStyle {
  return bg === undefined ? attributes : { ...attributes, inverse: true };
}

function cellColor(color: Color | undefined): CellStyle['fg'] {
  if (color === undefined) return { kind: 'default' };
  if (color.startsWith('ansi')) return { kind: 'palette', index: Number.parseInt(color.slice(8), 10) };
  return color.startsWith('#')
    ? { kind: 'rgb', value: Number.parseInt(color.slice(1), 16) }
    : { kind: 'palette', index: paletteIndex(color as NamedColor) };
}

// The 16 named colours, with their palette index. The user's own palette decides how they look.

export const NAMED_COLORS = [
  'black',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
  'gray',
  'redBright',
  'greenBright',
  'yellowBright',
  'blueBright',
  'magentaBright',
  'cyanBright',
  'whiteBright',
] as const;

/** Name of a colour in Ink (chalk). */
export type NamedColor = (typeof NAMED_COLORS)[number];

function paletteIndex(color: NamedColor): number {
  return NAMED_COLORS.indexOf(color);
}

/** A named colour, a true one, `#rrggbb`, or one of the 256 by its number. */
export type Color = NamedColor | `#${string}` | `ansi256(${number})`;

export function isColor(word: string): word is Color {
  return (NAMED_COLORS as readonly string[]).includes(word) || /^#[0-9a-fA-F]{6}$/.test(word);
}
