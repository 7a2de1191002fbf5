/** Shortens one content part, so that it keeps its head and its tail; the text in between is only counted. */

import { cottyMeta, META_KEY, mergeMeta } from '../common/meta.ts';
import type { CommandMeta, OmittedText } from './command-meta.ts';
import { newlinesIn } from './newlines.ts';
import { safeCut, safeEnd } from './safe-cut.ts';
import type { CommandPart, ContentPart } from './state.ts';

/**
 * Sizes in UTF-16 units of what stays, cut at line starts where there are any. A tail that ends in an unfinished escape
 * sequence is longer by that sequence. Shorter parts stay whole.
 */
const HEAD_KEPT = 2 * 1024;
const TAIL_KEPT = 4 * 1024;
const WHOLE_KEPT = 8 * 1024;

/**
 * Returns the part without `surplus` characters, or without as many as its head and tail allow. The same part when it is short
 * already. An open command is left alone: its output still grows.
 */
export function shortened(part: ContentPart, surplus: number): ContentPart {
  if (part.type === 'unclassified') {
    if (part.value.length <= WHOLE_KEPT) return part;
    const from = safeCut(part.value, Math.min(surplus, part.value.length - TAIL_KEPT));
    return { ...part, value: part.value.slice(from) };
  }
  const { output } = part;
  if (!part.isComplete || output.length <= WHOLE_KEPT) return part;
  const gap = omittedOf(part);
  const at = safeEnd(output, Math.min(HEAD_KEPT, gap?.at ?? HEAD_KEPT));
  const to = safeCut(output, Math.max(Math.min(output.length - TAIL_KEPT, at + surplus), gap?.at ?? 0));
  // An unfinished sequence at the end may keep the cut from reaching the gap.
  if (to <= at || to < (gap?.at ?? 0)) return part;
  return withGap(part, output.slice(0, at) + output.slice(to), {
    at,
    chars: to - at,
    lines: newlinesIn(output, at, to),
  });
}

/** Returns the least number of characters that a cut of the head has to take, so that an output has one gap only. */
export function leastHead(part: CommandPart): number {
  return omittedOf(part)?.at ?? 0;
}

/** Returns the part with less output; `taken` is the text that it loses, beside the gap that it had before. */
export function withGap(part: CommandPart, output: string, taken: OmittedText): CommandPart {
  const before = omittedOf(part);
  const omitted: OmittedText = {
    at: taken.at,
    chars: taken.chars + (before?.chars ?? 0),
    lines: taken.lines + (before?.lines ?? 0),
  };
  const meta = mergeMeta(part._meta, { [META_KEY]: { omitted } });
  return { ...part, output, ...(meta === undefined ? {} : { _meta: meta }) };
}

/**
 * Returns an open command without text that follows its output and was not sent. An output has one gap only, so what it has
 * behind an earlier one goes with it.
 */
export function withoutUnsent(part: CommandPart, { chars, lines }: Omit<OmittedText, 'at'>): CommandPart {
  const { output } = part;
  const at = omittedOf(part)?.at ?? safeEnd(output, output.length);
  const dropped = newlinesIn(output, at, output.length);
  return withGap(part, output.slice(0, at), {
    at,
    chars: chars + output.length - at,
    lines: lines + dropped,
  });
}

/** Reads the gap of an output. A host may send anything, so a gap outside of the output does not count. */
export function omittedOf({ output, _meta }: CommandPart): OmittedText | undefined {
  const { omitted } = cottyMeta<CommandMeta>(_meta);
  if (typeof omitted !== 'object' || omitted === null) return undefined;
  const { at, chars, lines } = omitted;
  const isUsable = [at, chars, lines].every((count) => Number.isSafeInteger(count) && count >= 0);
  return isUsable && at <= output.length ? omitted : undefined;
}
