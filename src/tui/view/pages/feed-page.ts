/** The page of the feed: commands that ended elsewhere, two lines each, the newest on top. */

import { nameAt } from '../../../client/terminal-names.ts';
import { duration } from '../../../protocol/common/durations.ts';
import { chip, clock } from '../../blocks/header/chip.ts';
import { cut, padded, type SpanRole } from '../../blocks/header/span.ts';
import { joinedHints, keyHint } from '../../model/derived/key-of.ts';
import type { Piece } from '../../model/derived/mode-chip.ts';
import { type Feed, type FeedItem, unreadCount } from '../../model/feed.ts';
import type { Model } from '../../model/model.ts';
import type { Role } from '../../theme/roles.ts';
import type { DialogContents } from './dialog-contents.ts';

const LINES_PER_ITEM = 2;
/** Cells of the tab's name; in a narrow window it is shorter, to leave room for the command. */
const TAB_CELLS = { wide: 14, narrow: 8 };
const WIDE_COLS = 60;
const CHIP_ROLE: Readonly<Partial<Record<SpanRole, Role>>> = {
  ok: 'success',
  failed: 'failure',
  warning: 'warning',
  unknown: 'unknown',
};

export function feedContents(model: Model, selected: number, now: number, room: number): DialogContents {
  const { feed, appearance } = model;
  const each = Math.max(1, Math.floor(room / LINES_PER_ITEM));
  const first = Math.max(0, Math.min(selected - each + 1, feed.items.length - each));
  const lines = feed.items
    .slice(first, first + each)
    .flatMap((item, index) => itemLines(item, model, now, first + index === selected));
  const count = feed.items.length;
  const { separator, up, down } = appearance.glyphs;
  return {
    title: title(feed),
    lines: count === 0 ? emptyLines(feed) : lines,
    field: undefined,
    footer: joinedHints(
      separator,
      ...(count === 0
        ? []
        : [`${selected + 1} of ${count}`, keyHint(model, 'page', 'dialog.accept', 'goes there')]),
      ...(count === 0 ? [] : [`${up} ${down} choose`]),
      keyHint(model, 'page', 'dialog.cancel', 'closes'),
    ),
  };
}

function title(feed: Feed): string {
  const unread = unreadCount(feed);
  return unread === 0 ? 'What ended elsewhere' : `What ended elsewhere, ${unread} new`;
}

function emptyLines({ off, dropped }: Feed): readonly (readonly Piece[])[] {
  if (off !== undefined) return [[{ text: off, role: 'warning' }]];
  const gone = dropped === 0 ? '' : ` (${dropped} older ones were given up)`;
  return [[{ text: `Nothing yet${gone}.`, role: 'muted' }]];
}

function itemLines(
  item: FeedItem,
  model: Model,
  now: number,
  selected: boolean,
): readonly (readonly Piece[])[] {
  const { appearance, size } = model;
  const { glyphs, ascii } = appearance;
  const name = nameAt(model, item.uri, item.terminal, now);
  const end = chip(item.status, ascii);
  const writer = item.writer.label;
  const tabCells = size.cols < WIDE_COLS ? TAB_CELLS.narrow : TAB_CELLS.wide;
  const pieces: readonly Piece[] = [
    { text: item.unread ? `${glyphs.attention} ` : '  ', role: 'warning' },
    { text: `${clock(item.finishedAt, now)} `, role: 'muted' },
    { text: `${padded(cut(name, tabCells, glyphs.ellipsis), tabCells)} `, role: 'text' },
    { text: `${padded(end.text, 4)} `, role: CHIP_ROLE[end.role] ?? 'text' },
    { text: `$ ${item.commandLine}`, role: 'command' },
  ];
  const by: readonly Piece[] = [
    { text: `        ${writer === '' ? '' : `${writer} `}`, role: 'agent' },
    { text: `${duration(item.durationMs)}  `, role: 'muted' },
    { text: item.line, role: 'text' },
  ];
  const shown = [pieces, by];
  if (!selected) return shown;
  return shown.map((line) => line.map((piece) => ({ ...piece, role: 'selected' as const })));
}
