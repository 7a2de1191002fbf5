/** Where the motions of vi lead. */

import { lineEnd, lineStart } from '../graphemes.ts';
import type { ViMotion } from './vi-command.ts';
import { kindOf } from './vi-kind.ts';
import type { ViFind } from './vi-state.ts';

/** `whole`: an operator takes the character at the target as well. */
export type ViTarget = { readonly at: number; readonly whole: boolean };

/** Returns undefined where the motion leads nowhere. */
export function viTarget(
  text: readonly string[],
  cursor: number,
  { key, count, character }: ViMotion,
  find: ViFind | undefined,
): ViTarget | undefined {
  switch (key) {
    case 'h':
      return reached(cursor, Math.max(lineStart(text, cursor), cursor - count));
    case 'l':
      return reached(cursor, Math.min(lineEnd(text, cursor), cursor + count));
    case '0':
      return { at: lineStart(text, cursor), whole: false };
    case '|':
      return { at: Math.min(lineStart(text, cursor) + count - 1, lineEnd(text, cursor)), whole: false };
    case '^':
      return { at: firstInLine(text, cursor), whole: false };
    case '$':
      return { at: lineEnd(text, cursor), whole: false };
    case ';':
      return find && found(text, cursor, find, count, true);
    case ',':
      return find && found(text, cursor, { ...find, key: turned(find.key) }, count, true);
    case 'f':
    case 'F':
    case 't':
    case 'T':
      return found(text, cursor, { key, character }, count, false);
    default:
      return byWords(text, cursor, key, count);
  }
}

function reached(from: number, at: number): ViTarget | undefined {
  return at === from ? undefined : { at, whole: false };
}

function firstInLine(text: readonly string[], cursor: number): number {
  const end = lineEnd(text, cursor);
  let at = lineStart(text, cursor);
  while (at < end && kindOf(text[at], false) === 'blank') at += 1;
  return at;
}

const TURNED = { f: 'F', F: 'f', t: 'T', T: 't' } as const;

function turned(key: ViFind['key']): ViFind['key'] {
  return TURNED[key];
}

/** `again`: a repeated `t` does not stay before the character at which it stands. */
function found(
  text: readonly string[],
  cursor: number,
  { key, character }: ViFind,
  count: number,
  again: boolean,
): ViTarget | undefined {
  const forward = key === 'f' || key === 't';
  const isTill = key === 't' || key === 'T';
  const by = forward ? 1 : -1;
  const [start, end] = [lineStart(text, cursor), lineEnd(text, cursor)];
  let left = count;
  const skipped = again && isTill && text[cursor + by] === character ? 2 : 1;
  for (let at = cursor + by * skipped; at >= start && at < end; at += by) {
    if (text[at] === character && --left === 0) return { at: isTill ? at - by : at, whole: forward };
  }
  return undefined;
}

const WORD: Readonly<Record<string, (text: readonly string[], at: number, big: boolean) => number>> = {
  w: nextWord,
  b: previousWord,
  e: wordEnd,
};

function byWords(text: readonly string[], cursor: number, key: string, count: number): ViTarget | undefined {
  const step = WORD[key.toLowerCase()];
  if (step === undefined) return undefined;
  let at = cursor;
  for (let n = 0; n < count; n += 1) at = step(text, at, key !== key.toLowerCase());
  return { at, whole: key === 'e' || key === 'E' };
}

function nextWord(text: readonly string[], from: number, big: boolean): number {
  let at = from;
  const here = kindOf(text[at], big);
  if (here !== 'blank') while (at < text.length && kindOf(text[at], big) === here) at += 1;
  while (at < text.length && kindOf(text[at], big) === 'blank') at += 1;
  return at;
}

function previousWord(text: readonly string[], from: number, big: boolean): number {
  let at = from - 1;
  while (at > 0 && kindOf(text[at], big) === 'blank') at -= 1;
  const here = kindOf(text[at], big);
  while (at > 0 && kindOf(text[at - 1], big) === here) at -= 1;
  return Math.max(0, at);
}

function wordEnd(text: readonly string[], from: number, big: boolean): number {
  let at = from + 1;
  while (at < text.length && kindOf(text[at], big) === 'blank') at += 1;
  const here = kindOf(text[at], big);
  while (at + 1 < text.length && kindOf(text[at + 1], big) === here) at += 1;
  return Math.min(at, Math.max(0, text.length - 1));
}
