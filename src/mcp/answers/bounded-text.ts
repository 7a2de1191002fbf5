/** Bounds long output for one answer: first and last lines, and between them a count of the lines cut. */

/** Most clients silently cut answers of 30,000 characters. */
export const ANSWER_CHARS = 16_000;

/** A longer line is cut in its middle: minified files, progress bars without a line end. */
const LINE_CHARS = 2_000;
/** Characters of a line that are always shown, however small the limit is. */
const READABLE = 160;
/** Maximum length of the mark that replaces the middle of such a line. */
const MARK_CHARS = 30;

export type BoundedText = {
  readonly text: string;
  /** Lines left out of `text`; `from` is the number of the first one. */
  readonly cut: { readonly from: number; readonly lines: number } | undefined;
};

/**
 * Shows a third of `limit` from the beginning and the rest from the end, where errors are. `rest` says how to read the omitted
 * lines. `total` is the number of lines if the text itself lacks some.
 */
export function headAndTail(
  text: string,
  limit: number,
  rest: (cut: { readonly from: number; readonly lines: number }) => string,
  total?: number,
): BoundedText {
  const all = text.split('\n');
  const whole = all.map((line) => shortLine(line, LINE_CHARS)).join('\n');
  if (whole.length <= limit) return { text: whole, cut: undefined };
  // A line of this length always fits into the head and into the tail.
  const most = Math.min(LINE_CHARS, Math.max(1, Math.floor(limit / 3) - MARK_CHARS));
  const lines = all.map((line) => shortLine(line, most));
  const head = countFitting(lines, limit / 3);
  const tail = Math.min(countFitting([...lines].reverse(), (limit * 2) / 3), lines.length - head);
  const cut = { from: head + 1, lines: Math.max(lines.length, total ?? 0) - head - tail };
  if (cut.lines === 0) return { text: lines.join('\n'), cut: undefined };
  const mark = `… ${cut.lines} lines left out (${cut.from} to ${cut.from + cut.lines - 1}): ${rest(cut)} …`;
  return { text: [...lines.slice(0, head), mark, ...lines.slice(lines.length - tail)].join('\n'), cut };
}

/** Returns as many of the first lines as fit, but at least one. */
export function firstLines(lines: readonly string[], limit: number): readonly string[] {
  const short = lines.map((line) => shortLine(line, mostOf(limit)));
  return short.slice(0, Math.max(1, countFitting(short, limit)));
}

/** Returns as many of the last lines as fit, but at least one. */
export function lastLines(lines: readonly string[], limit: number): readonly string[] {
  const short = lines.map((line) => shortLine(line, mostOf(limit)));
  return short.slice(-Math.max(1, countFitting([...short].reverse(), limit)));
}

/** A single line takes no more than the limit of all, but can always be read. */
function mostOf(limit: number): number {
  return Math.min(LINE_CHARS, Math.max(READABLE, limit - MARK_CHARS));
}

function countFitting(lines: readonly string[], limit: number): number {
  let used = 0;
  const over = lines.findIndex((line) => {
    used += line.length + 1;
    return used > limit;
  });
  return over === -1 ? lines.length : over;
}

function shortLine(line: string, most: number): string {
  if (line.length <= most) return line;
  const kept = Math.max(1, Math.floor(most / 2));
  const [head, tail] = [line.slice(0, kept), line.slice(-kept)].map(withoutHalves);
  return `${head}…(${line.length - 2 * kept} characters)…${tail}`;
}

/** Removes half a surrogate pair at a cut: half an emoji is not valid text. */
function withoutHalves(text: string): string {
  return text.replace(/[\ud800-\udbff]$|^[\udc00-\udfff]/g, '');
}
