/** A terminal as the HTTP API shows it. */

import type { Terminal } from '../terminal/terminal.ts';
import { idOf } from './terminal-id.ts';

export function viewOf({ uri, state, meta }: Terminal, now: number): object {
  const { title, lifecycle, cwd, cols, rows } = state;
  const { pid, shell, purpose, running, last, createdBy, created, holder, askedBy } = meta;
  const isRunning = lifecycle.status === 'running';
  return {
    id: idOf(uri),
    uri,
    title,
    purpose,
    command: running?.commandLine ?? last?.commandLine ?? shell,
    shell,
    running,
    last,
    status: lifecycle.status,
    exitCode: lifecycle.status === 'exited' ? lifecycle.exitCode : undefined,
    pid,
    cwd: cwd === undefined ? undefined : pathOf(cwd),
    cols,
    rows,
    createdBy,
    holder,
    askedBy,
    createdAt: created === undefined ? undefined : new Date(created).toISOString(),
    uptime: created === undefined || !isRunning ? undefined : Math.max(0, now - created),
  };
}

/** Returns the path of a file URI; other URIs are returned as they are. */
function pathOf(uri: string): string {
  try {
    const { protocol, host, pathname } = new URL(uri);
    return protocol === 'file:' && host === '' ? decodeURIComponent(pathname) : uri;
  } catch {
    // Shells may report anything.
    return uri;
  }
}
