/** Processes that still carry a test's mark in their environment: what the test, or cotty, forgot to end. */

import { readdirSync, readFileSync } from 'node:fs';

export type LeftProcess = { readonly pid: number; readonly command: string };

/** Linux only; elsewhere nothing can be read and nothing is claimed. */
export function processesMarked(mark: string): LeftProcess[] {
  const found: LeftProcess[] = [];
  for (const name of listProc()) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const environment = readProc(`${name}/environ`);
    if (!environment.split('\0').includes(mark)) continue;
    found.push({ pid, command: readProc(`${name}/cmdline`).replaceAll('\0', ' ').trim() });
  }
  return found;
}

/** Waits until no marked process is left; those that stay are ended, so that they do not disturb other tests, and returned. */
export async function awaitNoneLeft(mark: string, withinMs: number): Promise<LeftProcess[]> {
  const deadline = Date.now() + withinMs;
  let left = processesMarked(mark);
  while (left.length > 0 && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 25));
    left = processesMarked(mark);
  }
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself after all.
    }
  }
  return left;
}

function listProc(): string[] {
  try {
    return readdirSync('/proc');
  } catch {
    return [];
  }
}

/** Empty for a process that has gone, or is somebody else's. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
