/** The pen that SGR sequences change: colours and attributes of the text after them. */

import type { TextColor, TextStyle } from './styled-line.ts';

type Pen = { -readonly [Key in keyof TextStyle]: TextStyle[Key] };

const ATTRIBUTES: { readonly [code: number]: Exclude<keyof TextStyle, 'fg' | 'bg'> } = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'underline',
  7: 'inverse',
  8: 'hidden',
  9: 'strike',
  21: 'underline',
};

const RESETS: { readonly [code: number]: readonly (keyof TextStyle)[] } = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  28: ['hidden'],
  29: ['strike'],
  39: ['fg'],
  49: ['bg'],
};

/** Limit of parameters that are read; the rest of a longer sequence is ignored. */
const MAX_PARAMETERS = 32;

/** Returns the style after an SGR sequence with these parameters, `1;31`; undefined when all is as in the beginning. */
export function afterSgr(before: TextStyle | undefined, parameters: string): TextStyle | undefined {
  const pen: Pen = { ...before };
  const groups = parameters.split(';', MAX_PARAMETERS);
  for (let at = 0; at < groups.length; at += 1) {
    const [code = 0, ...parts] = numbers(groups[at]?.split(':', MAX_PARAMETERS));
    // A colour has its parts behind colons, or in the parameters that follow.
    if (!COLORED.includes(code)) apply(pen, code, parts[0]);
    else if (parts.length > 0) paint(pen, code, colorIn(parts, true).color);
    else {
      const { color, used } = colorIn(numbers(groups.slice(at + 1)), false);
      paint(pen, code, color);
      at += used;
    }
  }
  return Object.keys(pen).length === 0 ? undefined : pen;
}

function numbers(texts: readonly string[] = []): readonly number[] {
  return texts.map(Number);
}

/** Foreground, background, and the colour of underlines, which is not shown. */
const COLORED = [38, 48, 58];

function paint(pen: Pen, code: number, color: TextColor | undefined): void {
  if (color !== undefined && code !== 58) pen[code === 38 ? 'fg' : 'bg'] = color;
}

function apply(pen: Pen, code: number, sub: number | undefined): void {
  const attribute = ATTRIBUTES[code];
  if (code === 0) clear(pen, Object.keys(pen) as (keyof TextStyle)[]);
  // `4:0` is no underline.
  else if (attribute === 'underline' && sub === 0) clear(pen, ['underline']);
  else if (attribute !== undefined) pen[attribute] = true;
  else if (code >= 30 && code <= 37) pen.fg = code - 30;
  else if (code >= 40 && code <= 47) pen.bg = code - 40;
  else if (code >= 90 && code <= 97) pen.fg = code - 82;
  else if (code >= 100 && code <= 107) pen.bg = code - 92;
  else clear(pen, RESETS[code] ?? []);
}

function clear(pen: Pen, keys: readonly (keyof TextStyle)[]): void {
  for (const key of keys) delete pen[key];
}

/** Reads `5;N` or `2;R;G;B`; with colons there may be a colour space before the three. */
function colorIn(
  rest: readonly number[],
  withColons: boolean,
): { color: TextColor | undefined; used: number } {
  if (rest[0] === 5) return { color: isByte(rest[1]) ? rest[1] : undefined, used: 2 };
  if (rest[0] !== 2) return { color: undefined, used: 0 };
  const at = withColons && rest.length >= 5 ? 2 : 1;
  const channels = [rest[at], rest[at + 1], rest[at + 2]];
  return { color: channels.every(isByte) ? hex(channels) : undefined, used: 4 };
}

function isByte(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 0 && value <= 255;
}

function hex(channels: readonly (number | undefined)[]): string {
  return `#${channels.map((channel = 0) => channel.toString(16).padStart(2, '0')).join('')}`;
}
