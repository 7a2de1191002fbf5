/** Whether a finished command is one that a watch asked for. */

import { RE2JS } from 're2js';
import type { WatchFilter } from '../../protocol/cotty/wake.ts';
import { durationMs, type SeenCommand, succeeded } from './finished-wake.ts';

/**
 * RE2 needs time proportional to the text and to the size of the pattern's program: a larger one is refused, so that
 * one look takes some 100 ms at the very worst.
 */
const MAX_PROGRAM = 200;
/** Compiled ones that are kept; beyond it all are compiled again when needed. */
const MAX_KEPT = 256;

/** UTF-16 units of the command line that are searched; of its output, what `seen` has. */
const COMMAND_SEEN = 8 * 1024;

const compiled = new Map<string, RE2JS>();

export type Checked = { readonly ok: true } | { readonly ok: false; readonly error: string };

/** Before a pattern is taken. */
export function checkPattern(pattern: string): Checked {
  try {
    const size = RE2JS.compile(pattern, RE2JS.MULTILINE).programSize();
    if (size <= MAX_PROGRAM) return { ok: true };
    return no(pattern, `its program has ${size} steps, more than ${MAX_PROGRAM}: repeat less`);
  } catch (error) {
    return no(pattern, error instanceof Error ? error.message : String(error));
  }
}

/** All parts that are given hold. The costly one is looked at last. */
export function matches(filter: WatchFilter, of: SeenCommand): boolean {
  const { failed, longerThanMs, commandId, matches: pattern } = filter;
  const { record } = of.finished;
  if (commandId !== undefined && commandId !== record.commandId) return false;
  if (failed === true && succeeded(record)) return false;
  if (longerThanMs !== undefined && durationMs(record) < longerThanMs) return false;
  return pattern === undefined || finds(pattern, of);
}

/** Once, however many ask for the same. */
function finds(pattern: string, { finished, lines, found }: SeenCommand): boolean {
  const known = found.get(pattern);
  if (known !== undefined) return known;
  const text = `${finished.record.commandLine.slice(0, COMMAND_SEEN)}\n${lines.join('\n')}`;
  const does = program(pattern)?.test(text) === true;
  found.set(pattern, does);
  return does;
}

/** Undefined: it was taken by a host of another version, and is not usable here. */
function program(pattern: string): RE2JS | undefined {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (!checkPattern(pattern).ok) return undefined;
  if (compiled.size >= MAX_KEPT) compiled.clear();
  const fresh = RE2JS.compile(pattern, RE2JS.MULTILINE);
  compiled.set(pattern, fresh);
  return fresh;
}

function no(pattern: string, why: string): Checked {
  return { ok: false, error: `the pattern ${JSON.stringify(pattern)} is not usable: ${why}` };
}
