/** Finds commands that could destroy a machine, a disk or the work of others, so that they must be confirmed first. */

import { type Called, called } from './called.ts';
import { RULES } from './rules.ts';
import { parseShell } from './shell-words.ts';

/** Maximum depth of nested command lines: `sudo sh -c '…'` in `$(…)` is three deep. */
const MAX_DEPTH = 5;

/** Characters that are checked: a longer text is a file that is written, not a slip. */
const MAX_CHARS = 64 * 1024;

const FORK_BOMB = /(?<![\w:.])([\w:.]{1,40})\s*\(\)\s*\{\s*\1\s*\|\s*\1\s*&\s*\}\s*;?\s*\1/;

/** Returns what a dangerous command would do, as the end of a sentence. A warning, not a protection. */
export function dangerOf(line: string, depth = 0): string | undefined {
  const commandLine = line.slice(0, MAX_CHARS);
  if (depth > MAX_DEPTH) return undefined;
  if (FORK_BOMB.test(commandLine)) return 'starts copies of itself until the machine stops responding';
  const { pipelines, inner } = parseShell(commandLine);
  const lines = [...inner];
  for (const pipeline of pipelines) {
    const calls = pipeline.map(called);
    for (const [at, call] of calls.entries()) {
      const found = firstOf(call, calls.slice(0, at));
      if (found !== undefined) return found;
      lines.push(...call.lines);
    }
  }
  for (const each of lines) {
    const found = dangerOf(each, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function firstOf(call: Called, before: readonly Called[]): string | undefined {
  for (const rule of RULES) {
    const found = rule(call, before);
    if (found !== undefined) return found;
  }
  return undefined;
}
