/** The differences between two texts, line by line, with some equal lines around each. */

export type DiffLine =
  | { readonly kind: 'same' | 'gone' | 'new'; readonly text: string }
  /** So many equal lines that are left out. */
  | { readonly kind: 'skipped'; readonly count: number };

/** Limit: pairs of lines that are compared; where there are more, all that lies between equal ends counts as changed. */
const MOST_PAIRS = 4_000_000;
/** Equal lines around a difference. */
const AROUND = 3;

/** Returns the longest common subsequence of lines, and what is gone and new between them. */
export function lineDiff(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < least - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const gone = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  const lines = [
    ...linesOf('same', before.slice(0, head)),
    ...between(gone, added),
    ...linesOf('same', before.slice(before.length - tail)),
  ];
  return lines.every(({ kind }) => kind === 'same') ? [] : withSkips(lines);
}

type Line = Exclude<DiffLine, { readonly kind: 'skipped' }>;

function linesOf(kind: Line['kind'], texts: readonly string[]): readonly Line[] {
  return texts.map((text) => ({ kind, text }));
}

function between(gone: readonly string[], added: readonly string[]): readonly Line[] {
  if (gone.length * added.length > MOST_PAIRS) return [...linesOf('gone', gone), ...linesOf('new', added)];
  const lengths = commonLengths(gone, added);
  const width = added.length + 1;
  const lines: Line[] = [];
  let [at, to] = [0, 0];
  while (at < gone.length || to < added.length) {
    const [one, other] = [gone[at], added[to]];
    const below = lengths[(at + 1) * width + to] ?? 0;
    const beside = lengths[at * width + to + 1] ?? 0;
    if (one !== undefined && one === other) {
      lines.push({ kind: 'same', text: one });
      at += 1;
      to += 1;
    } else if (one !== undefined && (other === undefined || below >= beside)) {
      lines.push({ kind: 'gone', text: one });
      at += 1;
    } else {
      lines.push({ kind: 'new', text: other ?? '' });
      to += 1;
    }
  }
  return lines;
}

/** Returns, for each pair of places, how many lines the rests of both have in common in the same order. */
function commonLengths(some: readonly string[], others: readonly string[]): Uint32Array {
  const width = others.length + 1;
  const lengths = new Uint32Array((some.length + 1) * width);
  for (let at = some.length - 1; at >= 0; at -= 1) {
    for (let to = others.length - 1; to >= 0; to -= 1) {
      const below = lengths[(at + 1) * width + to] ?? 0;
      const beside = lengths[at * width + to + 1] ?? 0;
      const both = (lengths[(at + 1) * width + to + 1] ?? 0) + 1;
      lengths[at * width + to] = some[at] === others[to] ? both : Math.max(below, beside);
    }
  }
  return lengths;
}

function withSkips(lines: readonly Line[]): readonly DiffLine[] {
  const isNear = nearChange(lines);
  const shown: DiffLine[] = [];
  let skipped = 0;
  lines.forEach((line, index) => {
    if (!isNear[index]) {
      skipped += 1;
      return;
    }
    if (skipped > 0) shown.push({ kind: 'skipped', count: skipped });
    skipped = 0;
    shown.push(line);
  });
  return skipped === 0 ? shown : [...shown, { kind: 'skipped', count: skipped }];
}

function nearChange(lines: readonly Line[]): readonly boolean[] {
  const isNear = lines.map(() => false);
  lines.forEach(({ kind }, index) => {
    if (kind === 'same') return;
    const end = Math.min(lines.length, index + AROUND + 1);
    isNear.fill(true, Math.max(0, index - AROUND), end);
  });
  return isNear;
}
