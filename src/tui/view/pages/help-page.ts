/** The page of help: the keys of the mode in front, in columns that fit. */

import type { CommandId } from '../../keys/commands/commands.ts';
import { type HelpRow, helpPage } from '../../keys/help/help-text.ts';
import { joinedHints, keyHint, keyOf } from '../../model/derived/key-of.ts';
import type { Piece } from '../../model/derived/mode-chip.ts';
import type { Model } from '../../model/model.ts';
import { activeView } from '../../model/step.ts';
import { type DialogContents, pageOf, wrapped } from './dialog-contents.ts';

/** Widest box with its frame, widest column of keys, and what keys may take of a narrow box. */
const BOX_CELLS = 100;
const FRAME_CELLS = 4;
const KEY_CELLS = 34;
const KEY_SHARE = 0.4;

export function helpContents(model: Model, scroll: number, room: number): DialogContents {
  const mode = activeView(model)?.view.mode ?? 'run';
  const page = helpPage(model.keymap, mode, model.appearance.keptKeys);
  const width = Math.max(10, Math.min(BOX_CELLS, model.size.cols) - FRAME_CELLS);
  const longest = page.sections.flatMap(({ rows }) => rows.map(({ keys }) => keys.join(', ').length + 4));
  const keyColumn = Math.min(KEY_CELLS, Math.max(12, Math.floor(width * KEY_SHARE)), Math.max(0, ...longest));
  const lines = [
    ...wrapped(page.intro, width).map((text): readonly Piece[] => [{ text, role: 'muted' }]),
    ...page.sections.flatMap(({ group, rows }): (readonly Piece[])[] => [
      [{ text: group, role: 'title' }],
      ...rows.flatMap((row) => rowLines(row, keyColumn, width - keyColumn)),
    ]),
  ];
  const { shown, where } = pageOf(lines, scroll, room);
  return {
    title: `Help · ${mode.toUpperCase()}`,
    lines: shown,
    field: undefined,
    footer: `${where}↑ ↓ ${joinedHints(
      '·',
      joinedKeys(model, 'scroll.pageUp', 'scroll.pageDown'),
      keyHint(model, 'page', 'agents.open', 'agents'),
      keyHint(model, 'page', 'dialog.cancel', 'closes'),
    )}`,
  };
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
