/** The list of matches: each command with the lines found in its output, and those around them. */

import { BETWEEN } from '../../../client/blocks/block.ts';
import { finder } from '../../../client/blocks/match-text.ts';
import { placeName } from '../../../client/blocks/place.ts';
import { nameAt } from '../../../client/terminal-names.ts';
import { FILTER_HINT } from '../../../protocol/cotty/filter/command-filter.ts';
import type { FoundCommand, FoundLine } from '../../../protocol/cotty/find.ts';
import { hasFailed, statusOfCode } from '../../../review/exit-state.ts';
import { textWidth } from '../../../screen/cells/text-width.ts';
import { chip, clock } from '../../blocks/header/chip.ts';
import { cut, padded } from '../../blocks/header/span.ts';
import { foundHits } from '../../model/derived/choices.ts';
import { joinedHints, keyHint } from '../../model/derived/key-of.ts';
import type { Piece } from '../../model/derived/mode-chip.ts';
import type { Dialog, Model } from '../../model/model.ts';
import type { Role } from '../../theme/roles.ts';
import type { DialogContents } from './dialog-contents.ts';

type Finding = Extract<Dialog, { kind: 'find' }>;

/** Widest box, and the cells of its frame and of the sign of the chosen line. */
const BOX_CELLS = 100;
const FRAME_CELLS = 6;
const NAME_CELLS = 12;
const NUMBER_CELLS = 6;
const CHIP_CELLS = 6;

/** Shown after the lines of an output that has more matches than are listed. */
const FURTHER: Piece = { text: `${' '.repeat(NUMBER_CELLS + 1)}… and further ones`, role: 'muted' };

/** A row of the list; `hit` is the index of its match. */
type ListRow = { readonly pieces: readonly Piece[]; readonly hit: number | undefined };

export function findContents(model: Model, dialog: Finding, now: number, room: number): DialogContents {
  const width = Math.max(10, Math.min(BOX_CELLS, model.size.cols) - FRAME_CELLS);
  const rows = listRows(model, dialog, now, width);
  const count = foundHits(dialog.found).length;
  const shown = Math.max(1, room - 2);
  const chosen = Math.max(
    0,
    rows.findIndex(({ hit }) => hit === dialog.selected),
  );
  const first = Math.max(0, Math.min(chosen - Math.floor(shown / 2), rows.length - shown));
  const lines = rows.slice(first, first + shown).map(({ pieces, hit }): readonly Piece[] => {
    const isChosen = hit !== undefined && hit === dialog.selected;
    const marked = isChosen ? pieces.map((piece) => ({ ...piece, role: 'selected' as const })) : pieces;
    return [{ text: isChosen ? '› ' : '  ', role: isChosen ? 'selected' : 'muted' }, ...marked];
  });
  return {
    title: dialog.all ? 'Find in all terminals and the record' : 'Find in this terminal',
    lines: [[{ text: '', role: 'input' }], [stateLine(dialog, count, width)], ...lines],
    field: { line: 0, editor: dialog.editor, placeholder: `text ${FILTER_HINT}` },
    footer: joinedHints(
      model.appearance.glyphs.separator,
      count === 0 ? undefined : `${dialog.selected + 1}/${countText(dialog, count)}`,
      keyHint(model, 'dialog', 'dialog.accept', 'goes there'),
      keyHint(model, 'dialog', 'find.scope', dialog.all ? 'only here' : 'everywhere'),
      keyHint(model, 'dialog', 'dialog.cancel', 'closes'),
    ),
  };
}

function countText({ state, found }: Finding, count: number): string {
  const isWhole = state === 'ended' && found.every(({ more }) => !more);
  return `${count.toLocaleString('en')}${isWhole ? '' : '+'}`;
}

/** Returns the line with the active filters, the problem with a filter word, and the progress of the search. */
function stateLine(dialog: Finding, count: number, width: number): Piece {
  const { wrong, asked, state } = dialog;
  if (wrong !== undefined) return { text: cut(wrong, width, '…'), role: 'warning' };
  if (asked === undefined) return { text: cut(`narrow it down: ${FILTER_HINT}`, width, '…'), role: 'muted' };
  const { failed, folder, writer, since, longerThanMs } = asked;
  const filters = [
    failed === true ? 'failed' : '',
    folder === undefined ? '' : `in ${folder}`,
    writer === undefined ? '' : `by ${writer}`,
    since === undefined ? '' : `since ${clock(since, since)}`,
    longerThanMs === undefined ? '' : `longer than ${longerThanMs / 1000} s`,
  ].filter((text) => text !== '');
  const only = filters.length === 0 ? '' : `only ${filters.join(', ')} · `;
  const found = count === 0 && state === 'ended' ? 'nothing found' : `${countText(dialog, count)} found`;
  const going = { searching: ' · searching…', ended: '', full: ' · say more to find others' }[state];
  return { text: cut(`${only}${found}${going}`, width, '…'), role: filters.length > 0 ? 'info' : 'muted' };
}

function listRows(model: Model, dialog: Finding, now: number, width: number): readonly ListRow[] {
  let hit = 0;
  return dialog.found.flatMap((command): ListRow[] => {
    const { lines, printedBefore } = command;
    const header = headerOf(model, command, { all: dialog.all, now, width });
    const before: ListRow[] =
      printedBefore === undefined ? [] : [{ pieces: beforePieces(printedBefore, width), hit: undefined }];
    if (lines.length === 0) return [...before, { pieces: header, hit: hit++ }];
    const numbered = around(lines);
    return [
      ...before,
      { pieces: header, hit: undefined },
      ...[...numbered].map(([number, { text, isMatch }]): ListRow => {
        const pieces = linePieces(number, text, isMatch ? (dialog.asked?.text ?? '') : '', width);
        return { pieces, hit: isMatch ? hit++ : undefined };
      }),
      ...(command.more ? [{ pieces: [FURTHER], hit: undefined }] : []),
    ];
  });
}

/** The line that background jobs printed before a command, shown above the command. */
function beforePieces(line: string, width: number): readonly Piece[] {
  return [{ text: cut(`${' '.repeat(NUMBER_CELLS + 1)}${oneLine(line)}`, width, '…'), role: 'muted' }];
}

type Numbered = { readonly text: string; readonly isMatch: boolean };

/** Returns matches and the lines around them by number, in order; a line that is both counts as a match. */
function around(lines: readonly FoundLine[]): ReadonlyMap<number, Numbered> {
  const numbered = new Map<number, Numbered>();
  for (const { line, before, after } of lines) {
    if (before !== undefined) numbered.set(line - 1, { text: before, isMatch: false });
    if (after !== undefined) numbered.set(line + 1, { text: after, isMatch: false });
  }
  for (const { line, text } of lines) numbered.set(line, { text, isMatch: true });
  return new Map([...numbered].sort(([one], [other]) => one - other));
}

type HeaderInput = { readonly all: boolean; readonly now: number; readonly width: number };

function headerOf(
  model: Model,
  { terminal, name: told, open, commandLine, exitCode, finishedAt, startedAt, cwd, noCommand }: FoundCommand,
  { all, now, width }: HeaderInput,
): readonly Piece[] {
  const { appearance, around } = model;
  const { home } = around;
  const name = nameAt(model.tabs, terminal, told);
  const { ellipsis } = appearance.glyphs;
  const ended = finishedAt === undefined ? ellipsis : endText(exitCode, appearance);
  const end = noCommand === true ? '' : ended;
  const label = all ? `${padded(cut(open ? name : `(${name})`, NAME_CELLS, ellipsis), NAME_CELLS)} ` : '';
  const when = clock(startedAt, now);
  const place = cwd === undefined ? '' : placeName(cwd, home);
  const right = width > 60 && place.length < width / 3 ? `${place}  ${when}` : when;
  const room = width - textWidth(label) - CHIP_CELLS - textWidth(right) - 1;
  return [
    {
      text: padded(end, CHIP_CELLS),
      role: exitCode === 0 ? 'success' : isFailure(exitCode) ? 'failure' : 'unknown',
    },
    { text: label, role: 'text' },
    {
      text: padded(
        cut(noCommand === true ? BETWEEN : oneLine(commandLine), Math.max(0, room), ellipsis),
        Math.max(0, room),
      ),
      role: 'command',
    },
    { text: ` ${right}`, role: 'muted' },
  ];
}

/** The exit state of a command, shorter than in its header. */
function endText(exitCode: number | undefined, { ascii, glyphs }: Model['appearance']): string {
  const status = statusOfCode(exitCode);
  if (status.kind === 'suspended') return '^Z';
  return status.kind === 'signal' ? `${glyphs.failure} ${exitCode}` : chip(status, ascii).text;
}

function isFailure(exitCode: number | undefined): boolean {
  return hasFailed(statusOfCode(exitCode));
}

function oneLine(text: string): string {
  return text.split('\n').join(' ⏎ ');
}

function linePieces(number: number, text: string, query: string, width: number): readonly Piece[] {
  const room = Math.max(1, width - NUMBER_CELLS - 1);
  const role: Role = query === '' ? 'muted' : 'text';
  const lead: Piece = { text: `${String(number).padStart(NUMBER_CELLS)} `, role: 'muted' };
  const shown = scrolled(text.replaceAll('\t', ' '), query, room);
  const at = indexOf(shown, query);
  if (at < 0) return [lead, { text: cut(shown, room, '…'), role }];
  const end = at + query.length;
  return [
    lead,
    { text: shown.slice(0, at), role },
    { text: cut(shown.slice(at, end), room, ''), role: 'match' },
    { text: cut(shown.slice(end), Math.max(0, room - textWidth(shown.slice(0, end))), '…'), role },
  ];
}

/** Cuts the start of a long line, so that its match is visible. */
function scrolled(text: string, query: string, room: number): string {
  const at = indexOf(text, query);
  return at + query.length < room ? text : `…${text.slice(Math.max(0, at - Math.floor(room / 3)))}`;
}

function indexOf(text: string, query: string): number {
  if (query === '' || !finder(query)(text)) return -1;
  const exact = query !== query.toLowerCase();
  return exact ? text.indexOf(query) : text.toLowerCase().indexOf(query);
}
