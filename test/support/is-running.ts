/** Whether a process lives: one that has ended but that nobody has collected does not. */

import { spawnSync } from 'node:child_process';

export function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  const state = stdout.trim();
  return state !== '' && !state.startsWith('Z');
}
