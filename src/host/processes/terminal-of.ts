/**
 * Whether a process runs in a terminal; known on Linux only.
 *
 * Its environment does not tell that: the background service of an agent (`claude --bg`) has the environment of the program that has
 * started it, and gives it to the sessions of all terminals.
 */

import { processStat } from '../common/process-stat.ts';

/** Limit: processes between a hook and the terminal. */
const MOST_STEPS = 64;
/** Agents give each hook a session of its own, without a terminal. Ticks (1/100 s) for which such a session counts as that of a hook. */
const HOOK_TICKS = 1000;

/** `first` is the first process of the terminal. Undefined where the system does not tell. */
export function runsIn(pid: number, first: number): boolean | undefined {
  const terminal = processStat(first)?.terminal ?? 0;
  if (terminal === 0) return undefined;
  const own = processStat(pid);
  for (let at = own, steps = 0; own !== undefined && at !== undefined && steps < MOST_STEPS; steps += 1) {
    if (at.terminal === terminal) return true;
    // A session without a terminal, other than that of a hook which has just been started, is a service.
    if (at.terminal === 0 && (at.session !== own.session || ageOf(at.session, own.start) > HOOK_TICKS))
      return false;
    at = processStat(at.parent);
  }
  return false;
}

/** By how many ticks a process is older than one that began then. */
function ageOf(pid: number, start: string): number {
  return Number(start) - Number(processStat(pid)?.start ?? start);
}
