/** Parses and formats colours as programs write them in OSC 4 and 10–19 (XParseColor), and as terminals answer. */

/** Limit: characters of a colour; the longest that is understood has 19. */
const SPEC_LIMIT = 32;

/** Names of X11 that scripts use; a terminal need not know the other seven hundred. */
const NAMES: ReadonlyMap<string, number> = new Map([
  ['black', 0x000000],
  ['red', 0xff0000],
  ['green', 0x00ff00],
  ['yellow', 0xffff00],
  ['blue', 0x0000ff],
  ['magenta', 0xff00ff],
  ['cyan', 0x00ffff],
  ['white', 0xffffff],
  ['gray', 0xbebebe],
  ['grey', 0xbebebe],
  ['orange', 0xffa500],
]);

/** Returns `0xrrggbb` for `rgb:r/g/b` and `rgba:r/g/b/a` with one to four digits each, `#rgb` to `#rrrrggggbbbb`, or a name. */
export function parseColorSpec(spec: string): number | undefined {
  if (spec.length > SPEC_LIMIT) return undefined;
  const text = spec.trim().toLowerCase();
  if (text.startsWith('#')) return ofSharp(text.slice(1));
  if (text.startsWith('rgb:')) return ofParts(text.slice(4).split('/'), 3);
  if (text.startsWith('rgba:')) return ofParts(text.slice(5).split('/'), 4);
  return NAMES.get(text);
}

/** Formats a colour as terminals answer: `rgb:rrrr/gggg/bbbb`. */
export function colorSpec(value: number): string {
  const channel = (shift: number) => ((value >> shift) & 255).toString(16).padStart(2, '0').repeat(2);
  return `rgb:${channel(16)}/${channel(8)}/${channel(0)}`;
}

/** Digits of `#` are the most significant ones of a channel: `#fff` is `f0f0f0`. */
function ofSharp(digits: string): number | undefined {
  const width = digits.length / 3;
  if (![1, 2, 3, 4].includes(width)) return undefined;
  const channels = [0, 1, 2].map((at) => {
    const value = hex(digits.slice(at * width, (at + 1) * width));
    return value === undefined ? undefined : Math.floor(value * 16 ** (2 - width));
  });
  return joined(channels);
}

/** Digits of `rgb:` are scaled: `rgb:f/f/f` is white. */
function ofParts(parts: readonly string[], count: number): number | undefined {
  if (parts.length !== count) return undefined;
  const channels = parts.map((digits) => {
    const value = digits.length > 4 ? undefined : hex(digits);
    return value === undefined ? undefined : Math.round((value / (16 ** digits.length - 1)) * 255);
  });
  return channels.includes(undefined) ? undefined : joined(channels.slice(0, 3));
}

function joined([red, green, blue]: readonly (number | undefined)[]): number | undefined {
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return (red << 16) | (green << 8) | blue;
}

function hex(digits: string): number | undefined {
  if (digits === '') return undefined;
  let value = 0;
  for (const digit of digits) {
    const at = '0123456789abcdef'.indexOf(digit);
    if (at < 0) return undefined;
    value = 16 * value + at;
  }
  return value;
}
