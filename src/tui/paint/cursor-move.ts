/** Finds the shortest bytes that move the cursor from one cell to another. */

/** Position of the terminal's cursor; a coordinate is undefined when it is not known for sure. */
export type Position = { readonly x: number | undefined; readonly y: number | undefined };

export function cursorMove(from: Position, x: number, y: number): string {
  let best = absolute(x, y);
  if (from.y === y) best = shorter(best, column(from.x, x));
  else if (from.y !== undefined && from.x === x) best = shorter(best, vertical(y - from.y));
  // A line feed scrolls only in the last row, and no row below it can be the target.
  if (x === 0 && from.y !== undefined && y === from.y + 1) best = shorter(best, '\r\n');
  return best;
}

function absolute(x: number, y: number): string {
  if (x > 0) return `\x1b[${y + 1};${x + 1}H`;
  return y > 0 ? `\x1b[${y + 1}H` : '\x1b[H';
}

function column(from: number | undefined, to: number): string {
  if (to === 0) return from === 0 ? '' : '\r';
  const addressed = `\x1b[${to + 1}G`;
  if (from === undefined) return addressed;
  if (to === from) return '';
  if (to > from) return shorter(addressed, `\x1b[${count(to - from)}C`);
  return shorter(addressed, from - to <= 3 ? '\b'.repeat(from - to) : `\x1b[${count(from - to)}D`);
}

function vertical(rows: number): string {
  return rows > 0 ? `\x1b[${count(rows)}B` : `\x1b[${count(-rows)}A`;
}

function count(steps: number): string {
  return steps === 1 ? '' : String(steps);
}

function shorter(one: string, other: string): string {
  return other.length < one.length ? other : one;
}
