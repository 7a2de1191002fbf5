/** The 16 named colours, with their palette index. The user's own palette decides how they look. */

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

export function paletteIndex(color: NamedColor): number {
  return NAMED_COLORS.indexOf(color);
}

/** A named colour, a true one, `#rrggbb`, or one of the 256 by its number. */
export type Color = NamedColor | `#${string}` | `ansi256(${number})`;

export function isColor(word: string): word is Color {
  return (NAMED_COLORS as readonly string[]).includes(word) || /^#[0-9a-fA-F]{6}$/.test(word);
}
