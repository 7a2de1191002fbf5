/** The list of the history as rows: columns measured over the commands in view; the least important ones go first. */

import { whereLabel } from '../../client/blocks/place.ts';
import type { RunPlace } from '../../client/blocks/recorded-run.ts';
import { factsOfPast, type PastFacts, trendBars } from '../../client/history-page.ts';
import { commandKey, type HistoryTrends } from '../../client/history-search.ts';
import { duration, elapsed } from '../../protocol/common/durations.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import type { HistoryCommand } from '../../protocol/cotty/history.ts';
import type { Where } from '../../protocol/terminal/command-meta.ts';
import type { TrendCell } from '../../review/trend.ts';
import type { Row } from '../../screen/cells/row.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import { clock, headerChip } from '../blocks/header/chip.ts';
import { cut, padded, type Span } from '../blocks/header/span.ts';
import type { Appearance } from '../model/appearance.ts';
import { chromeRow } from '../paint/frame.ts';
import { spanStyle } from './header-rows.ts';

export type HistoryRowsInput = {
  /** Undefined where a command has not come yet. */
  readonly commands: readonly (HistoryCommand | undefined)[];
  readonly trends: HistoryTrends;
  /** The run that others are compared with. */
  readonly marked: RunPlace | undefined;
  /** Index of the chosen command. */
  readonly chosen: number;
  readonly width: number;
  readonly now: number;
  readonly home: string | undefined;
  /** Returns the name of a command's terminal as tabs show it. */
  readonly nameOf: (command: HistoryCommand) => string;
  readonly me: string;
  readonly appearance: Appearance;
};

/** Cells of a folder, of which the end says most. */
const FOLDER_CELLS = { most: 28, least: 12, part: 0.2 };
const NAME_CELLS = 14;
/** Cells that a command keeps; columns are left out for it. */
const COMMAND_CELLS = 24;
/** Cells that are left of it beside the words of a mark. */
const LEAST_CELLS = 4;
const GAP = '  ';

/** A column at the right of the command; those of a high rank are left out first. */
type Column = {
  readonly rank: number;
  readonly spans: readonly (readonly Span[])[];
  readonly atRight?: true;
};

/** A command with its facts; undefined where it has not come yet. */
type Listed = { readonly command: HistoryCommand; readonly facts: PastFacts } | undefined;

export function historyRows(input: HistoryRowsInput): readonly Row[] {
  const { chosen, width, appearance, now, home, me, marked } = input;
  const commands = input.commands.map(
    (command): Listed => command && { command, facts: factsOfPast(command, { now, home, me, mark: marked }) },
  );
  const { theme, glyphs, ascii } = appearance;
  const chips = commands.map((each) =>
    each === undefined ? ({ text: '', role: 'plain' } as const) : headerChip(each.facts.status, ascii),
  );
  const chipCells = widest(chips.map(({ text }) => text));
  const columns = fitting(columnsOf(input, commands), width - chipCells - COMMAND_CELLS - 2);
  const taken = columns.reduce((sum, { cells }) => sum + cells + GAP.length, 0);
  const room = Math.max(0, width - chipCells - 2 - taken);
  return commands.map((each, index) => {
    const isChosen = index === chosen;
    const chip = chips[index] ?? { text: '', role: 'plain' };
    const spans: readonly Span[] = [
      { text: isChosen ? glyphs.prompt : ' ', role: 'marker' },
      chip,
      { text: ' '.repeat(Math.max(0, chipCells - textWidth(chip.text)) + 1), role: 'plain' },
      ...commandSpans(each, room, appearance),
      ...columns.flatMap(({ spans: of, cells, atRight }) =>
        aligned(of[index] ?? [], cells, atRight === true),
      ),
    ];
    const styled = spans.map((span) => ({
      text: span.text,
      style: isChosen && span.role !== 'failedChip' ? theme.cells.selected : spanStyle(span, theme),
    }));
    return chromeRow(styled, width);
  });
}

function commandSpans(each: Listed, room: number, { glyphs }: Appearance): readonly Span[] {
  if (each === undefined) return [{ text: padded(glyphs.ellipsis, room), role: 'dim' }];
  const { note, bookmarked, found } = each.command;
  const { line, further, isMarked } = each.facts;
  const mark = bookmarked === true ? `${glyphs.bookmark} ` : '';
  const lines = further === 0 ? '' : ` +${further} ${further === 1 ? 'line' : 'lines'}`;
  const said = [note, found]
    .filter((text) => text !== undefined && text !== '')
    .map((text) => oneLine(text ?? ''));
  const rest = `${lines}${said.map((text) => `${GAP}${text}`).join('')}`;
  // The words of a block's header stay in sight behind a long command.
  const compares = isMarked ? cut(`${GAP}marked to compare`, room - LEAST_CELLS, glyphs.ellipsis) : '';
  const taken = textWidth(mark) + textWidth(compares);
  const shown = cut(line, Math.max(0, room - taken), glyphs.ellipsis);
  const left = Math.max(0, room - taken - textWidth(shown));
  const behind = cut(rest, left, glyphs.ellipsis);
  return [
    { text: mark, role: 'long' },
    { text: shown, role: 'command' },
    { text: compares, role: 'marker' },
    { text: padded(behind, left), role: 'dim' },
  ];
}

function columnsOf(
  { trends, now, appearance, nameOf, width }: HistoryRowsInput,
  commands: readonly Listed[],
): readonly Column[] {
  const { glyphs, ascii } = appearance;
  const { most, least, part } = FOLDER_CELLS;
  const folderCells = Math.max(least, Math.min(most, Math.floor(width * part)));
  const isOneTerminal = new Set(commands.map((each) => each?.command.terminal)).size === 1;
  const column = (rank: number, span: (each: NonNullable<Listed>) => Span, atRight?: true): Column => ({
    rank,
    spans: commands.map((each) => (each === undefined ? [] : [span(each)])),
    ...(atRight && { atRight }),
  });
  return [
    {
      rank: 5,
      spans: commands.map((each) =>
        trendSpans(trendBars(each && trends.runs.get(commandKey(each.command)), ascii)),
      ),
      atRight: true,
    },
    column(6, ({ command }) => ({
      text: isOneTerminal ? '' : cut(nameText(nameOf(command)), NAME_CELLS, glyphs.ellipsis),
      role: 'dim',
    })),
    column(4, ({ facts: { folder = '' } }) => ({
      text: endOf(folder, folderCells, glyphs.ellipsis),
      role: 'dim',
    })),
    column(3, ({ command: { where } }) => ({
      text: where === undefined ? '' : machineOf(where),
      role: 'other',
    })),
    column(2, ({ facts: { by } }) =>
      by === undefined ? { text: '', role: 'plain' } : { text: by, role: 'other', name: by },
    ),
    column(1, tookSpan, true),
    column(0, ({ command }) => ({ text: clock(command.startedAt, now), role: 'dim' }), true),
  ];
}

/** The machine says more than the shell there. */
export function machineOf({ host, user, ...shell }: Where): string {
  if (host === undefined) return whereLabel({ ...shell, ...(user === undefined ? {} : { user }) });
  return nameText(user === undefined ? host : `${user}@${host}`);
}

/** A duration from here on stands out (ms). */
const LONG_MS = 60_000;

function tookSpan({ command, facts: { tookMs: ms } }: NonNullable<Listed>): Span {
  if (ms === undefined) return { text: '', role: 'plain' };
  const isRunning = command.finishedAt === undefined;
  return { text: isRunning ? elapsed(ms) : duration(ms), role: ms < LONG_MS ? 'dim' : 'long' };
}

function trendSpans(cells: readonly TrendCell[]): readonly Span[] {
  return cells.map(({ glyph, failed }) => ({ text: glyph, role: failed ? 'failed' : 'dim' }));
}

type Measured = Column & { readonly cells: number };

/** Leaves out columns until the others fit; an empty one takes no room. */
function fitting(columns: readonly Column[], room: number): readonly Measured[] {
  const measured = columns
    .map((column) => ({ ...column, cells: widest(column.spans.map(textOf)) }))
    .filter(({ cells }) => cells > 0);
  const ranks = measured.map(({ rank }) => rank).toSorted((one, other) => other - one);
  for (const most of ranks) {
    const kept = measured.filter(({ rank }) => rank <= most);
    if (kept.reduce((sum, { cells }) => sum + cells + GAP.length, 0) <= room) return kept;
  }
  return [];
}

function aligned(spans: readonly Span[], cells: number, atRight: boolean): readonly Span[] {
  const blanks: Span = { text: ' '.repeat(Math.max(0, cells - textWidth(textOf(spans)))), role: 'plain' };
  return [{ text: GAP, role: 'plain' }, ...(atRight ? [blanks, ...spans] : [...spans, blanks])];
}

function textOf(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join('');
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(textWidth));
}

/** Cuts the start of a text that is too long. */
export function endOf(text: string, cells: number, ellipsis: string): string {
  if (textWidth(text) <= cells) return text;
  const chars = [...text];
  while (chars.length > 0 && textWidth(chars.join('')) > cells - textWidth(ellipsis)) chars.shift();
  return ellipsis + chars.join('');
}

function oneLine(text: string): string {
  return nameText(text.split('\n').join(' '));
}
