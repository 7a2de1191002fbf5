/** A comparison as text: unified as diff(1) prints it, or side by side. */

import { compactDuration } from '../../protocol/common/durations.ts';
import { exitWords } from '../../protocol/common/exit-status.ts';
import { harmless } from '../../protocol/common/harmless-text.ts';
import type { Comparison, Span } from '../../review/compare/comparison.ts';
import { maskedText } from '../../review/compare/headline.ts';
import {
  type NumberedLine,
  SIGNS,
  type SideRow,
  sideRows,
  type UnifiedRow,
  unifiedRows,
} from '../../review/compare/rows.ts';
import type { Run } from '../../review/run.ts';
import { displayWidth, printable } from '../common/plain-text.ts';
import { localTime } from './history-table.ts';

export type Compared = {
  readonly before: Run;
  readonly after: Run;
  readonly comparison: Comparison;
  /** Equal lines around each change. */
  readonly context: number;
};

type Style = 'removed' | 'added' | 'equal' | 'bold' | 'dim' | 'place';

const CODES: Readonly<Record<Style, string>> = {
  removed: '31',
  added: '32',
  equal: '',
  bold: '1',
  dim: '2',
  place: '36',
};

/** Changed words are in reverse video, so that they show without colours, too. */
const EMPHASIS = '7';
/** Between both sides: what is left and right, as sdiff(1) marks it. */
const GAP = 3;
const LEAST_SIDE = 10;
const TAB = 8;

export function unifiedText(compared: Compared, colours: boolean): string {
  const { comparison, context } = compared;
  const paint = painter(colours);
  const rows = unifiedRows(comparison, context);
  const places = placesOf(rows);
  const lines = rows.flatMap((row, at) => {
    const place = places.get(at);
    const line = unifiedLine(row, paint);
    return [...(place === undefined ? [] : [paint(place, 'place')]), ...(line === undefined ? [] : [line])];
  });
  return text([...headerLines(compared, paint), ...(comparison.hunks.some(isChanged) ? lines : [])]);
}

function isChanged({ kind }: { readonly kind: string }): boolean {
  return kind === 'changed';
}

type Paint = (text: string, style: Style, emphasised?: readonly Span[]) => string;

/** Without colours nothing is marked within a line. */
function painter(colours: boolean): Paint {
  if (!colours) return (text) => harmless(text);
  return (text, style, emphasised = []) => {
    const begin = CODES[style] === '' ? '' : `\x1b[${CODES[style]}m`;
    let painted = begin;
    let at = 0;
    for (const [from, to] of emphasised) {
      painted += `${harmless(text.slice(at, from))}\x1b[${EMPHASIS}m${harmless(text.slice(from, to))}\x1b[2${EMPHASIS}m`;
      at = to;
    }
    return `${painted}${harmless(text.slice(at))}${begin === '' ? '' : '\x1b[0m'}`;
  };
}

function headerLines({ before, after, comparison }: Compared, paint: Paint): readonly string[] {
  const { headline, masked, cut, coarse } = comparison;
  const left = Math.max(cut.before, cut.after);
  return [
    paint(headline, 'bold'),
    paint(`--- ${runLine(before)}`, 'removed'),
    paint(`+++ ${runLine(after)}`, 'added'),
    ...(masked.lines === 0
      ? []
      : [paint(`    masked: ${maskedText(masked) || 'blanks'} (--unmasked shows them)`, 'dim')]),
    ...(left === 0
      ? []
      : [paint(`    ${left.toLocaleString('en')} lines in the middle were not compared`, 'dim')]),
    ...(coarse
      ? [paint('    the outputs differ so much that only some of the equal lines were looked for', 'dim')]
      : []),
  ];
}

/** `build #12 · npm test · 2026-11-28 10:00:00 · exit 1 · 24.0s`. */
function runLine({ terminal, seq, commandLine, startedAt, finishedAt, exitCode }: Run): string {
  const facts = [
    `${printable(terminal)} #${seq}`,
    printable(commandLine),
    localTime(startedAt),
    exitCode === undefined ? 'exit unknown' : exitWords(exitCode),
    ...(finishedAt === undefined ? [] : [compactDuration(finishedAt - startedAt)]),
  ];
  return facts.join(' · ');
}

/** Returns the lines `@@ -1,7 +1,9 @@`, by the index of the row before which they stand. */
function placesOf(rows: readonly UnifiedRow[]): ReadonlyMap<number, string> {
  const places = new Map<number, string>();
  let [before, after] = [1, 1];
  let from = 0;
  const end = (to: number) => {
    const part = rows.slice(from, to);
    const removed = part.filter(({ kind }) => kind !== 'added').length;
    const added = part.filter(({ kind }) => kind !== 'removed').length;
    if (part.length > 0) places.set(from, `@@ -${range(before, removed)} +${range(after, added)} @@`);
    before += removed;
    after += added;
  };
  rows.forEach((row, at) => {
    if (row.kind !== 'skipped') return;
    end(at);
    before += row.count;
    after += row.count;
    from = at + 1;
  });
  end(rows.length);
  return places;
}

/** An empty range is named by the line before it, as in diff(1). */
function range(from: number, lines: number): string {
  return lines === 1 ? `${from}` : `${lines === 0 ? from - 1 : from},${lines}`;
}

function unifiedLine(row: UnifiedRow, paint: Paint): string | undefined {
  if (row.kind === 'skipped') return undefined;
  if (row.kind === 'equal') return paint(`${SIGNS.equal}${row.text}`, 'equal');
  const spans = row.changed.map(([from, to]) => [from + 1, to + 1] as const);
  return paint(`${SIGNS[row.kind]}${row.text}`, row.kind, spans);
}

/** Long lines are broken. */
export function sideText(compared: Compared, colours: boolean, columns: number): string {
  const { comparison, context } = compared;
  const paint = painter(colours);
  const width = Math.max(LEAST_SIDE, Math.floor((columns - GAP) / 2));
  const lines = sideRows(comparison, context).flatMap((row) => sideRowLines(row, width, paint));
  return text([...headerLines(compared, paint), ...(comparison.hunks.some(isChanged) ? lines : [])]);
}

function sideRowLines(row: SideRow, width: number, paint: Paint): readonly string[] {
  if (row.kind === 'skipped') {
    const what = row.count === 1 ? '1 equal line' : `${row.count.toLocaleString('en')} equal lines`;
    return [paint(`⋯ ${what}`, 'place')];
  }
  const isEqual = row.kind === 'equal';
  const left = sideLines(row.before, width, paint, isEqual ? 'equal' : 'removed');
  const right = sideLines(row.after, width, paint, isEqual ? 'equal' : 'added');
  const changed = row.before === undefined ? '>' : row.after === undefined ? '<' : '|';
  const sign = isEqual ? ' ' : changed;
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) =>
    `${left[at] ?? ' '.repeat(width)} ${sign} ${right[at] ?? ''}`.trimEnd(),
  );
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Breaks a line into rows of exactly `width` columns, painted, with blanks in the place of tabs. */
function sideLines(
  line: NumberedLine | undefined,
  width: number,
  paint: Paint,
  style: Style,
): readonly string[] {
  if (line === undefined) return [];
  const rows: string[] = [];
  let [row, used] = ['', 0];
  let spans: Span[] = [];
  const end = () => {
    rows.push(paint(row, style, spans) + ' '.repeat(Math.max(0, width - used)));
    [row, used, spans] = ['', 0, []];
  };
  for (const { segment, index } of graphemes.segment(line.text)) {
    const cells = segment === '\t' ? TAB - (used % TAB) : displayWidth(segment);
    if (used + cells > width) end();
    const shown = segment === '\t' ? ' '.repeat(Math.min(cells, width)) : segment;
    if (line.changed.some(([from, to]) => from <= index && index < to))
      spans.push([row.length, row.length + shown.length]);
    row += shown;
    used += Math.min(cells, width);
  }
  end();
  return rows;
}

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
