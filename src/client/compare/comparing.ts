/** A comparison as a person has it open: the runs that are asked for, and how their differences are shown. */

import { compare } from '../../review/compare/compare.ts';
import type { Comparison } from '../../review/compare/comparison.ts';
import type { Run } from '../../review/run.ts';
import { isSameRun, type RunPlace } from '../blocks/recorded-run.ts';
import { changeCount } from './compare-rows.ts';

/** The earlier run: the last one of the same command in the same folder, the last that succeeded, or a certain one. */
export type Against =
  /** `skip`: so many newer ones are passed over. */
  | { readonly kind: 'last' | 'succeeded'; readonly skip: number }
  | { readonly kind: 'run'; readonly run: RunPlace };

export type CompareAsk = {
  readonly later: RunPlace;
  /** Its command, as it is shown until the runs have been read. */
  readonly commandLine: string;
  readonly against: Against;
};

/** The runs that were read; `why` there is nothing to compare with is a sentence. */
export type FoundRuns = { readonly before: Run; readonly after: Run } | { readonly why: string };

export type Comparing = {
  readonly asked: CompareAsk;
  /** Undefined while the outputs are read. */
  readonly found: Compared | { readonly why: string } | undefined;
  /** Whether times, hashes and other noise do not count as differences. */
  readonly masked: boolean;
  /** Undefined until it is chosen: then it depends on the room. */
  readonly sideBySide: boolean | undefined;
  /** Index of the change that was gone to. */
  readonly change: number;
};

export type Compared = { readonly before: Run; readonly after: Run; readonly comparison: Comparison };

/** Limits of what is compared while a person waits: UTF-16 units and lines of each output, and milliseconds. */
const LIMITS = { mostChars: 4 * 1024 * 1024, mostLines: 20_000, timeoutMs: 400 };

/** With the run before. */
export const LAST: Against = { kind: 'last', skip: 0 };

/** Compares a run with the marked one, unless that is the same; else with the run before. */
export function againstMark(mark: RunPlace | undefined, later: RunPlace): Against {
  return mark === undefined || isSameRun(mark, later) ? LAST : { kind: 'run', run: mark };
}

export function comparingOf(asked: CompareAsk): Comparing {
  return { asked, found: undefined, masked: true, sideBySide: undefined, change: 0 };
}

/** Compares the runs that were read. */
export function withRuns(comparing: Comparing, found: FoundRuns): Comparing {
  if ('why' in found) return { ...comparing, found };
  const comparison = compare(found.before, found.after, { ...LIMITS, unmasked: !comparing.masked });
  return { ...comparing, found: { ...found, comparison }, change: 0 };
}

/** Asks for another earlier run; how it is shown stays. */
function withAgainst({ asked, ...comparing }: Comparing, against: Against): Comparing {
  return { ...comparing, asked: { ...asked, against }, found: undefined, change: 0 };
}

/** Masks the noise, or shows it. */
function toggledMasks(comparing: Comparing): Comparing {
  const { found } = comparing;
  const next = { ...comparing, masked: !comparing.masked };
  return found === undefined || 'why' in found ? next : withRuns(next, found);
}

/** The last run that succeeded, or the last one again. */
export function toggledSucceeded({ kind }: Against): Against {
  return kind === 'succeeded' ? LAST : { kind: 'succeeded', skip: 0 };
}

/** The run before the one that it is compared with. Behind the oldest, and after a certain one, comes the last. */
export function olderAgainst({ asked: { against }, found }: Comparing): Against {
  if (against.kind === 'run') return LAST;
  const isOldest = found !== undefined && 'why' in found;
  if (isOldest && against.skip === 0) return against;
  return { ...against, skip: isOldest ? 0 : against.skip + 1 };
}

/** Goes to the next change or the one before, but not beyond the last or the first. */
export function movedChange(comparing: Comparing, by: 1 | -1): Comparing {
  const { found, change } = comparing;
  if (found === undefined || 'why' in found) return comparing;
  const last = Math.max(0, changeCount(found.comparison) - 1);
  return { ...comparing, change: Math.max(0, Math.min(last, change + by)) };
}

/** What the commands of the page change; `isBeside`: both runs are side by side now. */
export const COMPARE_CHANGES = {
  'compare.masks': toggledMasks,
  'compare.sideBySide': (comparing, isBeside) => ({ ...comparing, sideBySide: !isBeside }),
  'compare.succeeded': (comparing) => withAgainst(comparing, toggledSucceeded(comparing.asked.against)),
  'compare.older': (comparing) => withAgainst(comparing, olderAgainst(comparing)),
  'compare.nextChange': (comparing) => movedChange(comparing, 1),
  'compare.previousChange': (comparing) => movedChange(comparing, -1),
} satisfies { readonly [id: string]: (comparing: Comparing, isBeside: boolean) => Comparing };

export function comparedOf({ found }: Comparing): Compared | undefined {
  return found === undefined || 'why' in found ? undefined : found;
}
