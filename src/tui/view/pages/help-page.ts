/** The page of help: the keys of the mode in front, in columns that fit, and a search in them. */

import type { CommandId } from '../../../client/commands/commands.ts';
import { wordsTest } from '../../../protocol/cotty/filter/words-test.ts';
import { editorText } from '../../../screen/editor/editor-state.ts';
import { type HelpRow, helpPage } from '../../keys/help/help-text.ts';
import { joinedHints, keyHint, keyOf } from '../../model/derived/key-of.ts';
import type { Piece } from '../../model/derived/mode-chip.ts';
import type { Dialog, Mode, Model } from '../../model/model.ts';
import { activeView } from '../../model/step.ts';
import { type DialogContents, pageOf, wrapped } from './dialog-contents.ts';

/** Widest box with its frame, widest column of keys, and the share of a narrow box that keys may take. */
const BOX_CELLS = 100;
const FRAME_CELLS = 4;
const KEY_CELLS = 34;
const KEY_SHARE = 0.4;

type Help = Extract<Dialog, { kind: 'help' | 'helpSearch' }>;

export function helpContents(model: Model, dialog: Help, room: number): DialogContents {
  const title = `Help · ${modeOf(model, dialog).toUpperCase()}`;
  const lines = helpLines(model, dialog);
  const isSearch = dialog.kind === 'helpSearch';
  const { shown, where } = pageOf(lines, dialog.scroll, helpRoom(dialog, room));
  const keys = isSearch
    ? [
        keyHint(model, 'dialog', 'dialog.accept', 'closes'),
        keyHint(model, 'dialog', 'dialog.cancel', 'shows all'),
      ]
    : [
        joinedKeys(model, 'scroll.pageUp', 'scroll.pageDown'),
        keyHint(model, 'page', 'page.search', 'searches'),
        keyHint(model, 'page', 'agents.open', 'agents'),
        keyHint(model, 'page', 'dialog.cancel', 'closes'),
      ];
  return {
    title,
    lines: isSearch ? [[{ text: '', role: 'input' }], ...shown] : shown,
    field: isSearch ? { line: 0, editor: dialog.editor, placeholder: 'a key, or what it does' } : undefined,
    footer: `${where}↑ ↓ ${joinedHints('·', ...keys)}`,
  };
}

/** Lines of the help that are in view at once: the field of a search takes one. */
export function helpRoom({ kind }: Help, room: number): number {
  return kind === 'helpSearch' ? Math.max(1, room - 1) : room;
}

/** Returns all lines of the help, or those that match the search. */
export function helpLines(model: Model, dialog: Help): readonly (readonly Piece[])[] {
  const page = helpPage(model.keymap, modeOf(model, dialog), model.appearance.keptKeys);
  const width = Math.max(10, Math.min(BOX_CELLS, model.size.cols) - FRAME_CELLS);
  const longest = page.sections.flatMap(({ rows }) => rows.map(({ keys }) => keys.join(', ').length + 4));
  const keyColumn = Math.min(KEY_CELLS, Math.max(12, Math.floor(width * KEY_SHARE)), Math.max(0, ...longest));
  const fits = wordsTest(dialog.kind === 'help' ? '' : editorText(dialog.editor));
  const sections = page.sections.flatMap(({ group, rows }) => {
    const found = rows.filter((row) => fits([group, ...row.keys, row.text, row.condition ?? ''].join(' ')));
    return found.length === 0 ? [] : [{ group, rows: found }];
  });
  if (sections.length === 0) return [[{ text: '  nothing matches', role: 'muted' }]];
  const intro = dialog.kind === 'help' ? wrapped(page.intro, width) : [];
  return [
    ...intro.map((text): readonly Piece[] => [{ text, role: 'muted' }]),
    ...sections.flatMap(({ group, rows }): (readonly Piece[])[] => [
      [{ text: group, role: 'title' }],
      ...rows.flatMap((row) => rowLines(row, keyColumn, width - keyColumn)),
    ]),
  ];
}

function modeOf(model: Model, dialog: Help): Mode | 'history' {
  if ('over' in dialog && dialog.over !== undefined) return 'history';
  return activeView(model)?.view.mode ?? 'run';
}

/** Returns a row of keys and text, each in its column, over as many lines as the longer one needs. */
function rowLines(
  { keys, text, condition, lost }: HelpRow,
  keyCells: number,
  textCells: number,
): (readonly Piece[])[] {
  const left = wrapped(keys.join(', '), keyCells - 4);
  const right = wrapped(condition === undefined ? text : `${text} (${condition})`, textCells);
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index): readonly Piece[] => [
    { text: `  ${left[index] ?? ''}`.padEnd(keyCells), role: lost ? 'unreachable' : 'key' },
    { text: right[index] ?? '', role: 'text' },
  ]);
}

function joinedKeys(model: Model, ...commands: readonly CommandId[]): string {
  return commands.flatMap((command) => keyOf(model, 'page', command) ?? []).join(' ');
}
