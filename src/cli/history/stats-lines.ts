/** Statistics of the history as lines of styled text, which are printed or drawn. */

import { placeName } from '../../client/blocks/place.ts';
import { compactDuration } from '../../protocol/common/durations.ts';
import { isNoFailure } from '../../protocol/common/exit-status.ts';
import type { CommandStats, DayStats, StatsResult } from '../../protocol/cotty/stats.ts';
import { bar } from '../../review/trend.ts';
import type { StyledLine, TextSpan, TextStyle } from '../../screen/cells/styled-line.ts';
import { displayWidth, fromEnd, padTo, printable } from '../common/plain-text.ts';

export type StatsView = {
  readonly home: string | undefined;
  /** Width of the terminal; undefined where lines are not cut. */
  readonly columns: number | undefined;
};

const BOLD: TextStyle = { bold: true };
const DIM: TextStyle = { fg: 'dim' };
const BAD: TextStyle = { fg: 'bad' };
const GOOD: TextStyle = { fg: 'good' };

/** Cells of the bar before a command; there is none on a narrow terminal. */
const BAR_CELLS = 10;
const LEAST_FOR_BARS = 70;
/** Columns of a plot where lines are not cut. */
const PLOT_COLUMNS = 100;
/** Cells of a day in the plot, if there is room. */
const DAY_CELLS = 2;
/** Columns of a command and of its folder. */
const LEAST_COMMAND = 12;
const MOST_COMMAND = 60;
const MOST_PLACE = 28;

export function statsLines(stats: StatsResult, view: StatsView): readonly StyledLine[] {
  const { mostRun, slowest, flakiest } = stats;
  const { columns = PLOT_COLUMNS } = view;
  return [
    totalLine(stats),
    ...dayLines(stats.days, columns),
    ...table('Most run', mostRun, MOST_RUN, view),
    ...table('Slowest', slowest, SLOWEST, view),
    ...table('Flakiest', flakiest, FLAKIEST, view),
  ];
}

function totalLine({ commands, failed, different, totalMs, activeDays }: StatsResult): StyledLine {
  const rest = [
    `${count(different)} different`,
    compactDuration(totalMs),
    activeDays === 1 ? '1 day' : `${count(activeDays)} days`,
  ];
  return [
    { text: commands === 1 ? '1 command' : `${count(commands)} commands`, style: BOLD },
    { text: ' · ' },
    {
      text: `${count(failed)} failed (${percent(failed, commands)})`,
      ...(failed === 0 ? {} : { style: BAD }),
    },
    { text: ` · ${rest.join(' · ')}` },
  ];
}

/** A bar for each day, as many of the newest as fit. */
function dayLines(days: readonly DayStats[], columns: number): readonly StyledLine[] {
  const shown = days.slice(-columns);
  const [first] = shown;
  const last = shown.at(-1);
  if (first === undefined || last === undefined) return [];
  const busiest = shown.reduce((most, day) => (day.commands > most.commands ? day : most), first);
  const cells = shown.length * DAY_CELLS <= columns ? DAY_CELLS : 1;
  const bars = shown.map(
    ({ commands }): TextSpan =>
      commands === 0
        ? { text: '·'.padEnd(cells), style: DIM }
        : { text: bar(commands, busiest.commands, false).repeat(cells), style: GOOD },
  );
  const [from, to] = [first.date, last.date];
  const ends = from === to ? from : `${from} – ${to}`;
  const most = busiest.commands === 0 ? '' : ` · most: ${count(busiest.commands)} on ${busiest.date}`;
  return [[], heading('Commands a day'), joined(bars), [{ text: `${ends}${most}`, style: DIM }]];
}

/** Joins neighbours of one style. */
function joined(spans: readonly TextSpan[]): StyledLine {
  const line: TextSpan[] = [];
  for (const span of spans) {
    const before = line.at(-1);
    if (before !== undefined && before.style === span.style)
      line[line.length - 1] = { ...before, text: before.text + span.text };
    else line.push(span);
  }
  return line;
}

function heading(text: string): StyledLine {
  return [{ text, style: BOLD }];
}

type Cell = { readonly text: string; readonly style?: TextStyle } | { readonly spans: StyledLine };

type Column = readonly [title: string, cell: (command: CommandStats) => Cell];

type Table = {
  /** What the bar shows; undefined for no bar. */
  readonly bar?: (command: CommandStats) => number;
  readonly columns: readonly Column[];
};

const RUNS: Column = ['RUNS', ({ runs }) => ({ text: count(runs) })];
const FAILED: Column = [
  'FAILED',
  ({ failed, runs }) => ({ text: percent(failed, runs), ...(failed === 0 ? {} : { style: BAD }) }),
];

const MOST_RUN: Table = {
  bar: ({ runs }) => runs,
  columns: [RUNS, FAILED, ['IN ALL', ({ totalMs }) => ({ text: compactDuration(totalMs) })]],
};

const SLOWEST: Table = {
  bar: ({ medianMs = 0 }) => medianMs,
  columns: [
    ['MEDIAN', ({ medianMs }) => ({ text: durationText(medianMs) })],
    ['95%', ({ p95Ms }) => ({ text: durationText(p95Ms) })],
    RUNS,
  ],
};

const FLAKIEST: Table = {
  columns: [
    ['CHANGES', ({ changes, compared }) => ({ text: `${count(changes)} of ${count(compared)}` })],
    FAILED,
    ['EXITS', ({ recent }) => ({ spans: joined(recent.map(exitMark)) })],
  ],
};

/** A high mark for a run that has failed, so that it shows without colours, too. */
function exitMark({ exitCode }: CommandStats['recent'][number]): TextSpan {
  if (exitCode === undefined) return { text: '·', style: DIM };
  return isNoFailure(exitCode) ? { text: '▁', style: GOOD } : { text: '█', style: BAD };
}

function table(
  title: string,
  commands: readonly CommandStats[],
  { bar: barOf, columns: columnsOf }: Table,
  { home, columns }: StatsView,
): readonly StyledLine[] {
  if (commands.length === 0) return [];
  const bars = barCells(barOf === undefined ? [] : commands.map(barOf), columns);
  const cells = commands.map((command) => columnsOf.map(([, cell]) => cell(command)));
  const widths = columnsOf.map(([name], at) =>
    Math.max(name.length, ...cells.map((line) => cellWidth(line[at]))),
  );
  const left = widths.reduce((sum, width) => sum + width + 2, bars.length === 0 ? 0 : BAR_CELLS + 2);
  const places = commands.map(({ cwd, host }) =>
    [
      ...(host === undefined ? [] : [`${printable(host)}:`]),
      cwd === undefined ? '-' : printable(placeName(cwd, home)),
    ].join(''),
  );
  const lines = commands.map(({ commandLine }) => printable(commandLine));
  const { command, place } = roomOf({
    lines,
    places,
    room: columns === undefined ? undefined : columns - left,
  });
  const titles = widths.map((width, at) => padTo(columnsOf[at]?.[0] ?? '', width));
  const indent = bars.length === 0 ? [] : [' '.repeat(BAR_CELLS)];
  return [
    [],
    heading(title),
    [...indent, ...titles, padTo('COMMAND', command), 'FOLDER'].flatMap((text) => [
      { text, style: DIM },
      { text: '  ' },
    ]),
    ...commands.map(
      (_, row): StyledLine => [
        ...(bars[row] === undefined ? [] : [{ text: bars[row], style: GOOD }, { text: '  ' }]),
        ...widths.flatMap((width, at) => [...padded(cells[row]?.[at], width), { text: '  ' }]),
        { text: padTo(lines[row] ?? '', command) },
        { text: '  ' },
        { text: fromEnd(places[row] ?? '', place), style: DIM },
      ],
    ),
  ];
}

type Room = {
  readonly lines: readonly string[];
  readonly places: readonly string[];
  /** Columns of both; undefined where lines are not cut. */
  readonly room: number | undefined;
};

/** Folders get up to a third of the room, commands the rest. */
function roomOf({ lines, places, room }: Room): { readonly command: number; readonly place: number } {
  const widest = (texts: readonly string[]) => Math.max(...texts.map(displayWidth));
  if (room === undefined) return { command: Math.min(MOST_COMMAND, widest(lines)), place: widest(places) };
  const most = Math.max(LEAST_COMMAND, Math.min(MOST_PLACE, Math.floor(room / 3)));
  const place = Math.min(most, Math.max('FOLDER'.length, widest(places)));
  const rest = Math.max(LEAST_COMMAND, room - place - 2);
  return { command: Math.min(rest, Math.max('COMMAND'.length, widest(lines))), place };
}

function cellWidth(cell: Cell | undefined): number {
  if (cell === undefined) return 0;
  return 'spans' in cell
    ? cell.spans.reduce((sum, { text }) => sum + displayWidth(text), 0)
    : displayWidth(cell.text);
}

function padded(cell: Cell | undefined, width: number): readonly TextSpan[] {
  if (cell === undefined) return [];
  const blanks = ' '.repeat(width - cellWidth(cell));
  return 'spans' in cell
    ? [...cell.spans, { text: blanks }]
    : [{ text: blanks }, { text: cell.text, ...(cell.style === undefined ? {} : { style: cell.style }) }];
}

/** Returns a bar for each value, a line with gaps between those of two rows, the longest for the greatest; none where there is no room. */
function barCells(values: readonly number[], columns = PLOT_COLUMNS): readonly string[] {
  if (columns < LEAST_FOR_BARS) return [];
  const most = Math.max(...values);
  return values.map((value) => {
    const halves = most <= 0 ? 0 : Math.max(1, Math.round((value / most) * BAR_CELLS * 2));
    return `${'━'.repeat(Math.floor(halves / 2))}${halves % 2 === 1 ? '╸' : ''}`.padEnd(BAR_CELLS);
  });
}

function durationText(ms: number | undefined): string {
  return ms === undefined ? '-' : compactDuration(ms);
}

function count(number: number): string {
  return number.toLocaleString('en');
}

/** Not 0 or 100 where it is neither. */
function percent(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0%';
  return `${part === whole ? 100 : Math.min(99, Math.max(1, Math.round((100 * part) / whole)))}%`;
}
