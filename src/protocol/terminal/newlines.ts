/** Counts the line ends of a text. */

/** Searches with `indexOf`, which costs several times less than looking at each character. */
export function newlinesIn(text: string, from = 0, to = text.length): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
