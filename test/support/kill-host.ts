/** Kills the host of a sandbox as the system would, and knows the next one by its process. */

import { processesMarked } from './left-behind.ts';
import type { Sandbox } from './sandbox.ts';

export function hostOf({ root }: Sandbox): number | undefined {
  return processesMarked(`COTTY_TEST_MARK=${root}`).find(({ command }) => command === 'cotty host')?.pid;
}

/** SIGKILL; returns the process that was killed. */
export function killHost(sandbox: Sandbox): number {
  const pid = hostOf(sandbox);
  if (pid === undefined) throw new Error('no host runs');
  process.kill(pid, 'SIGKILL');
  return pid;
}
