/** Text styles: colours and attributes, converted to cell styles and to Ink's text properties. */

import { type CellStyle, internStyle, type StyleId } from '../../screen/cells/style.ts';
import { type Color, type NamedColor, paletteIndex } from './colors.ts';

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
