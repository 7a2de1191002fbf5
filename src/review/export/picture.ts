/** Runs as a picture of a terminal: each a header and the rows of its output. */

import type { StyledLine, TextSpan } from '../../screen/cells/styled-line.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import { chipOf } from '../chip.ts';
import { statusOfEnd } from '../exit-state.ts';
import type { ExportedRun } from './exported.ts';
import { type ExportOptions, placeText, tookMs, tookText, visible, writerText } from './facts.ts';
import { titleOf } from './html.ts';
import { type PictureRow, pictureRows, svg } from './svg.ts';

/** Limits of the width, in columns. */
const LEAST_COLS = 40;
const MOST_COLS = 160;
/** Limit: rows of a picture. The middle of a longer one is left out. */
const MOST_ROWS = 500;
/** A command that took less is not told to have taken time. */
const WORTH_TELLING_MS = 1000;

export function picture(runs: readonly ExportedRun[], options: ExportOptions = {}): string {
  const { title, theme = 'auto', home } = options;
  const all = runs.map((each) => ({ each, lines: shown(each.lines()) }));
  const widest = all.flatMap(({ lines }) => lines.map(widthOf));
  const used = widest.reduce((most, width) => Math.max(most, width), LEAST_COLS);
  const own = runs.reduce((most, { run }) => Math.max(most, run.cols ?? 80), 0);
  const cols = Math.min(MOST_COLS, Math.max(own, LEAST_COLS), Math.max(used + 1, 80));
  const rows = all.flatMap(({ each, lines }) => [
    ...headerRows(each, cols, home),
    ...lines.flatMap((line) => pictureRows(line, cols)),
  ]);
  return svg(bounded(rows, cols), {
    cols,
    theme,
    label: title ?? titleOf(runs),
    ...(title === undefined ? {} : { frame: { title } }),
  });
}

/** Drops lines that no picture has room for, so that their cells are not read. */
function shown(lines: readonly StyledLine[]): readonly StyledLine[] {
  if (lines.length <= MOST_ROWS) return lines;
  const half = MOST_ROWS / 2;
  return [...lines.slice(0, half), gapLine(lines.length - MOST_ROWS, 'line'), ...lines.slice(-half)];
}

function bounded(rows: readonly PictureRow[], cols: number): readonly PictureRow[] {
  if (rows.length <= MOST_ROWS) return rows;
  const half = MOST_ROWS / 2;
  const gap = pictureRows(gapLine(rows.length - MOST_ROWS, 'row'), cols);
  return [...rows.slice(0, half), ...gap, ...rows.slice(-half)];
}

function gapLine(count: number, what: string): StyledLine {
  const text = `… ${count.toLocaleString('en')} ${count === 1 ? what : `${what}s`} are not in this picture …`;
  return [{ text, style: { dim: true } }];
}

function widthOf(line: StyledLine): number {
  return line.reduce((sum, { text }) => sum + textWidth(text), 0);
}

const CHIPS = {
  ok: { fg: 'good', bold: true },
  running: { fg: 'good' },
  failed: { fg: '#ffffff', bg: 'bad', bold: true },
  warning: { fg: 'warn' },
  dim: { fg: 'dim' },
} as const;

/** Chip, command, and at the right its folder, its writer and how long it took. */
function headerRows({ run }: ExportedRun, cols: number, home: string | undefined): readonly PictureRow[] {
  const { sign, tone } = chipOf(statusOfEnd(run));
  const [first = '', ...more] = visible(run.commandLine).split('\n');
  const left: TextSpan[] = [
    { text: ` ${sign} `, style: CHIPS[tone] },
    { text: ` ${first}`, style: { bold: true } },
    ...(more.length === 0
      ? []
      : [
          { text: ` +${more.length} ${more.length === 1 ? 'line' : 'lines'}`, style: { dim: true } as const },
        ]),
  ];
  const ms = tookMs(run) ?? 0;
  const facts = [
    placeText(run, home),
    writerText(run),
    ms < WORTH_TELLING_MS ? undefined : tookText(run),
  ].filter((fact) => fact !== undefined);
  // What has no room is left out, the folder first.
  while (facts.length > 0 && widthOf(left) + textWidth(facts.join('  ')) + 3 > cols) facts.shift();
  const right = facts.join('  ');
  const space = Math.max(0, cols - widthOf(left) - textWidth(right) - 1);
  const line: StyledLine = [
    ...left,
    ...(right === '' ? [] : [{ text: `${' '.repeat(space)}${right}`, style: { fg: 'dim' } as const }]),
  ];
  return pictureRows(line, cols).map((row) => ({ ...row, isHeader: true }));
}
