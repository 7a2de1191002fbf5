/** Tracks: a length of cells divided into parts by shares, with a border of one cell between two parts. */

/** One part of the length: where it begins and how many cells it has. */
export type Track = { readonly at: number; readonly cells: number };

/** Divides `total` cells, which must hold `count` parts of `least` cells; the parts and their borders fill it exactly. */
export function tracks(total: number, count: number, shares: readonly number[], least: number): Track[] {
  const weights = Array.from({ length: count }, (_, index) => shares[index] ?? 1);
  const sum = weights.reduce((all, each) => all + each, 0);
  const inner = total - (count - 1);
  // Edges are rounded, not sizes, so that the parts always add up.
  const sizes: number[] = [];
  let before = 0;
  let edge = 0;
  for (const weight of weights) {
    edge += (weight / sum) * inner;
    sizes.push(Math.round(edge) - before);
    before = Math.round(edge);
  }
  const fair = inner < count * least ? sizes : atLeast(sizes, least);
  let at = 0;
  return fair.map((cells) => {
    const track = { at, cells };
    at += cells + 1;
    return track;
  });
}

/** Cells that `count` parts of `least` cells need with their borders. */
export function needed(count: number, least: number): number {
  return count * least + count - 1;
}

/** Gives parts below the least size what they lack, out of the largest ones. */
function atLeast(sizes: readonly number[], least: number): number[] {
  const given = [...sizes];
  for (const [index, size] of sizes.entries()) {
    let lacking = least - size;
    while (lacking > 0) {
      const largest = given.indexOf(Math.max(...given));
      const taken = Math.min(lacking, (given[largest] ?? 0) - least);
      if (taken <= 0) break;
      given[largest] = (given[largest] ?? 0) - taken;
      given[index] = (given[index] ?? 0) + taken;
      lacking -= taken;
    }
  }
  return given;
}
