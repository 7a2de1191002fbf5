/** Whether a process lives: one that has ended but that nobody has collected does not. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export function isRunning(pid: number): boolean {
  const state = process.platform === 'linux' ? stateInProc(pid) : stateByPs(pid);
  return state !== '' && !/^[ZX]/.test(state);
}

/** The letter behind the name of the program, which is in parentheses and may itself have some; empty where there is no such process. */
function stateInProc(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 1).trim();
  } catch {
    return '';
  }
}

function stateByPs(pid: number): string {
  return spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
}
