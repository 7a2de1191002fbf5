/** True colours: mixed, compared by contrast, and made readable on a background. */

/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Least contrast of text on its background, of WCAG 2. */
export const READABLE = 4.5;

/** Returns `part` (0 to 1) of the second colour in the first. */
export function mixed(one: Rgb, other: Rgb, part: number): Rgb {
  const channel = (at: 0 | 1 | 2) => Math.round(one[at] + (other[at] - one[at]) * part);
  return [channel(0), channel(1), channel(2)];
}

/** Returns the contrast of two colours, 1 to 21, as WCAG 2 counts it. */
export function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Returns the colour itself where it is readable on a background, else the nearest one on its way to black or white that is. */
export function readableOn(background: Rgb, color: Rgb): Rgb {
  const end: Rgb = isLight(background) ? [0, 0, 0] : [255, 255, 255];
  for (let part = 0; part < 1; part += 0.05) {
    const tried = mixed(color, end, part);
    if (contrast(background, tried) >= READABLE) return tried;
  }
  return end;
}

/** Whether black text is easier to read on a colour than white text. */
export function isLight(color: Rgb): boolean {
  return contrast(color, [0, 0, 0]) > contrast(color, [255, 255, 255]);
}

export function rgbValue([red, green, blue]: Rgb): number {
  return (red << 16) | (green << 8) | blue;
}

/** Returns the nearest of the colours 16 to 255 that all terminals agree about. */
export function nearestIndexed(color: Rgb): number {
  const step = (value: number) => (value < 48 ? 0 : value < 115 ? 1 : Math.floor((value - 35) / 40));
  const [red, green, blue] = color.map(step) as [number, number, number];
  const level = (at: number) => (at === 0 ? 0 : at * 40 + 55);
  const cube: Rgb = [level(red), level(green), level(blue)];
  const average = (color[0] + color[1] + color[2]) / 3;
  const grey = Math.max(0, Math.min(23, Math.round((average - 8) / 10)));
  const tone = grey * 10 + 8;
  const isGrey = distance(color, [tone, tone, tone]) < distance(color, cube);
  return isGrey ? 232 + grey : 16 + red * 36 + green * 6 + blue;
}

function distance(one: Rgb, other: Rgb): number {
  return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2;
}

/** Relative luminance of WCAG 2, 0 to 1. */
function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(value: number): number {
  const part = value / 255;
  return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
