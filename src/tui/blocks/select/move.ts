/** Moves of the cursor in SELECT, as in the copy mode of tmux with vi keys. */

import type { Position } from '../list/block-list.ts';
import type { BodyText } from './body-text.ts';
import { kindOf, type Point, type WordKind } from './selection.ts';

export type Move =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'wordNext'
  | 'wordPrevious'
  | 'wordEnd'
  | 'rowStart'
  | 'textStart'
  | 'rowEnd'
  | 'first'
  | 'last'
  | 'viewTop'
  | 'viewMiddle'
  | 'viewBottom';

type Spot = { readonly at: Position; readonly x: number };

export function movedPoint(text: BodyText, point: Point, move: Move, wordCharacters: string): Point {
  const from: Spot = { at: text.positionOf(point), x: point.x };
  const to = movedSpot(text, from, move, (spot) => kindAt(text, spot, wordCharacters));
  return { ...text.placeOf(to.at), x: to.x };
}

type KindOf = (spot: Spot) => WordKind;

function movedSpot(text: BodyText, from: Spot, move: Move, kind: KindOf): Spot {
  const { at, x } = from;
  switch (move) {
    case 'left':
      return { at, x: Math.max(0, cellBefore(text, at, x)) };
    case 'right':
      return { at, x: Math.min(text.cols - 1, cellAfter(text, at, x)) };
    case 'up':
      return vertical(text, from, -1);
    case 'down':
      return vertical(text, from, 1);
    case 'wordNext':
      return wordNext(text, from, kind);
    case 'wordEnd':
      return wordEnd(text, from, kind);
    case 'wordPrevious':
      return wordPrevious(text, from, kind);
    default:
      return jumped(text, from, move);
  }
}

function jumped(text: BodyText, { at, x }: Spot, move: Move): Spot {
  switch (move) {
    case 'rowStart':
      return { at, x: 0 };
    case 'textStart':
      return { at, x: indentOf(text, at) };
    case 'rowEnd':
      return { at, x: Math.max(0, lengthOf(text, at) - 1) };
    case 'first':
      return { at: textFrom(text, text.first, 1), x: 0 };
    case 'last':
      return { at: textFrom(text, text.last, -1), x: 0 };
    case 'viewTop':
      return { at: textFrom(text, text.top, 1), x };
    case 'viewBottom':
      return { at: textFrom(text, text.bottom, -1), x };
    default:
      return { at: textFrom(text, middleOf(text), 1), x };
  }
}

/** Goes up or down to the next row that is text; stays where there is none. */
function vertical(text: BodyText, { at, x }: Spot, by: 1 | -1): Spot {
  return { at: nextText(text, at, by) ?? at, x };
}

/** Returns the point so many rows above, or below if negative; rows without text, such as headers, count. */
export function pointAbove(text: BodyText, point: Point, rows: number): Point {
  const step = rows > 0 ? -1 : 1;
  let at = text.positionOf(point);
  for (let left = Math.abs(rows); left > 0; left--) {
    const next = text.step(at, step);
    if (next === undefined) break;
    at = next;
  }
  return { ...text.placeOf(textFrom(text, at, step)), x: point.x };
}

function nextText(text: BodyText, at: Position, step: 1 | -1): Position | undefined {
  let next = text.step(at, step);
  while (next !== undefined && text.row(next) === undefined) next = text.step(next, step);
  return next;
}

/** Returns the position itself if it is text, else the nearest one in a direction. */
function textFrom(text: BodyText, at: Position, step: 1 | -1): Position {
  if (text.row(at) !== undefined) return at;
  return nextText(text, at, step) ?? nextText(text, at, step === 1 ? -1 : 1) ?? at;
}

function middleOf(text: BodyText): Position {
  let [high, low] = [text.top, text.bottom];
  // The two meet in the middle, whatever lies between them.
  while (high.item < low.item || (high.item === low.item && high.line < low.line)) {
    high = text.step(high, 1) ?? low;
    if (high.item === low.item && high.line >= low.line) break;
    low = text.step(low, -1) ?? high;
  }
  return high;
}

/** vi's `w`: over the rest of the word, then over blanks. */
function wordNext(text: BodyText, from: Spot, kind: KindOf): Spot {
  const start = kind(from);
  let spot = from;
  if (start !== 'blank') spot = runEnd(text, spot, start, kind);
  return skipBlanks(text, spot, 1, kind) ?? from;
}

/** Returns the first spot behind a run of one kind. */
function runEnd(text: BodyText, from: Spot, run: WordKind, kind: KindOf): Spot {
  let spot = from;
  for (;;) {
    const next = stepped(text, spot, 1);
    if (next === undefined || kind(next) !== run) return next ?? spot;
    spot = next;
  }
}

function wordEnd(text: BodyText, from: Spot, kind: KindOf): Spot {
  const first = stepped(text, from, 1);
  const start = first && skipBlanks(text, first, 1, kind);
  return start === undefined ? from : lastOfRun(text, start, 1, kind);
}

function wordPrevious(text: BodyText, from: Spot, kind: KindOf): Spot {
  const first = stepped(text, from, -1);
  const end = first && skipBlanks(text, first, -1, kind);
  return end === undefined ? from : lastOfRun(text, end, -1, kind);
}

function lastOfRun(text: BodyText, from: Spot, by: 1 | -1, kind: KindOf): Spot {
  const run = kind(from);
  let spot = from;
  for (;;) {
    const next = stepped(text, spot, by);
    if (next === undefined || kind(next) !== run) return spot;
    spot = next;
  }
}

/** Limit: blank cells that a word move crosses. */
const BLANKS_LIMIT = 20_000;

function skipBlanks(text: BodyText, from: Spot, by: 1 | -1, kind: KindOf): Spot | undefined {
  let spot: Spot | undefined = from;
  for (let left = BLANKS_LIMIT; spot !== undefined && left > 0 && kind(spot) === 'blank'; left--) {
    spot = stepped(text, spot, by);
  }
  return spot;
}

/** Goes by one cell; the end of a row counts as a blank, unless the line goes on in the next row. */
function stepped(text: BodyText, { at, x }: Spot, by: 1 | -1): Spot | undefined {
  if (by > 0) {
    const length = lengthOf(text, at);
    if (x + 1 < length) return { at, x: x + 1 };
    const next = nextText(text, at, 1);
    if (x >= length) return next && { at: next, x: 0 };
    const goesOn = next !== undefined && text.row(next)?.wrapped === true;
    return goesOn ? { at: next, x: 0 } : { at, x: x + 1 };
  }
  if (x > 0) return { at, x: Math.min(x - 1, lengthOf(text, at)) };
  const previous = nextText(text, at, -1);
  if (previous === undefined) return undefined;
  const end = lengthOf(text, previous);
  return { at: previous, x: text.row(at)?.wrapped === true ? Math.max(0, end - 1) : end };
}

function kindAt(text: BodyText, { at, x }: Spot, wordCharacters: string): WordKind {
  const cells = text.row(at)?.chars ?? [];
  return x >= cells.length ? 'blank' : kindOf(cells, x, wordCharacters);
}

function cellBefore(text: BodyText, at: Position, x: number): number {
  return text.row(at)?.chars[x - 1] === '' ? x - 2 : x - 1;
}

function cellAfter(text: BodyText, at: Position, x: number): number {
  return text.row(at)?.chars[x + 1] === '' ? x + 2 : x + 1;
}

function lengthOf(text: BodyText, at: Position): number {
  const row = text.row(at);
  let end = row?.chars.length ?? 0;
  while (end > 0 && row?.chars[end - 1] === ' ') end--;
  return end;
}

function indentOf(text: BodyText, at: Position): number {
  const end = lengthOf(text, at);
  let x = 0;
  while (x < end && text.row(at)?.chars[x] === ' ') x++;
  return x;
}
