/** The start of a process, as a text that no other process with the same process id will ever have. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hasEnded, processStat } from './process-stat.ts';

/** Returns undefined when there is no such process. */
export function processStart(pid: number): string | undefined {
  if (!exists(pid)) return undefined;
  return process.platform === 'linux' ? linuxStart(pid) : otherStart(pid);
}

/** Whether a process exists, of whichever user; a negative number asks for a process of that group. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Returns the id of the boot and the start in ticks since that boot: a folder under /tmp may survive a reboot. */
function linuxStart(pid: number): string | undefined {
  try {
    const stat = processStat(pid);
    if (stat === undefined || hasEnded(stat)) return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()} ${stat.start}`;
  } catch {
    // A container may hide the id of the boot.
    return undefined;
  }
}

function otherStart(pid: number): string | undefined {
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return started.trim() || undefined;
  } catch {
    // The process ended since it was checked.
    return undefined;
  }
}
