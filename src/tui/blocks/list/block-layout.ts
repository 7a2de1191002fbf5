/** Lays out one block as lines: closed, with the last lines of its output, or open. */

import type { Block } from '../../../client/blocks/block.ts';
import { isShortened } from '../../../client/blocks/output-pieces.ts';
import type { Body, BodyLine, HeaderLine, PlacedRow } from '../block/body-line.ts';
import { visible } from '../block/controls.ts';
import type { Fold } from '../block/folds.ts';
import { highlighted } from './highlight.ts';
import { previewOf, type Stretch, stretchesOf } from './output-lines.ts';

/** Rows of output that a folded block still shows, unless the setting says otherwise. */
const TAIL_LINES = 8;

/** Rows above which an open block repeats its status in a footer, because its header may be out of view. */
const FOOTER_FROM = TAIL_LINES;

/** Further lines of a multi-line command that an open block shows; the rest is only counted. */
const COMMAND_LINES = 20;

/** A run of lines, created on demand. */
export type Section = { readonly size: number; readonly line: (index: number) => BodyLine };

export type BlockShape = {
  readonly block: Block;
  readonly fold: Fold;
  readonly selected: boolean;
  readonly query: string | undefined;
  /** Logical line of the current match. */
  readonly currentLine: number | undefined;
};

export function sectionsOf(shape: BlockShape, body: Body): readonly Section[] {
  const { block, fold } = shape;
  if (fold === 'closed') return [header(shape, block.part.output === '' && !isShortened(block.part))];
  const inner = fold === 'tail' ? previewSections(shape, body) : openSections(shape, body);
  const shown = inner.filter((section) => section.size > 0);
  return [header(shape, shown.length === 0), ...shown];
}

export function headerLine({ block, fold, selected, query }: BlockShape, empty: boolean): HeaderLine {
  return { kind: 'header', block, fold, empty, selected, ...(query === undefined ? {} : { query }) };
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
    note(block, above === 0 ? undefined : `… ${counted(above)} above${opens(body, ', ', 'opens')}`),
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
  const last = stretches.at(-1);
  const size = last === undefined ? 0 : last.first + (last.kind === 'rows' ? last.size : 1);
  return [
    commandLines(block),
    note(block, output.missing(block.part)),
    ...stretches.map((stretch) => stretchSection(shape, stretch, body)),
    size === 0 ? emptyNote(shape, body) : NOTHING,
    size > FOOTER_FROM && hasEnd(block) ? single({ kind: 'footer', block }) : NOTHING,
  ];
}

/** A shell that was entered has no end yet to repeat, and what was printed between commands has none. */
function hasEnd({ status }: Block): boolean {
  return status.kind !== 'inside' && status.kind !== 'between';
}

function stretchSection(shape: BlockShape, stretch: Stretch, body: Body): Section {
  if (stretch.kind === 'gap') {
    const { part } = shape.block;
    const { firstLine, lines } = stretch;
    const text = `… ${counted(lines)} …${opens(body, '  ', 'opens all')}`;
    const line = (): BodyLine => {
      // Whoever sees the gap scrolls into it, from above or from below.
      for (const edge of [firstLine, firstLine + lines - 1]) body.output.pieces(part, edge);
      return { kind: 'note', block: shape.block, text };
    };
    return { size: 1, line };
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
