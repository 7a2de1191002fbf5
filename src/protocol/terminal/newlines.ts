/** Counts the line ends of a text; of the text of an action once, however many ask. */

/** Searches with `indexOf`, which costs several times less than looking at each character. */
export function newlinesIn(text: string, from = 0, to = text.length): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** Counts line ends, and one more for text after the last of them. */
export function linesIn(text: string): number {
  return newlinesIn(text) + (text === '' || text.endsWith('\n') ? 0 : 1);
}

const counted = new WeakMap<object, number>();

/** Counts the line ends in the data of an action. */
export function newlinesOf(action: { readonly data: string }): number {
  const known = counted.get(action) ?? newlinesIn(action.data);
  counted.set(action, known);
  return known;
}
