/**
 * Finds processes that have outlived their terminal: SIGHUP does not reach a process in a session of its own (`setsid`). They are
 * recognised by the terminal's URI in their environment, also if another host started them.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { foldersNamedFor } from '../../ledger/files/terminal-folder.ts';
import type { Survivor } from '../../protocol/messages.ts';
import { hasEnded, processStat } from '../common/process-stat.ts';
import { livingKeeper } from './keeper-file.ts';

const NAME = 'COTTY_TERMINAL=';
/** Processes that are read before the event loop gets a turn. */
const AT_ONCE = 32;
/** Limit of the list. */
const MOST = 100;

/**
 * Returns the processes whose terminal has a record in the state folder and is not open. On systems without `/proc` the list is
 * empty; processes of other users are left out.
 */
export async function survivors(
  folder: string | undefined,
  isOpen: (uri: string) => boolean,
): Promise<readonly Survivor[]> {
  if (folder === undefined) return [];
  const found: Survivor[] = [];
  const ours = new Map<string, boolean>();
  // The host and its fd holder may have been started in a terminal that has ended.
  const own = [process.pid, livingKeeper(folder)];
  for (const [index, pid] of processes().entries()) {
    if (index % AT_ONCE === 0) await new Promise<void>((resolve) => setImmediate(resolve));
    const terminal = terminalOf(pid);
    if (terminal === undefined || isOpen(terminal) || own.includes(pid)) continue;
    if (!ours.has(terminal)) ours.set(terminal, (await foldersNamedFor(folder, terminal)).length > 0);
    const name = ours.get(terminal) === true ? nameOf(pid) : undefined;
    if (name !== undefined) found.push({ pid, name, terminal });
    if (found.length === MOST) break;
  }
  return found;
}

function processes(): readonly number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    // There is no /proc, or no descriptor is free.
    return [];
  }
}

function nameOf(pid: number): string | undefined {
  const stat = processStat(pid);
  return stat === undefined || hasEnded(stat) ? undefined : stat.name;
}

/** Returns the URI of the terminal in which a process was started. */
function terminalOf(pid: number): string | undefined {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    return variables.find((variable) => variable.startsWith(NAME))?.slice(NAME.length);
  } catch {
    // It has ended meanwhile, or belongs to another user.
    return undefined;
  }
}
