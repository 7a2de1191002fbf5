/** Matches finished commands, and what programs do, against the filters of watches. */

import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { WatchFilter } from '../../protocol/cotty/wake.ts';
import { durationMs, type SearchableCommand, succeeded } from './finished-wake.ts';
import { watchedState } from './program-wake.ts';

/**
 * Limit of a pattern's program in steps. RE2 needs time proportional to the text and to this size, so one search takes
 * at most about 100 ms.
 */
const MAX_PROGRAM = 200;
/** Limit of kept compiled patterns; beyond it all are dropped, and compiled again when needed. */
const MAX_KEPT = 256;

/** UTF-16 units of the command line that are searched; `searchable` limits the output. */
const COMMAND_SEARCHED = 8 * 1024;

const compiled = new Map<string, RE2JS>();

export type Checked = { readonly ok: true } | { readonly ok: false; readonly error: string };

/** Checks a pattern before it is accepted. */
export function checkPattern(pattern: string): Checked {
  try {
    const size = compile(pattern).programSize();
    if (size <= MAX_PROGRAM) return { ok: true };
    return no(
      pattern,
      `it compiles to ${size} steps, at most ${MAX_PROGRAM} are allowed: use fewer or smaller repetitions`,
    );
  } catch (error) {
    return no(pattern, reasonOf(error));
  }
}

/** Tells whether the command meets all conditions of the filter. The costly one, the pattern, is tested last. */
export function matches(filter: WatchFilter, command: SearchableCommand): boolean {
  const { matches: pattern } = filter;
  return mayMatch(filter, command) && (pattern === undefined || searchFor(pattern, command));
}

/** Tells whether the command meets all conditions but the pattern. Who watches programs is not told of notes. */
export function mayMatch(
  { program: watched, failed, longerThanMs, commandId }: WatchFilter,
  { finished: { record }, program, noted }: Pick<SearchableCommand, 'finished' | 'program' | 'noted'>,
): boolean {
  if (noted !== undefined && watched !== undefined) return false;
  if (program === undefined ? watched === 'blocked' : watched !== watchedState(program.state)) return false;
  if (commandId !== undefined && commandId !== record.commandId) return false;
  if (failed === true && (program === undefined ? succeeded(record) : program.state !== 'error'))
    return false;
  return longerThanMs === undefined || durationMs(record) >= longerThanMs;
}

/** Searches for a pattern once, however many watches use it. */
export function searchFor(pattern: string, { finished, lines, found }: SearchableCommand): boolean {
  const known = found.get(pattern);
  if (known !== undefined) return known;
  const text = `${finished.record.commandLine.slice(0, COMMAND_SEARCHED)}\n${lines.join('\n')}`;
  const does = program(pattern)?.test(text) === true;
  found.set(pattern, does);
  return does;
}

/** Returns undefined when a host of another version accepted the pattern and it is not usable here. */
function program(pattern: string): RE2JS | undefined {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (!checkPattern(pattern).ok) return undefined;
  if (compiled.size >= MAX_KEPT) compiled.clear();
  const fresh = compile(pattern);
  compiled.set(pattern, fresh);
  return fresh;
}

/** Loads RE2 with the first pattern: few hosts get one, and each would start some 10 ms later. */
function compile(pattern: string): RE2JS {
  const re2 = createRequire(import.meta.url)('re2js') as typeof import('re2js');
  return re2.RE2JS.compile(pattern, re2.RE2JS.MULTILINE);
}

function no(pattern: string, why: string): Checked {
  return { ok: false, error: `the pattern ${JSON.stringify(pattern)} is not usable: ${why}` };
}
