/** The 16 named colours: the person's own palette applies. Their index in the palette and their name in Ink. */

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

/** As Ink (chalk) calls them. */
export type NamedColor = (typeof NAMED_COLORS)[number];

export function paletteIndex(color: NamedColor): number {
  return NAMED_COLORS.indexOf(color);
}
