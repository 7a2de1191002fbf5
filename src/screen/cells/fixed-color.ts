/** Steps of a channel in the cube of 216 colours. */
const STEPS = [0, 95, 135, 175, 215, 255];

/** Returns one of the colours from 16 to 255 as `#rrggbb`. They are the same on every terminal: a cube, and greys. */
export function fixedColor(color: number): string {
  if (color >= 232) return hex([0, 0, 0].map(() => 8 + (color - 232) * 10));
  const place = color - 16;
  return hex([Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6].map((step) => STEPS[step] ?? 0));
}

function hex(channels: readonly number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
