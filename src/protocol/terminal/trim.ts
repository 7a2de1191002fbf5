/** Limits the content of a terminal: drops whole parts from the front, then the head of the first one left (AHP §9.3). */

import { cottyMeta, META_KEY, mergeMeta } from '../common/meta.ts';
import type { Appended } from './appended.ts';
import type { CommandMeta } from './command-meta.ts';
import { safeCut } from './safe-cut.ts';
import type { ContentPart } from './state.ts';

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
 * one unfinished escape sequence, and shorter by at most the search for a line start. `appended`, which must
 * belong to this content, avoids a copy of its last part.
 */
export function trimContent(
  content: readonly ContentPart[],
  limitChars: number,
  keepChars: number,
  appended?: Appended,
): Trimmed {
  const total = contentChars(content);
  if (total <= limitChars && content.length <= MAX_PARTS) return { content, cutTail: false };
  const { from, left } = dropWhole(content, total, keepChars);
  const [first, ...rest] = content.slice(from);
  if (first === undefined || left <= keepChars) return { content: content.slice(from), cutTail: false };
  const cutTail = rest.length === 0;
  return { content: [cutHead(first, left - keepChars, cutTail ? appended : undefined), ...rest], cutTail };
}

export function contentChars(content: readonly ContentPart[]): number {
  return content.reduce((sum, part) => sum + size(part), 0);
}

/** Returns the index of the first part that stays, and the characters from it on. The last part always stays. */
function dropWhole(content: readonly ContentPart[], total: number, keepChars: number) {
  const surplus = content.length > MAX_PARTS ? content.length - KEEP_PARTS : 0;
  let left = total;
  let from = 0;
  for (const part of content.slice(0, -1)) {
    const fits = left <= keepChars || left - size(part) < keepChars;
    if (from >= surplus && fits) break;
    left -= size(part);
    from += 1;
  }
  return { from, left };
}

/** Cuts the head of a part. A command counts the characters it lost, so that no reader takes the rest for everything. */
function cutHead(part: ContentPart, chars: number, appended: Appended | undefined): ContentPart {
  const text = part.type === 'unclassified' ? part.value : part.output;
  const rest = appended?.cutHead(text, chars) ?? text.slice(safeCut(text, chars));
  if (part.type === 'unclassified') return { ...part, value: rest };
  const { droppedChars = 0 } = cottyMeta<CommandMeta>(part._meta);
  const dropped = droppedChars + text.length - rest.length;
  const meta = mergeMeta(part._meta, { [META_KEY]: { droppedChars: dropped } });
  return { ...part, output: rest, ...(meta === undefined ? {} : { _meta: meta }) };
}

function size(part: ContentPart): number {
  return part.type === 'unclassified' ? part.value.length : part.output.length + part.commandLine.length;
}
