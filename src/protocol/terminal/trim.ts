/** Bounds the content of a terminal — whole parts from the front, then the head of the first (AHP §9.3). */

import { cottyMeta, META_KEY, mergeMeta } from '../common/meta.ts';
import type { Appended } from './appended.ts';
import type { CommandMeta } from './command-meta.ts';
import { safeCut } from './safe-cut.ts';
import type { ContentPart } from './state.ts';

/** Commands without output cost memory too: beyond this many parts the oldest go, whatever their text. */
export const MAX_PARTS = 4096;
const KEEP_PARTS = 3072;

export type Trimmed = {
  /** The same array if there was nothing to do. */
  readonly content: readonly ContentPart[];
  /** The last part itself lost its head: what is on the screen may no longer follow from the content. */
  readonly cutTail: boolean;
};

/**
 * Leaves content of at most `limitChars` alone, cuts longer content to about `keepChars`. The result
 * may be longer than `keepChars` by one escape sequence that is still open, never shorter by more than
 * the search for a line start. `appended`, of this very content, spares a copy of its last part.
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

/** The first part that stays, and how much text there is from it on. The last part always stays. */
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

/** A command keeps count of what it lost, so that nobody takes the rest for the whole. */
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
