/** Compares two runs of a command: what they printed, how long they took and how they ended. */

import { align } from './align.ts';
import { comparableLines, MOST_CHARS, MOST_LINES, shownLine } from './comparable-lines.ts';
import type { Change, ComparedRun, CompareOptions, Comparison, Hunk, Masked } from './comparison.ts';
import { headlineOf } from './headline.ts';
import { type BothMasks, Masks } from './masks.ts';
import type { NoiseKind } from './noise.ts';
import { pairLines } from './pair-lines.ts';

/** Milliseconds. The limits keep the search far below it; it is for machines that are busy. */
const TIMEOUT_MS = 2000;

/**
 * Outputs are compared as they read: without colours, each line as it was drawn last, and without what full-screen programs drew.
 * Lines that differ by what is masked alone are equal.
 */
export function compare(before: ComparedRun, after: ComparedRun, options: CompareOptions = {}): Comparison {
  const {
    unmasked = false,
    mostChars = MOST_CHARS,
    mostLines = MOST_LINES,
    timeoutMs = TIMEOUT_MS,
  } = options;
  const some = comparableLines(before, mostChars, mostLines);
  const others = comparableLines(after, mostChars, mostLines);
  const masks = {
    before: new Masks(unmasked, durationOf(before)),
    after: new Masks(unmasked, durationOf(after)),
  };
  const keys = {
    before: some.lines.map((line) => masks.before.keyOf(line)),
    after: others.lines.map((line) => masks.after.keyOf(line)),
  };
  const { pieces, coarse } = align(keys.before, keys.after, timeoutMs);
  const hunks: Hunk[] = [];
  let [from, to] = [0, 0];
  for (const piece of pieces) {
    const removed = some.lines.slice(from, from + piece.before);
    const added = others.lines.slice(to, to + piece.after);
    const at = { before: from + 1, after: to + 1 };
    if (piece.equal) hunks.push({ kind: 'equal', ...at, lines: equalLines(removed, added) });
    else {
      const pairs = pairLines(removed.map(shownLine), added.map(shownLine), masks);
      hunks.push({ kind: 'changed', ...at, pairs });
    }
    from += piece.before;
    to += piece.after;
  }
  const found = {
    hunks,
    ...countsOf(hunks),
    masked: maskedIn(hunks, masks),
    exitCode: changeOf(before.exitCode, after.exitCode),
    durationMs: changeOf(durationOf(before), durationOf(after)),
    cut: { before: some.cut, after: others.cut },
    coarse,
  };
  const same = found.removed + found.added === 0 && before.exitCode === after.exitCode;
  return { headline: headlineOf(found, masks), same, ...found };
}

function equalLines(before: readonly string[], after: readonly string[]) {
  return before.map((line, at) => ({ before: shownLine(line), after: shownLine(after[at] ?? '') }));
}

function countsOf(hunks: readonly Hunk[]): { readonly removed: number; readonly added: number } {
  let [removed, added] = [0, 0];
  for (const hunk of hunks) {
    if (hunk.kind === 'equal') continue;
    removed += hunk.pairs.filter(({ before }) => before !== undefined).length;
    added += hunk.pairs.filter(({ after }) => after !== undefined).length;
  }
  return { removed, added };
}

function maskedIn(hunks: readonly Hunk[], masks: BothMasks): Masked {
  const counts = new Map<NoiseKind, number>();
  let lines = 0;
  for (const hunk of hunks) {
    if (hunk.kind === 'changed') continue;
    for (const { before, after } of hunk.lines) {
      if (before === after) continue;
      lines += 1;
      const others = masks.after.maskedIn(after);
      masks.before.maskedIn(before).forEach(({ text, kind }, at) => {
        if (kind !== undefined && others[at]?.text !== text) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      });
    }
  }
  const kinds = [...counts].map(([kind, count]) => ({ kind, count }));
  return { lines, kinds: kinds.toSorted((one, other) => other.count - one.count) };
}

function durationOf({ startedAt, finishedAt }: ComparedRun): number | undefined {
  return finishedAt === undefined ? undefined : Math.max(0, finishedAt - startedAt);
}

function changeOf(before: number | undefined, after: number | undefined): Change {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}
