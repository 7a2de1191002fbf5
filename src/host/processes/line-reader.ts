/** Whether a program waits for a line from its terminal; known on Linux only, and where the system lets the host look. */

import { readFileSync, readlinkSync } from 'node:fs';
import { arch } from 'node:process';
import { processStat } from '../common/process-stat.ts';
import { childrenOf } from './foreground.ts';

/** The number of the system call `read`. */
const READ: { readonly [arch: string]: string | undefined } = { x64: '0', arm64: '63' };
/** Limit: processes that are looked at. */
const MOST = 16;

/** Whether a process of the group is in a `read` of a terminal. Who polls may wait for something else. */
export function readsTerminal(group: number): boolean {
  return membersOf(group).some(isReading);
}

/** The leader of the group, and what it has started in the same group. */
function membersOf(group: number): readonly number[] {
  const found = [group];
  for (let at = 0; at < found.length && found.length < MOST; at += 1)
    found.push(...childrenOf(found[at]).filter((pid) => processStat(pid)?.group === group));
  return found.slice(0, MOST);
}

function isReading(pid: number): boolean {
  try {
    const [call, descriptor = ''] = readFileSync(`/proc/${pid}/syscall`, 'latin1').split(' ', 2);
    if (call === undefined || call !== READ[arch]) return false;
    return /^\/dev\/(pts\/|tty)/.test(readlinkSync(`/proc/${pid}/fd/${Number(descriptor)}`));
  } catch {
    // The process has ended, or the host may not look at it.
    return false;
  }
}
