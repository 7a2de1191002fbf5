/** What differs between two runs, in one line. */

import { longDuration } from '../../protocol/common/durations.ts';
import { safeEnd } from '../../protocol/terminal/safe-cut.ts';
import type { Comparison, Hunk, LinePair, Masked } from './comparison.ts';
import { type Findings, findingsIn } from './findings.ts';
import type { BothMasks } from './masks.ts';
import type { NoiseKind } from './noise.ts';

type Found = Omit<Comparison, 'headline' | 'same'>;

/** A change of duration is told from one second and a fifth of the shorter run. */
const LEAST_MS = 1000;
const LEAST_PART = 0.2;
/** Limits: names that are told, and characters of one. */
const MOST_NAMES = 2;
const MOST_CHARS = 80;
/** Limit: changed lines that are looked at for whether they have only moved. */
const MOST_MOVED = 5000;

export function headlineOf(found: Found, masks: BothMasks): string {
  const lines = foundText(found) || linesText(found, masks);
  const told = [lines, exitText(found), durationText(found)].filter((text) => text !== '');
  return told.length > 0 ? told.join(', ') : `${nothingText(found.masked)}${cutText(found)}`;
}

type Side = 'before' | 'after';

function changedLines(hunks: readonly Hunk[], side: Side): readonly string[] {
  return hunks.flatMap((hunk) =>
    hunk.kind === 'equal' ? [] : hunk.pairs.flatMap((pair) => pair[side]?.text ?? []),
  );
}

/** Equal lines tell the same of both runs: only changed ones are looked at. */
function findingsOf(hunks: readonly Hunk[], side: Side): Findings {
  const changed = changedLines(hunks, side);
  return findingsIn(
    changed,
    (pattern) =>
      changed.some((line) => pattern.test(line)) ||
      hunks.some((hunk) => hunk.kind === 'equal' && hunk.lines.some((line) => pattern.test(line[side]))),
  );
}

/** What known programs tell, or nothing. */
function foundText({ hunks, removed, added }: Found): string {
  if (removed + added === 0) return '';
  const before = findingsOf(hunks, 'before');
  const after = findingsOf(hunks, 'after');
  return [testsText(before, after), errorsText(before, after), statesText(before, after)]
    .filter((text) => text !== '')
    .join(', ');
}

function testsText(before: Findings, after: Findings): string {
  const kind = before.names.test.size + after.names.test.size === 0 ? 'suite' : 'test';
  const fresh = innermost(without(after.names[kind], before.names[kind]));
  const fixed = innermost(without(before.names[kind], after.names[kind]));
  const noun = kind === 'test' ? 'test' : 'test file';
  const told = [
    fresh.length === 0
      ? ''
      : `${counted(fresh.length, noun)} more ${fresh.length === 1 ? 'fails' : 'fail'}: ${namesText(fresh)}`,
    fixed.length === 0
      ? ''
      : `${counted(fixed.length, noun)} no longer ${fixed.length === 1 ? 'fails' : 'fail'}: ${namesText(fixed)}`,
  ].filter((text) => text !== '');
  return told.length > 0 ? told.join(', ') : countsText(before, after);
}

/** Leaves out tests of go that only fail because one inside of them fails. */
function innermost(names: readonly string[]): readonly string[] {
  const groups = new Set(names.flatMap((name) => pathsAbove(name)));
  return names.filter((name) => !groups.has(name));
}

function pathsAbove(name: string): readonly string[] {
  const parts = name.split('/');
  return parts.slice(1).map((_part, at) => parts.slice(0, at + 1).join('/'));
}

/** Where no names are told, or no other test fails. */
function countsText(before: Findings, after: Findings): string {
  const failed = after.failed - before.failed;
  if (failed !== 0) return `${counted(Math.abs(failed), 'test')} ${failed > 0 ? 'more' : 'fewer'} failed`;
  const passed = after.passed - before.passed;
  return passed === 0 ? '' : `${counted(Math.abs(passed), 'test')} ${passed > 0 ? 'more' : 'fewer'} passed`;
}

function errorsText(before: Findings, after: Findings): string {
  const kind = before.names.error.size + after.names.error.size === 0 ? 'target' : 'error';
  const noun = kind === 'error' ? 'error' : 'failed target';
  const fresh = without(after.names[kind], before.names[kind]);
  const gone = without(before.names[kind], after.names[kind]);
  return [
    fresh.length === 0 ? '' : `${counted(fresh.length, noun)} more: ${namesText(fresh)}`,
    gone.length === 0 ? '' : `${counted(gone.length, noun)} fewer: ${namesText(gone)}`,
  ]
    .filter((text) => text !== '')
    .join(', ');
}

function statesText({ states: before }: Findings, { states: after }: Findings): string {
  const changed = [...after].filter(([name, state]) => before.has(name) && before.get(name) !== state);
  const told = changed
    .slice(0, MOST_NAMES)
    .map(([name, state]) => `${cut(name)} ${before.get(name)} → ${state}`);
  return [...told, ...(changed.length > told.length ? ['…'] : [])].join(', ');
}

function linesText({ hunks, removed, added }: Found, masks: BothMasks): string {
  if (removed + added === 0) return '';
  if (removed === 0) return `${counted(added, 'line')} more`;
  if (added === 0) return `${counted(removed, 'line')} fewer`;
  if (removed === added && removed <= MOST_MOVED && isMoved(hunks, masks))
    return 'the same lines in another order';
  let lines = 0;
  for (const hunk of hunks) if (hunk.kind === 'changed') lines += longerSide(hunk.pairs);
  return `${counted(lines, 'line')} ${lines === 1 ? 'differs' : 'differ'}`;
}

/** Lines that were replaced count once. */
function longerSide(pairs: readonly LinePair[]): number {
  const before = pairs.filter((pair) => pair.before !== undefined).length;
  return Math.max(before, pairs.filter((pair) => pair.after !== undefined).length);
}

/** Programs that do several things at once print them in any order. */
function isMoved(hunks: readonly Hunk[], masks: BothMasks): boolean {
  const keysOf = (side: Side) =>
    changedLines(hunks, side)
      .map((line) => masks[side].keyOf(line))
      .toSorted();
  const after = keysOf('after');
  return keysOf('before').every((key, at) => key === after[at]);
}

function exitText({ exitCode: { before, after } }: Found): string {
  return before === after ? '' : `exit ${before ?? 'unknown'} → ${after ?? 'unknown'}`;
}

function durationText({ durationMs: { before, after } }: Found): string {
  if (before === undefined || after === undefined) return '';
  const change = Math.abs(after - before);
  if (change < LEAST_MS || change < LEAST_PART * Math.min(before, after)) return '';
  return `${longDuration(change)} ${after > before ? 'slower' : 'faster'}`;
}

function cutText({ cut: { before, after } }: Found): string {
  const lines = Math.max(before, after);
  return lines === 0 ? '' : `, but ${counted(lines, 'line')} ${lines === 1 ? 'was' : 'were'} not compared`;
}

const PLURALS: Readonly<Record<NoiseKind, string>> = {
  time: 'times',
  date: 'dates',
  duration: 'durations',
  'process id': 'process ids',
  hash: 'hashes',
  uuid: 'UUIDs',
  'temporary name': 'temporary names',
  address: 'addresses',
  port: 'ports',
  progress: 'progress marks',
  rate: 'rates',
};
const TIMES: ReadonlySet<NoiseKind> = new Set(['time', 'date', 'duration']);

function nothingText({ kinds, lines }: Masked): string {
  if (lines === 0) return 'nothing differs';
  const told = [...new Set(kinds.map(({ kind }) => (TIMES.has(kind) ? 'times' : PLURALS[kind])))];
  if (told.length === 0) return 'nothing differs but blanks';
  return `nothing differs but ${told.length > 2 ? `${told.slice(0, 2).join(', ')} and other noise` : told.join(' and ')}`;
}

/** How many differences were masked, by kind: `9 durations, 3 times`; empty if none was. */
export function maskedText({ kinds }: Masked): string {
  return kinds
    .map(({ kind, count }) => `${count} ${count === 1 ? singular(kind) : PLURALS[kind]}`)
    .join(', ');
}

function singular(kind: NoiseKind): string {
  return kind === 'progress' ? 'progress mark' : kind === 'uuid' ? 'UUID' : kind;
}

function without(some: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...some].filter((name) => !others.has(name));
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

function namesText(names: readonly string[]): string {
  return [...names.slice(0, MOST_NAMES).map(cut), ...(names.length > MOST_NAMES ? ['…'] : [])].join(', ');
}

function cut(name: string): string {
  return name.length <= MOST_CHARS ? name : `${name.slice(0, safeEnd(name, MOST_CHARS))}…`;
}
