/**
 * Lines and blocks (U+2500 to U+259F) and the arrows of prompts as shapes, so that they join from cell to cell in any font; and ⧉,
 * which many fonts do not have.
 */

/** A shape in a cell of this size whose left upper corner is at `x`, `y`: an SVG path that is filled, or drawn as a line. */
export type Shape = { readonly path: string; readonly drawn?: true; readonly opacity?: number };

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The weights of the four arms of each character, clockwise from above: 0 none, 1 light, 2 heavy, 3 double. */
const ARMS = [
  '0101020210102020010102021010202001010202101020200110021001200220',
  '0011001200210022110012002100220010011002200120021110121021101120',
  '2120221012202220101110122011102120212012102220220111011202110212',
  '0121012202210222110111021201120221012102220122021111111212111212',
  '2111112121212112221111221221221212222122222122220101020210102020',
  '0303303003100130033000130031003313003100330010033001300313103130',
  '3330101330313033031301310333130331013303131331313333000000000000',
  '0000000000000000000110000100001000022000020000200201102001022010',
].join('');

const FIRST = 0x2500;
const FIRST_BLOCK = 0x2580;
const LAST = 0x259f;

/** Returns the shape of a character; undefined for one that a font draws. */
export function shapeOf(char: string, box: Box): Shape | undefined {
  const code = char.length === 1 ? char.charCodeAt(0) : 0;
  if (code >= FIRST_BLOCK && code <= LAST) return blockShape(code, box);
  if (code >= FIRST && code < FIRST_BLOCK) return lineShape(code, box);
  return SIGNS[code]?.(box);
}

function lineShape(code: number, box: Box): Shape | undefined {
  if (code >= 0x256d && code <= 0x2570) return { path: arc(code - 0x256d, box), drawn: true };
  if (code >= 0x2571 && code <= 0x2573) return { path: diagonals(code, box), drawn: true };
  const arms = [...ARMS.slice((code - FIRST) * 4, (code - FIRST) * 4 + 4)].map(Number);
  return { path: arms.map((weight, arm) => armPath(arm, weight, arms, box)).join('') };
}

const LIGHT = 1;
const HEAVY = 3;
/** Distance of the two lines of a double one from the middle. */
const APART = 2;

function armPath(arm: number, weight: number, arms: readonly number[], box: Box): string {
  if (weight === 0) return '';
  const isVertical = arm % 2 === 0;
  const thick = weight === 2 ? HEAVY : LIGHT;
  return (weight === 3 ? [-APART, APART] : [0])
    .map((offset) => {
      const long = (isVertical ? box.height : box.width) / 2 - endOf(arm, arms, offset);
      const across = (isVertical ? box.width : box.height) / 2 + offset - thick / 2;
      const along = arm === 0 || arm === 3 ? 0 : (isVertical ? box.height : box.width) - long;
      return isVertical
        ? rect(box.x + across, box.y + along, thick, long)
        : rect(box.x + along, box.y + across, long, thick);
    })
    .join('');
}

/** Returns how far from the middle an arm, or one line of a double one, ends; negative beyond it. */
function endOf(arm: number, arms: readonly number[], offset: number): number {
  // The arms at its two sides, that at the side of larger coordinates first.
  const [larger = 0, smaller = 0] = arm % 2 === 0 ? [arms[1], arms[3]] : [arms[2], arms[0]];
  const crossing = Math.max(larger, smaller);
  if (crossing < 3) return -(crossing === 2 ? HEAVY : LIGHT) / 2;
  const [near, beyond] = [APART - LIGHT / 2, -APART - LIGHT / 2];
  if (offset !== 0) return (offset > 0 ? larger : smaller) === 3 ? near : beyond;
  if ((arms[(arm + 2) % 4] ?? 0) > 0) return -LIGHT / 2;
  return larger === smaller ? near : beyond;
}

/** ╭ ╮ ╯ ╰ */
function arc(which: number, { x, y, width, height }: Box): string {
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  const isRight = which === 0 || which === 3;
  const isDown = which < 2;
  const side = isRight ? x + width : x;
  const end = isDown ? y + height : y;
  const radius = width / 2;
  const turn = isDown ? middleY + radius : middleY - radius;
  return `M${n(side)} ${n(middleY)}Q${n(middleX)} ${n(middleY)} ${n(middleX)} ${n(turn)}L${n(middleX)} ${n(end)}`;
}

/** ╱ ╲ ╳ */
function diagonals(code: number, { x, y, width, height }: Box): string {
  const up = `M${n(x)} ${n(y + height)}L${n(x + width)} ${n(y)}`;
  const down = `M${n(x)} ${n(y)}L${n(x + width)} ${n(y + height)}`;
  return code === 0x2571 ? up : code === 0x2572 ? down : up + down;
}

/** Quadrants from U+2596 on: left upper 1, right upper 2, left lower 4, right lower 8. */
const QUADRANTS = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14];

function blockShape(code: number, box: Box): Shape {
  const { x, y, width, height } = box;
  if (code >= 0x2591 && code <= 0x2593)
    return { path: rect(x, y, width, height), opacity: (code - 0x2590) / 4 };
  if (code >= 0x2596) return { path: quadrants(QUADRANTS[code - 0x2596] ?? 0, box) };
  const eighth = (parts: number, of: number) => (of * parts) / 8;
  if (code === 0x2580) return { path: rect(x, y, width, height / 2) };
  if (code === 0x2590) return { path: rect(x + width / 2, y, width / 2, height) };
  if (code === 0x2594) return { path: rect(x, y, width, eighth(1, height)) };
  if (code === 0x2595) return { path: rect(x + eighth(7, width), y, eighth(1, width), height) };
  // From below, 1 to 8 eighths, then from the left, 7 to 1.
  const high = eighth(code - 0x2580, height);
  if (code <= 0x2588) return { path: rect(x, y + height - high, width, high) };
  return { path: rect(x, y, eighth(0x2590 - code, width), height) };
}

function quadrants(bits: number, { x, y, width, height }: Box): string {
  const [halfX, halfY] = [width / 2, height / 2];
  return [0, 1, 2, 3]
    .filter((each) => (bits >> each) & 1)
    .map((each) => rect(x + (each % 2) * halfX, y + (each >> 1) * halfY, halfX, halfY))
    .join('');
}

/** The arrows that prompts draw with the fonts of Powerline, and the two squares that copy an output. */
const SIGNS: Readonly<Record<number, (box: Box) => Shape>> = {
  57520: ({ x, y, width, height }) => ({
    path: `M${n(x)} ${n(y)}L${n(x + width)} ${n(y + height / 2)}L${n(x)} ${n(y + height)}z`,
  }),
  57522: ({ x, y, width, height }) => ({
    path: `M${n(x + width)} ${n(y)}L${n(x)} ${n(y + height / 2)}L${n(x + width)} ${n(y + height)}z`,
  }),
  10697: ({ x, y, width, height }) => {
    const [left, top] = [Math.floor(x + width / 2 - 3) + 0.5, Math.floor(y + height / 2 - 1) + 0.5];
    return { path: `M${n(left)} ${n(top)}h5v5h-5zM${n(left + 2)} ${n(top)}v-2h5v5h-2`, drawn: true };
  },
};

export function rect(x: number, y: number, width: number, height: number): string {
  return `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}z`;
}

/** A number with at most two digits behind the point. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}
