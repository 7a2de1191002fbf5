/** A look: named colours and attributes, and what it is as a cell style and as Ink's text properties. */

import { type CellStyle, internStyle, type StyleId } from '../../screen/cells/style.ts';
import { type NamedColor, paletteIndex } from './colors.ts';

export type Look = {
  readonly fg?: NamedColor;
  readonly bg?: NamedColor;
  readonly bold?: boolean;
  readonly dim?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
};

/** What Ink's `<Text>` takes. */
export type InkLook = {
  readonly color?: NamedColor;
  readonly backgroundColor?: NamedColor;
  readonly bold?: boolean;
  readonly dimColor?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly inverse?: boolean;
};

export function cellStyle(look: Look): StyleId {
  const style: Partial<CellStyle> = {
    fg: cellColor(look.fg),
    bg: cellColor(look.bg),
    bold: look.bold ?? false,
    dim: look.dim ?? false,
    italic: look.italic ?? false,
    underline: look.underline ? 1 : 0,
    inverse: look.inverse ?? false,
  };
  return internStyle(style);
}

export function inkLook({ fg, bg, dim, ...attributes }: Look): InkLook {
  return {
    ...attributes,
    ...(fg === undefined ? {} : { color: fg }),
    ...(bg === undefined ? {} : { backgroundColor: bg }),
    ...(dim === undefined ? {} : { dimColor: dim }),
  };
}

/** For NO_COLOR: what is left without the colours. A background becomes inverse, or the bar would be gone. */
export function withoutColor({ fg: _fg, bg, ...attributes }: Look): Look {
  return bg === undefined ? attributes : { ...attributes, inverse: true };
}

function cellColor(color: NamedColor | undefined): CellStyle['fg'] {
  return color === undefined ? { kind: 'default' } : { kind: 'palette', index: paletteIndex(color) };
}
