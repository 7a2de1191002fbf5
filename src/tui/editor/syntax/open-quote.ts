/** Finds the quote that a command line leaves open: Enter would not run the line but ask for more. */

type Open = { readonly at: number; readonly quote: string; readonly escapes: boolean };

/**
 * Returns the index of the open quote; undefined when all are closed. Where a here-document makes quotes mean something else
 * nothing is said.
 */
export function openQuote(graphemes: readonly string[]): number | undefined {
  if (hasHereDocument(graphemes)) return undefined;
  let open: Open | undefined;
  for (let at = 0; at < graphemes.length; at += 1) {
    const here = graphemes[at] ?? '';
    if (here === '\\' && (open?.escapes ?? true)) at += 1;
    else if (open !== undefined) open = here === open.quote ? undefined : open;
    else if (isComment(graphemes, at)) at = endOfLine(graphemes, at);
    else open = opened(graphemes, at);
  }
  return open?.at;
}

function hasHereDocument(graphemes: readonly string[]): boolean {
  return graphemes.some((each, at) => each === '<' && graphemes[at + 1] === '<');
}

/** In `$'…'` and `"…"` a backslash escapes, in `'…'` it is itself. */
function opened(graphemes: readonly string[], at: number): Open | undefined {
  const quote = graphemes[at];
  if (quote !== '"' && quote !== "'") return undefined;
  return { at, quote, escapes: quote === '"' || graphemes[at - 1] === '$' };
}

function isComment(graphemes: readonly string[], at: number): boolean {
  const before = graphemes[at - 1] ?? ' ';
  return graphemes[at] === '#' && (before.trim() === '' || before === ';' || before === '(');
}

function endOfLine(graphemes: readonly string[], from: number): number {
  const end = graphemes.indexOf('\n', from);
  return end < 0 ? graphemes.length : end;
}
