/** Yields the lines of a text without their line breaks; the empty rest behind the last break is no line. */
export function* textLines(text: string): Generator<string> {
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    yield end === -1 ? text.slice(from) : text.slice(from, end);
    if (end === -1) return;
    from = end + 1;
  }
}
