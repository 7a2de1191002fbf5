/**
 * The list of F12: on top the terminals that wait for the person, since when, and the question; then those whose work is done, the
 * oldest first; then commands that ended elsewhere and notices, the newest first.
 */

import { kindWord } from '../../../client/program-state.ts';
import { nameAt } from '../../../client/terminal-names.ts';
import type { QueueItem } from '../../../client/waiting.ts';
import { duration, elapsed } from '../../../protocol/common/durations.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import { nameText } from '../../../protocol/common/name-text.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import { chip, clock } from '../../blocks/header/chip.ts';
import { cut, padded, type SpanRole } from '../../blocks/header/span.ts';
import { dialogContext } from '../../model/derived/input-context.ts';
import { joinedHints, keyHint } from '../../model/derived/key-of.ts';
import type { Piece } from '../../model/derived/mode-chip.ts';
import { type Entry, entriesOf } from '../../model/derived/queue.ts';
import { type EndedItem, type Feed, type FeedItem, type NoticeItem, unreadCount } from '../../model/feed.ts';
import type { Model } from '../../model/model.ts';
import type { Glyphs } from '../../theme/glyphs.ts';
import type { Role } from '../../theme/roles.ts';
import type { DialogContents } from './dialog-contents.ts';

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
  const entries = entriesOf(model, now);
  const lines = linesOf(model, entries, selected, now);
  const chosen = (line: Line) => line.at === selected;
  // The heading stays above the first entry below it.
  const top = Math.max(
    0,
    lines.findIndex(chosen) - (lines[lines.findIndex(chosen) - 1]?.at === undefined ? 1 : 0),
  );
  const from = Math.min(top, Math.max(0, lines.findLastIndex(chosen) + 1 - room));
  return {
    title: title(model, entries),
    lines:
      entries.length === 0
        ? emptyLines(model.feed)
        : lines.slice(from, from + room).map(({ pieces }) => pieces),
    field: undefined,
    footer: footer(model, entries, selected),
  };
}

function footer(model: Model, entries: readonly Entry[], selected: number): string {
  const { separator, up, down } = model.appearance.glyphs;
  const closes = keyHint(model, 'page', 'dialog.cancel', 'closes');
  if (entries.length === 0) return joinedHints(separator, closes);
  const entry = entries[selected];
  const waits = entry?.kind === 'queue' && entry.item.state === 'blocked';
  const context = dialogContext({ kind: 'feed' });
  const isOff = entry?.kind === 'queue' && entry.snoozedUntil !== undefined;
  return joinedHints(
    separator,
    `${selected + 1} of ${entries.length}`,
    keyHint(model, 'page', 'dialog.accept', 'goes there'),
    `${up} ${down} choose`,
    waits ? keyHint(model, 'page', 'queue.snooze', isOff ? 'calls again' : 'puts off', context) : undefined,
    waits ? keyHint(model, 'page', 'queue.answer', 'answers', context) : undefined,
    closes,
  );
}

/** The heading of the first section, which has no line of its own. */
function title({ feed, appearance }: Model, [first]: readonly Entry[]): string {
  const heading = first === undefined ? WAITS : sectionOf(first);
  const unread = unreadCount(feed);
  return heading === ENDED && unread > 0
    ? `${heading} ${appearance.glyphs.separator} ${unread} new`
    : heading;
}

/** A line, and the index of its entry; headings have none. */
type Line = { readonly at: number | undefined; readonly pieces: readonly Piece[] };

/** A heading stands above each section but the first. */
function linesOf(model: Model, entries: readonly Entry[], selected: number, now: number): readonly Line[] {
  const sections = entries.map(sectionOf);
  return entries.flatMap((entry, at): readonly Line[] => {
    const heading = sections[at] ?? '';
    const isFirst = at > 0 && heading !== sections[at - 1];
    const lines = entryLines(entry, model, now).map((line): Line => {
      const chosen = (piece: Piece): Piece => ({ ...piece, role: 'selected' });
      return { at, pieces: at === selected ? line.map(chosen) : line };
    });
    return [
      ...(isFirst ? [{ at: undefined, pieces: [{ text: heading, role: 'title' }] } as const] : []),
      ...lines,
    ];
  });
}

const WAITS = 'Waits for you';
const ENDED = 'Ended elsewhere';

function sectionOf(entry: Entry): string {
  if (entry.kind === 'feed') return ENDED;
  return entry.item.state === 'blocked' ? WAITS : 'Done, not seen yet';
}

function entryLines(entry: Entry, model: Model, now: number): readonly (readonly Piece[])[] {
  if (entry.kind === 'queue') return queueLines(entry, model, now);
  return 'notice' in entry.item ? noticeLines(entry.item, model, now) : endedLines(entry.item, model, now);
}

type Queued = Extract<Entry, { kind: 'queue' }>;

function queueLines(
  { item, snoozedUntil }: Queued,
  model: Model,
  now: number,
): readonly (readonly Piece[])[] {
  const { glyphs } = model.appearance;
  const tab = model.tabs.find(({ resource }) => resource === item.uri);
  const { msg, title: work } = cottyMeta<TerminalMeta>(tab?._meta).program ?? {};
  // The section says that it waits, the sign how it has ended.
  const kind = kindWord(item.kind);
  const name = named(model, nameAt(model.tabs, item.uri, ''));
  const ago = item.state === 'blocked' ? elapsed(Math.max(0, now - item.since)) : '';
  const off =
    snoozedUntil === undefined ? '' : ` ${glyphs.separator} put off until ${clock(snoozedUntil, now)}`;
  const sign = SIGNS[item.state];
  const words: readonly Piece[] = [
    { text: `        ${nameText(item.words)}`, role: item.isQuoted ? 'muted' : 'text' },
  ];
  return [
    [
      { text: `${glyphs[sign.glyph]} `, role: snoozedUntil === undefined ? sign.role : 'muted' },
      { text: `${clock(item.since, now)} `, role: 'muted' },
      { text: `${name} `, role: 'text' },
      {
        text: joinedHints(glyphs.separator, kind, ago),
        role: snoozedUntil === undefined ? sign.role : 'muted',
      },
      { text: off, role: 'muted' },
    ],
    ...(msg === undefined && work === undefined ? [] : [words]),
  ];
}

const SIGNS = {
  blocked: { glyph: 'waits', role: 'warning' },
  done: { glyph: 'success', role: 'success' },
  error: { glyph: 'failure', role: 'failure' },
} as const satisfies { readonly [State in QueueItem['state']]: { glyph: keyof Glyphs; role: Role } };

function noticeLines(item: NoticeItem, model: Model, now: number): readonly (readonly Piece[])[] {
  return [[...head(item, model, now), { text: item.line, role: 'text' }]];
}

/** The sign of what is unread, the time, and the tab. */
function head(item: FeedItem, model: Model, now: number): readonly Piece[] {
  const { attention } = model.appearance.glyphs;
  return [
    { text: item.unread ? `${attention} ` : '  ', role: 'warning' },
    { text: `${clock(item.finishedAt, now)} `, role: 'muted' },
    { text: `${named(model, nameAt(model.tabs, item.uri, item.terminal))} `, role: 'text' },
  ];
}

function named({ size, appearance }: Model, name: string): string {
  const cells = size.cols < WIDE_COLS ? TAB_CELLS.narrow : TAB_CELLS.wide;
  return padded(cut(name, cells, appearance.glyphs.ellipsis), cells);
}

function emptyLines({ off, dropped }: Feed): readonly (readonly Piece[])[] {
  if (off !== undefined) return [[{ text: off, role: 'warning' }]];
  const gone = dropped === 0 ? '' : ` (${dropped} older ones were given up)`;
  return [[{ text: `Nobody waits, and nothing new has ended elsewhere${gone}.`, role: 'muted' }]];
}

function endedLines(item: EndedItem, model: Model, now: number): readonly (readonly Piece[])[] {
  const end = chip(item.status, model.appearance.ascii);
  const writer = item.writer.label;
  return [
    [
      ...head(item, model, now),
      { text: `${padded(end.text, 4)} `, role: CHIP_ROLE[end.role] ?? 'text' },
      { text: `$ ${item.commandLine}`, role: 'command' },
    ],
    [
      { text: `        ${writer === '' ? '' : `${writer} `}`, role: 'agent' },
      { text: `${duration(item.durationMs)}  `, role: 'muted' },
      { text: item.line, role: 'text' },
    ],
  ];
}
