/** The page that compares two runs of a command: both headers, what differs in sum, and the changes with lines around them. */

import { writerLabel } from '../../../client/blocks/writer-label.ts';
import {
  type ComparedLine,
  type CompareRow,
  changeCount,
  compareRows,
  skippedText,
} from '../../../client/compare/compare-rows.ts';
import { changedText, maskedWords, notedTexts, UNMASKED } from '../../../client/compare/compare-words.ts';
import { type Compared, type Comparing, comparedOf } from '../../../client/compare/comparing.ts';
import { nameAt } from '../../../client/terminal-names.ts';
import { duration } from '../../../protocol/common/durations.ts';
import { chipOf } from '../../../review/chip.ts';
import { hasFailed, statusOfEnd } from '../../../review/exit-state.ts';
import type { Run } from '../../../review/run.ts';
import { textWidth } from '../../../screen/cells/text-width.ts';
import { clock } from '../../blocks/header/chip.ts';
import { cut, padded } from '../../blocks/header/span.ts';
import { dialogContext } from '../../model/derived/input-context.ts';
import { joinedHints, keyHint, keyOf } from '../../model/derived/key-of.ts';
import type { Piece } from '../../model/derived/mode-chip.ts';
import type { Dialog, Model } from '../../model/model.ts';
import { oneLine } from '../../outer/one-line.ts';
import type { Glyphs } from '../../theme/glyphs.ts';
import type { Role } from '../../theme/roles.ts';
import { type DialogContents, pageOf, wrapped } from './dialog-contents.ts';

type ComparePage = Extract<Dialog, { kind: 'compare' }>;

/** A line of the page; `change` is the index of the change that it is part of. */
type Line = { readonly pieces: readonly Piece[]; readonly change?: number | undefined };

/** Cells of the frame and its blanks, and those before the text of a line: the mark of a change, the sign and a blank. */
const FRAME_CELLS = 4;
const LEAD_CELLS = 3;
/** From this width on, both runs are side by side unless it is asked for otherwise. */
const WIDE_COLS = 100;
const TITLE_CELLS = 60;
const NAME_CELLS = 24;

export function compareContents(model: Model, page: ComparePage, now: number, room: number): DialogContents {
  const { comparing, scroll } = page;
  const { ellipsis, separator } = model.appearance.glyphs;
  const lines = compareLines(model, comparing, now);
  const { shown, where } = pageOf(lines, scroll, room);
  const command = cut(oneLine(comparing.asked.commandLine, 200), TITLE_CELLS, ellipsis);
  // A sentence alone needs no box of the whole height.
  const rows = comparedOf(comparing) === undefined ? 0 : room;
  const blank = Array.from({ length: Math.max(0, rows - shown.length) }, (): readonly Piece[] => []);
  return {
    title: `Compare ${separator} ${command}`,
    lines: [...shown.map((line) => markedLine(model, comparing, line)), ...blank],
    field: undefined,
    footer: `${where}${hints(model, page)}`,
  };
}

/** Whether both runs are side by side. */
export function isSideBySide({ size }: Pick<Model, 'size'>, { sideBySide }: Comparing): boolean {
  return sideBySide ?? size.cols >= WIDE_COLS;
}

function hints(model: Model, page: ComparePage): string {
  const context = dialogContext(page);
  const hint = (command: Parameters<typeof keyHint>[2], does: string) =>
    keyHint(model, 'page', command, does, context);
  const { comparing } = page;
  const found = comparedOf(comparing);
  const has = found !== undefined && changeCount(found.comparison) > 0;
  const isGreen = comparing.asked.against.kind === 'succeeded';
  const next = keyOf(model, 'page', 'compare.nextChange', context);
  const previous = keyOf(model, 'page', 'compare.previousChange', context);
  return joinedHints(
    model.appearance.glyphs.separator,
    has ? `change ${comparing.change + 1}/${changeCount(found.comparison)}` : undefined,
    has && next !== undefined && previous !== undefined ? `${next} ${previous} next` : undefined,
    found === undefined ? undefined : hint('compare.masks', comparing.masked ? 'unmasks' : 'masks'),
    has ? hint('compare.sideBySide', isSideBySide(model, comparing) ? 'unified' : 'side by side') : undefined,
    hint('compare.succeeded', isGreen ? 'last run' : 'last ok'),
    hint('compare.older', 'older'),
    hint('compare.rerun', 'again'),
    has ? hint('compare.copy', 'copies') : undefined,
    keyHint(model, 'page', 'dialog.cancel', 'closes'),
  );
}

/** The lines of comparisons, as long as nothing in them has changed. */
const known = new WeakMap<
  NonNullable<Comparing['found']>,
  { readonly key: string; readonly lines: readonly Line[] }
>();

/** Returns all lines of the page. */
export function compareLines(model: Model, comparing: Comparing, now: number): readonly Line[] {
  const { found } = comparing;
  const width = Math.max(20, model.size.cols - FRAME_CELLS);
  if (found === undefined) return [{ pieces: [{ text: 'Reading the outputs…', role: 'muted' }] }];
  if ('why' in found)
    return wrapped(found.why, width).map((text) => ({ pieces: [{ text, role: 'warning' }] }));
  // Times of day change their form at midnight.
  const key = [width, isSideBySide(model, comparing), model.appearance.ascii, new Date(now).getDate()].join();
  const made = known.get(found);
  if (made?.key === key) return made.lines;
  const lines = [
    ...headLines(model, found, comparing.masked, width, now),
    ...changeLines(model, comparing, found, width),
  ];
  known.set(found, { key, lines });
  return lines;
}

/** The line, with a sign where the change begins that was gone to. */
function markedLine(model: Model, { change }: Comparing, line: Line): readonly Piece[] {
  const isMarked = line.change === change;
  const [first, ...others] = line.pieces;
  if (!isMarked || first === undefined) return line.pieces;
  return [
    { text: model.appearance.glyphs.prompt, role: 'prompt' },
    { ...first, text: first.text.slice(1) },
    ...others,
  ];
}

// The head: both runs, and what differs in sum.

function headLines(
  model: Model,
  { before, after, comparison }: Compared,
  isMasked: boolean,
  width: number,
  now: number,
): readonly Line[] {
  const { glyphs, ascii } = model.appearance;
  const runs = [
    { sign: '-', role: 'removed', run: before },
    { sign: '+', role: 'added', run: after },
  ] as const;
  const facts = runs.map(({ run }) => factsOf(model, run, now));
  const widest = [0, 1, 2].map((at) => Math.max(...facts.map((each) => textWidth(each[at]?.text ?? ''))));
  const headers = runs.map(({ sign, role }, index): Line => {
    const columns = facts[index] ?? [];
    const pieces = columns.map((piece, at) => ({
      ...piece,
      text: `${padded(piece.text, widest[at] ?? 0)}  `,
    }));
    return { pieces: [{ text: `${sign} `, role }, ...pieces] };
  });
  const failed = hasFailed(statusOfEnd(after)) && !hasFailed(statusOfEnd(before));
  const mended = hasFailed(statusOfEnd(before)) && !hasFailed(statusOfEnd(after));
  const masked = maskedWords(comparison);
  const shows = keyHint(model, 'page', 'compare.masks', 'shows them', dialogContext({ kind: 'compare' }));
  const said: readonly (readonly [string, Role])[] = [
    [changedText(comparison, ascii), failed ? 'failure' : mended ? 'success' : 'text'],
    [comparison.headline, 'title'],
    [isMasked ? joinedHints(glyphs.separator, masked, masked === '' ? '' : shows) : UNMASKED, 'muted'],
    ...notedTexts(comparison, [before, after]).map((text) => [text, 'warning'] as const),
  ];
  return [
    ...headers,
    ...said.flatMap(([text, role]) =>
      text === '' ? [] : wrapped(text, width).map((line): Line => ({ pieces: [{ text: line, role }] })),
    ),
  ];
}

function factsOf(model: Model, run: Run, now: number): readonly Piece[] {
  const { glyphs, ascii } = model.appearance;
  const status = statusOfEnd(run);
  const failed = hasFailed(status);
  const name = cut(nameAt(model.tabs, run.uri, run.terminal), NAME_CELLS, glyphs.ellipsis);
  const writer = writerLabel(run.writer, model.me.writer);
  const took = run.finishedAt === undefined ? '' : duration(run.finishedAt - run.startedAt);
  return [
    {
      text: chipOf(status, ascii).sign,
      role: failed ? 'failure' : status.kind === 'ok' ? 'success' : 'unknown',
    },
    { text: `${name} #${run.seq}`, role: 'text' },
    { text: took, role: 'text' },
    { text: clock(run.startedAt, now), role: 'muted' },
    ...(writer.kind === 'other' ? [{ text: writer.label, role: 'agent' } as const] : []),
  ];
}

// The changes.

function changeLines(
  model: Model,
  comparing: Comparing,
  { comparison }: Compared,
  width: number,
): readonly Line[] {
  const { glyphs } = model.appearance;
  const sideBySide = isSideBySide(model, comparing);
  const rows = compareRows(comparison, sideBySide);
  if (rows.length === 0) return [];
  return [NO_LINE, ...rows.flatMap((row) => linesOf(row, width, glyphs))];
}

const NO_LINE: Line = { pieces: [] };

function linesOf(row: CompareRow, width: number, glyphs: Glyphs): readonly Line[] {
  switch (row.kind) {
    case 'skipped':
    case 'more': {
      const lead = `${' '.repeat(LEAD_CELLS)}${glyphs.ellipsis} `;
      return [{ pieces: [{ text: `${lead}${skippedText(row)}`, role: 'muted' }] }];
    }
    case 'line':
      return brokenLine(row.line, width, glyphs).map((pieces) => ({ pieces, change: row.change }));
    case 'pair':
      return pairLines(row, width, glyphs);
  }
}

function pairLines(
  { before, after, change }: Extract<CompareRow, { kind: 'pair' }>,
  width: number,
  glyphs: Glyphs,
): readonly Line[] {
  const cells = Math.floor((width - 3) / 2);
  const [left, right] = [before, after].map((line) =>
    line === undefined ? [] : brokenLine(line, cells, glyphs),
  );
  const count = Math.max(left?.length ?? 0, right?.length ?? 0);
  return Array.from({ length: count }, (_, index): Line => {
    const one = left?.[index] ?? [{ text: ' ', role: 'text' }];
    const used = one.reduce((sum, { text }) => sum + textWidth(text), 0);
    return {
      change,
      pieces: [
        ...one,
        { text: ' '.repeat(Math.max(0, cells - used)), role: 'text' },
        { text: ` ${glyphs.vertical} `, role: 'border' },
        ...(right?.[index] ?? []),
      ],
    };
  });
}

const ROLES = {
  ' ': { plain: 'muted', changed: 'muted' },
  '-': { plain: 'removed', changed: 'removedWord' },
  '+': { plain: 'added', changed: 'addedWord' },
} as const satisfies {
  readonly [Sign in ComparedLine['sign']]: { readonly plain: Role; readonly changed: Role };
};

/** Limit: rows over which a line is broken; the rest of it is left out. */
const MOST_BROKEN = 20;

/** Breaks a line into rows of at most `width` cells; those after the first have another sign beside that of the line. */
function brokenLine(
  { sign, parts }: ComparedLine,
  width: number,
  glyphs: Glyphs,
): readonly (readonly Piece[])[] {
  const { plain, changed } = ROLES[sign];
  const lead: Piece = { text: ` ${sign} `, role: plain };
  const goesOn: Piece = { text: ` ${sign}${glyphs.continuation}`, role: plain };
  const most = Math.max(2, width - LEAD_CELLS);
  const rows: Piece[][] = [[lead]];
  let room = most;
  for (const part of parts) {
    const role = part.changed ? changed : plain;
    for (let rest = part.text; rest !== ''; ) {
      const text = cut(rest, room, '');
      rest = rest.slice(text.length);
      room -= textWidth(text);
      if (text !== '') rows.at(-1)?.push({ text, role });
      if (rest === '') break;
      if (rows.length === MOST_BROKEN) return rows;
      rows.push([goesOn]);
      room = most;
    }
  }
  return rows;
}
