/** Many samples as one number, and numbers as a table. */

export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

export const median = (values) => percentile(values, 0.5);

/** One line of the table; `better`: whether more or less of it is what one wants. */
export function figure(name, unit, better, cotty, tmux, none, lean) {
  return { name, unit, better, cotty, tmux, none, lean, ratio: over(cotty, tmux), floor: over(cotty, lean) };
}

/** How often one figure is the other; undefined where there is no other. */
export function over(one, other) {
  return one === undefined || other === undefined || other === 0 ? undefined : one / other;
}

export function table(figures) {
  return columns([
    ['figure', 'cotty', 'tmux', 'lean', 'none', 'cotty/tmux', 'cotty/lean', ''],
    ...figures.map(({ name, unit, better, cotty, tmux, lean, none, ratio, floor }) => [
      `${name}, ${unit}`,
      ...[cotty, tmux, lean, none, ratio, floor].map(short),
      better === 'more' ? '(more is better)' : '',
    ]),
  ]);
}

/** Rows of words as lines, the first column to the left. */
export function columns(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => pad(cell, widths[at], at))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function pad(cell, width, column) {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

export function short(value) {
  if (value === undefined) return '-';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
