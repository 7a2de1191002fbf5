/** Many samples as one number, and numbers as a table. */

export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

export const median = (values) => percentile(values, 0.5);

/** One line of the table; `better`: whether more or less of it is what one wants. */
export function figure(name, unit, better, cotty, tmux, none) {
  const ratio = tmux === undefined || tmux === 0 ? undefined : cotty / tmux;
  return { name, unit, better, cotty, tmux, none, ratio };
}

export function table(figures) {
  const rows = [
    ['figure', 'cotty', 'tmux', 'none', 'cotty/tmux', ''],
    ...figures.map(({ name, unit, better, cotty, tmux, none, ratio }) => [
      `${name}, ${unit}`,
      short(cotty),
      short(tmux),
      short(none),
      short(ratio),
      better === 'more' ? '(more is better)' : '',
    ]),
  ];
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

function short(value) {
  if (value === undefined) return '-';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
