/**
 * Limits the content of a terminal (AHP §9.3), so that commands stay for as long as possible: first the outputs of finished
 * commands are shortened to head and tail, oldest first. Then the last part, which still grows, loses its head until it is
 * half of what is kept. Only when that is not enough are the oldest parts dropped.
 */

import { cottyMeta } from '../common/meta.ts';
import type { CommandMeta } from './command-meta.ts';
import { newlinesIn } from './newlines.ts';
import { safeCut } from './safe-cut.ts';
import { leastHead, shortened, withGap } from './shorten.ts';
import type { ContentPart } from './state.ts';
import type { TailPieces } from './tail-pieces.ts';

/** Limit: parts. Commands without output take memory too: beyond this number the oldest parts are dropped, however short. */
export const MAX_PARTS = 4096;
const KEEP_PARTS = 3072;

export type Trimmed = {
  /** The same array if nothing was trimmed. */
  readonly content: readonly ContentPart[];
  /** Whether the last part itself lost its head: the content may no longer reproduce the screen. */
  readonly cutTail: boolean;
};

/**
 * Trims content longer than `limitChars` to about `keepChars`. The result may be longer than `keepChars` by
 * one unfinished escape sequence, and shorter by the search for a line start or by one part. `tailPieces`, which must
 * belong to this content, avoids a copy of its last part.
 */
export function trimContent(
  content: readonly ContentPart[],
  limitChars: number,
  keepChars: number,
  tailPieces?: TailPieces,
): Trimmed {
  const all = contentChars(content);
  const tooMany = content.length > MAX_PARTS;
  if (all <= limitChars && !tooMany) return { content, cutTail: false };
  const parts = tooMany ? content.slice(-KEEP_PARTS) : [...content];
  shortenOldest(parts, keepChars);
  const last = parts.at(-1);
  const cut = last === undefined ? undefined : cutLast(last, contentChars(parts), keepChars, tailPieces);
  if (cut !== undefined) parts[parts.length - 1] = cut;
  return { content: parts.slice(surplus(parts, keepChars)), cutTail: cut !== undefined };
}

export function contentChars(content: readonly ContentPart[]): number {
  return content.reduce((sum, part) => sum + size(part), 0);
}

/** Shortens parts in place, oldest first, until they fit; never the last one. */
function shortenOldest(parts: ContentPart[], keepChars: number): void {
  let left = contentChars(parts);
  for (let at = 0; at < parts.length - 1 && left > keepChars; at += 1) {
    const part = parts[at];
    if (part === undefined) continue;
    const short = shortened(part, left - keepChars);
    left -= size(part) - size(short);
    parts[at] = short;
  }
}

/** Returns the last part without the head that does not fit, or undefined if it fits. */
function cutLast(
  last: ContentPart,
  total: number,
  keepChars: number,
  tailPieces: TailPieces | undefined,
): ContentPart | undefined {
  const room = Math.max(Math.floor(keepChars / 2), keepChars - (total - size(last)));
  const text = textOf(last);
  const surplusChars = Math.min(text.length, size(last) - room);
  if (surplusChars <= 0) return undefined;
  if (last.type === 'unclassified') {
    const { rest } = cutHead(text, surplusChars, tailPieces);
    return rest.length === text.length ? undefined : { ...last, value: rest };
  }
  const least = leastHead(last);
  const { rest, lines } = cutHead(text, Math.max(surplusChars, least), tailPieces);
  const chars = text.length - rest.length;
  return chars === 0 || chars < least ? undefined : withGap(last, rest, { at: 0, chars, lines });
}

function cutHead(text: string, atLeast: number, tailPieces: TailPieces | undefined) {
  const cheap = tailPieces?.cutHead(text, atLeast);
  if (cheap !== undefined) return cheap;
  const at = safeCut(text, atLeast);
  return { rest: text.slice(at), lines: newlinesIn(text, 0, at) };
}

/** Returns the number of oldest parts to drop, so that the rest fits. The last part always stays. */
function surplus(parts: readonly ContentPart[], keepChars: number): number {
  let left = contentChars(parts);
  let from = 0;
  while (left > keepChars && from < parts.length - 1) {
    const part = parts[from];
    left -= part === undefined ? 0 : size(part);
    from += 1;
  }
  return from;
}

function size(part: ContentPart): number {
  if (part.type === 'unclassified') return part.value.length;
  const { before = '' } = cottyMeta<CommandMeta>(part._meta);
  return part.output.length + part.commandLine.length + before.length;
}

function textOf(part: ContentPart): string {
  return part.type === 'unclassified' ? part.value : part.output;
}
