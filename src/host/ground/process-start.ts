/** When a process started, as a text that no other process with the same number will ever have. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Undefined: there is no such process. */
export function processStart(pid: number): string | undefined {
  if (!isThere(pid)) return undefined;
  return process.platform === 'linux' ? linuxStart(pid) : otherStart(pid);
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is a process all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Ticks since the boot, and which boot: a folder under /tmp may outlive it. */
function linuxStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()} ${fields[19]}`;
  } catch {
    // It ended between the two looks.
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
    // It ended between the two looks.
    return undefined;
  }
}
