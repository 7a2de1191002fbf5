/** Kills the host of a sandbox as the system would, and knows the next one by its process. */

import { join } from 'node:path';
import { expect } from 'vitest';
import { livingKeeper } from '../../src/host/keep/keeper-file.ts';
import { isRunning } from './is-running.ts';
import { processesMarked } from './left-behind.ts';
import type { Sandbox } from './sandbox.ts';

export function hostOf({ root }: Sandbox): number | undefined {
  return processesMarked(`COTTY_TEST_MARK=${root}`).find(({ command }) => command === 'cotty host')?.pid;
}

/** The process that holds its programs; undefined when none does. */
export function keeperOf({ home }: Sandbox): number | undefined {
  return livingKeeper(join(home, '.local/state/cotty'));
}

/** SIGKILL to the keeper, if there is one: its programs end with the host. */
export function killKeeper(sandbox: Sandbox): void {
  const keeper = keeperOf(sandbox);
  if (keeper !== undefined) process.kill(keeper, 'SIGKILL');
}

/** SIGKILL to the next host that runs; returns its process. One that starts beside another ends by itself at any moment. */
export async function killNextHost(sandbox: Sandbox): Promise<number> {
  for (;;) {
    const pid = hostOf(sandbox);
    if (pid !== undefined && isKilled(pid)) return pid;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
    return false;
  }
}

/** SIGKILL; returns the process that was killed. */
export function killHost(sandbox: Sandbox): number {
  const pid = hostOf(sandbox);
  if (pid === undefined) throw new Error('no host runs');
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** SIGKILL; resolves when another host serves, which a subcommand starts if nobody else has. */
export async function exchangeHost(sandbox: Sandbox): Promise<void> {
  const killed = killHost(sandbox);
  await expect.poll(() => isRunning(killed)).toBe(false);
  expect(await sandbox.run(['ls'])).toMatchObject({ code: 0 });
}

/** SIGKILL; resolves when the clients or the keeper have brought another host back. */
export async function killAndAwaitNext(sandbox: Sandbox): Promise<void> {
  const killed = killHost(sandbox);
  await expect.poll(() => hostOf(sandbox) ?? killed, { timeout: 60_000 }).not.toBe(killed);
}
