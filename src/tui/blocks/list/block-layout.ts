/** Lays out one block as lines: closed, with the last lines of its output, or open. */

import type { Block } from '../../../client/blocks/block.ts';
import type { Fold } from '../../../client/blocks/folds.ts';
import { type CellRange, rangesIn } from '../../../client/blocks/match-text.ts';
import { heldPieces, isShortened, type OutputPieces } from '../../../client/blocks/output-pieces.ts';
import { linesIn } from '../../../protocol/terminal/newlines.ts';
import { omittedOf } from '../../../protocol/terminal/shorten.ts';
import type { CommandPart } from '../../../protocol/terminal/state.ts';
import type { Row } from '../../../screen/cells/row.ts';
import { internStyle, type StyleId, styleOf } from '../../../screen/cells/style.ts';
import {
  type Body,
  type BodyLine,
  type HeaderLine,
  type OutputRows,
  type PlacedRow,
  visible,
} from '../block/body-line.ts';

/** Rows of output that a folded block still shows, unless the setting says otherwise. */
const TAIL_LINES = 8;

/** Further lines of a multi-line command that an open block shows; the rest is only counted. */
const COMMAND_LINES = 20;

/** A run of lines, created on demand. */
export type Section = {
  readonly size: number;
  readonly line: (index: number) => BodyLine;
  /** Number of lines that this section (a note) stands for, until they are fetched. */
  readonly leftOut?: number;
};

export type BlockShape = {
  readonly block: Block;
  readonly fold: Fold;
  readonly selected: boolean;
  readonly marked?: true;
  readonly query: string | undefined;
  /** Ports on which jobs of the command listen. */
  readonly ports?: readonly number[];
  /** Logical line of the current match. */
  readonly currentLine: number | undefined;
};

export function sectionsOf(shape: BlockShape, body: Body): readonly Section[] {
  const { block, fold } = shape;
  const noted = notedLine(shape);
  if (fold === 'closed')
    return [header(shape, block.part.output === '' && !isShortened(block.part)), ...noted];
  const inner = fold === 'tail' ? previewSections(shape, body) : openSections(shape, body);
  const shown = inner.filter((section) => section.size > 0);
  return [header(shape, shown.length === 0), ...noted, ...shown];
}

/** The note that somebody has written about the command. */
function notedLine({ block, query }: BlockShape): readonly Section[] {
  const { note: noted } = block;
  if (noted === undefined) return [];
  const { text, writer } = noted;
  const by = writer.kind === 'other' ? { by: visible(writer.label) } : {};
  return [single({ kind: 'note', block, text: visible(text), query, ...by })];
}

export function headerLine(
  { block, fold, selected, marked, query, ports }: BlockShape,
  empty: boolean,
): HeaderLine {
  const more = {
    ...(marked && { marked }),
    ...(ports && { ports }),
    ...(query === undefined ? {} : { query }),
  };
  return { kind: 'header', block, fold, empty, selected, ...more };
}

function header(shape: BlockShape, empty: boolean): Section {
  return single(headerLine(shape, empty));
}

/** Number of lines that a folded block shows. */
export function tailLines(body: Body): number {
  return body.tailLines ?? TAIL_LINES;
}

function previewSections(shape: BlockShape, body: Body): readonly Section[] {
  const { block } = shape;
  const { rows, above } = previewOf(body.output, block.part, tailLines(body), body.cols);
  if (rows.length === 0 && above === 0) return [emptyNote(shape, body)];
  const first = rows.length;
  return [
    above === 0
      ? NOTHING
      : single({
          kind: 'note',
          block,
          text: `… ${counted(above)} above${opens(body, ', ', 'opens')}`,
          isFold: true,
        }),
    { size: rows.length, line: (index) => outputLine(shape, rows[index], index - first, body) },
  ];
}

/** `1 line`, `19,992 lines`. */
function counted(lines: number): string {
  return `${lines.toLocaleString('en')} ${lines === 1 ? 'line' : 'lines'}`;
}

function openSections(shape: BlockShape, body: Body): readonly Section[] {
  const { block } = shape;
  const { output, cols } = body;
  const stretches = stretchesOf(output, block.part, cols, shape.currentLine);
  const size = stretches.reduce((sum, each) => sum + (each.kind === 'rows' ? each.size : each.lines), 0);
  return [
    commandLines(block),
    note(block, output.missing(block.part)),
    ...stretches.map((stretch) => stretchSection(shape, stretch, body)),
    size === 0 ? emptyNote(shape, body) : NOTHING,
  ];
}

/** The lines above the rows of the live part: header and further command lines of the running command, or the label `closed`. */
export function leadSections(
  { label, port, ports, query }: Lead,
  running: Block | undefined,
): readonly Section[] {
  if (label !== undefined) return [single({ kind: 'separator', label })];
  if (running === undefined) return [];
  const shape: BlockShape = { block: running, fold: 'open', selected: false, query, currentLine: undefined };
  const own = portsSince(ports, running.timestamp);
  // A host of an earlier version names one port.
  const shown = own ?? (port === undefined ? undefined : [port]);
  return [single(headerLine({ ...shape, ...(shown && { ports: shown }) }, true)), commandLines(running)];
}

/** Milliseconds by which a program may seem to be older than its command: the kernel counts in ticks. */
const SLACK_MS = 50;

/** Returns the ports of programs that were started from one time on until before another; undefined if there are none. */
export function portsSince(
  ports: Body['ports'],
  from: number,
  until: number = Number.POSITIVE_INFINITY,
): readonly number[] | undefined {
  const own = ports?.filter(({ since }) => since >= from - SLACK_MS && since < until - SLACK_MS) ?? [];
  return own.length === 0 ? undefined : own.map(({ port }) => port);
}

type Lead = Pick<Body, 'label' | 'port' | 'ports'> & { readonly query: string | undefined };

function stretchSection(shape: BlockShape, stretch: Stretch, body: Body): Section {
  if (stretch.kind === 'gap') {
    const { part } = shape.block;
    const { firstLine, lines } = stretch;
    const text = `… ${counted(lines)} …${opens(body, '  ', 'opens all')}`;
    const line = (): BodyLine => {
      // A visible gap is likely to be scrolled into, from above or from below: fetch both edges.
      for (const edge of [firstLine, firstLine + lines - 1]) body.output.pieces(part, edge);
      return { kind: 'note', block: shape.block, text, leftOut: { first: firstLine, count: lines } };
    };
    return { size: 1, line, leftOut: lines };
  }
  const { first, firstLine, size, row } = stretch;
  return { size, line: (index) => outputLine(shape, row(index), first + index, body, firstLine) };
}

function opens({ openKey }: Body, gap: string, does: string): string {
  return openKey === undefined ? '' : `${gap}${openKey} ${does}`;
}

const NOTHING: Section = { size: 0, line: () => ({ kind: 'blank' }) };

function single(line: BodyLine): Section {
  return { size: 1, line: () => line };
}

function note(block: Block, text: string | undefined): Section {
  return text === undefined ? NOTHING : single({ kind: 'note', block, text });
}

/** Note of a block without output rows, which may have run a full-screen program. */
function emptyNote({ block }: BlockShape, { output }: Body): Section {
  return note(block, output.fullScreen(block.part) ? 'full-screen program' : undefined);
}

/** Creates a line of output. Rows of a preview have negative indexes: −1 is the last. */
function outputLine(
  shape: BlockShape,
  placed: PlacedRow | undefined,
  index: number,
  { marks }: Body,
  firstLine = 0,
): BodyLine {
  if (placed === undefined) return { kind: 'blank' };
  const { block, query, currentLine } = shape;
  const line = firstLine + placed.line;
  const row = query === undefined ? placed.row : highlighted(placed, query, line === currentLine, marks);
  return { kind: 'output', block, row, index, line };
}

function commandLines(block: Block): Section {
  if (!block.commandLine.includes('\n')) return NOTHING;
  const further = block.commandLine.split('\n').slice(1);
  const hidden = further.length - COMMAND_LINES;
  const texts = hidden > 1 ? [...further.slice(0, COMMAND_LINES), `… ${hidden} more lines`] : further;
  return {
    size: texts.length,
    line: (index) => ({ kind: 'command', block, text: visible(texts[index] ?? ''), index }),
  };
}

// Marks the matches of a search in a row.

/**
 * Last matches by logical line: the rows of one long line are marked one after another, so its matches are found
 * once.
 */
const lastFound = new WeakMap<readonly string[], { query: string; ranges: readonly CellRange[] }>();

/** Styles laid over those of matching cells; attributes that they do not set stay. */
type MatchStyles = { readonly match: StyleId; readonly current: StyleId };

const PLAIN_MARKS: MatchStyles = {
  match: internStyle({ inverse: true }),
  current: internStyle({ inverse: true, bold: true, underline: 1 }),
};

export function highlighted(
  { row, offset, end, cells }: PlacedRow,
  query: string,
  current: boolean,
  { match, current: currentMatch }: MatchStyles = PLAIN_MARKS,
): Row {
  const here = found(cells, query).filter(({ from, to }) => from < end && to > offset);
  if (here.length === 0) return row;
  const styles = [...row.styles];
  for (const { from, to } of here) {
    for (let x = Math.max(0, from - offset); x < Math.min(end, to) - offset; x++) {
      styles[x] = marked(styles[x] ?? 0, current ? currentMatch : match);
    }
  }
  return { ...row, styles };
}

function found(cells: readonly string[], query: string): readonly CellRange[] {
  const known = lastFound.get(cells);
  if (known?.query === query) return known.ranges;
  const ranges = rangesIn(cells, query);
  lastFound.set(cells, { query, ranges });
  return ranges;
}

function marked(id: StyleId, mark: StyleId): StyleId {
  const [style, over] = [styleOf(id), styleOf(mark)];
  return internStyle({
    ...style,
    fg: over.fg.kind === 'default' ? style.fg : over.fg,
    bg: over.bg.kind === 'default' ? style.bg : over.bg,
    bold: style.bold || over.bold,
    underline: over.underline || style.underline,
    inverse: style.inverse !== over.inverse,
  });
}

// The lines of an output in an open block: its pieces, with notes where lines between them are left out.

/** A run of rows of one piece, or the note about a gap; `first` is its index in the body of the block. */
type Stretch =
  | { readonly kind: 'gap'; readonly first: number; readonly firstLine: number; readonly lines: number }
  | {
      readonly kind: 'rows';
      readonly first: number;
      readonly size: number;
      readonly firstLine: number;
      readonly row: (index: number) => PlacedRow | undefined;
    };

/** Lays out what the window has of an output; asks for the rest, and for the lines around `wanted` (a line, from 0). */
function stretchesOf(
  output: OutputRows,
  part: CommandPart,
  cols: number,
  wanted: number | undefined,
): readonly Stretch[] {
  const held = output.pieces(part, wanted);
  const { pieces } = held;
  const stretches: Stretch[] = [];
  let first = 0;
  const gap = (firstLine: number, lines: number): void => {
    if (lines > 0) stretches.push({ kind: 'gap', first, firstLine, lines });
    first += lines > 0 ? 1 : 0;
  };
  for (const { part: piece, firstLine, missing } of pieces) {
    gap(firstLine - missing, missing);
    const size = output.size(piece, cols);
    const row = (index: number) => output.row(piece, cols, index);
    stretches.push({ kind: 'rows', first, size, firstLine, row });
    first += size;
  }
  const rest = restOf(part, held);
  gap(rest.first, rest.count);
  return stretches;
}

/** Returns the lines after the last piece: of an output that has just ended, the window may have only the beginning. */
function restOf(part: CommandPart, held: OutputPieces): { readonly first: number; readonly count: number } {
  const { pieces, total = 0 } = held;
  const last = pieces.at(-1);
  if (last === undefined) return { first: 0, count: total };
  const lacksEnd = held === heldPieces(part) && part.output.length <= (omittedOf(part)?.at ?? -1);
  const first = last.firstLine + linesIn(last.part.output);
  return { first, count: lacksEnd ? total - first : 0 };
}

/** Returns the index in the body of a block at which a line of the output begins, or at which it is left out. */
export function indexOfLine(output: OutputRows, part: CommandPart, cols: number, line: number): number {
  const held = output.pieces(part);
  const { pieces } = held;
  const rest = restOf(part, held);
  let first = 0;
  for (const [at, { part: piece, firstLine, missing }] of pieces.entries()) {
    if (line < firstLine) return first;
    first += missing > 0 ? 1 : 0;
    const next = pieces[at + 1];
    const isLeftOut = next === undefined && rest.count > 0 && line >= rest.first;
    if (!isLeftOut && (next === undefined || line < next.firstLine - next.missing)) {
      return first + output.rowOfLine(piece, cols, line - firstLine);
    }
    first += output.size(piece, cols);
  }
  return first;
}

/** The end of an output for a folded block. */
type Preview = {
  readonly rows: readonly PlacedRow[];
  /** Number of lines above these rows; 0 if the host does not report it. */
  readonly above: number;
};

export function previewOf(output: OutputRows, part: CommandPart, count: number, cols: number): Preview {
  const { pieces, total } = output.end(part, count);
  const last = pieces.at(-1);
  if (last === undefined) return { rows: [], above: total ?? 0 };
  const { rows, lines } = output.lastRows(last.part, count, cols);
  const [top] = rows;
  const above = last.firstLine + (top === undefined ? lines : top.line + (top.offset > 0 ? 1 : 0));
  return { rows, above };
}
