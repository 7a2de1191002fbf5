/** The last argument of a command line, as a shell reads it, with its quotes. */

/** Returns `''` for a line without words. An open quote reaches to the end. */
export function lastArgument(line: string): string {
  let [start, end] = [0, 0];
  let at = 0;
  while (at < line.length) {
    while (/\s/.test(line[at] ?? '')) at += 1;
    if (at >= line.length) break;
    start = at;
    at = wordEnd(line, at);
    end = at;
  }
  return line.slice(start, end);
}

function wordEnd(line: string, from: number): number {
  let quote = '';
  let at = from;
  for (; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (char === '\\' && quote !== "'") at += 1;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (/\s/.test(char)) break;
  }
  return Math.min(at, line.length);
}
