/** Finds the TCP ports on which programs of a terminal listen, also those of background jobs; known on Linux only, from `/proc`. */

import { readdir, readFile, readlink } from 'node:fs/promises';
import { uptime } from 'node:os';
import { processStat } from '../common/process-stat.ts';
import { childrenOf, programOf } from './foreground.ts';
import { sessionMembers } from './session-processes.ts';

export type Listener = {
  readonly port: number;
  /** The process group of the program, its name if it is known, and when it was started, in Unix milliseconds. */
  readonly group: number;
  readonly program: string | undefined;
  readonly since: number;
};

/** Limits of one look: processes of the terminal, open files of each, and ports. */
const MOST_PROCESSES = 256;
const MOST_FILES = 512;
const MOST_PORTS = 16;

/** TCP_LISTEN, as the kernel's tables write it. */
const LISTENS = '0A';
/** Milliseconds of a tick (USER_HZ), in which the kernel tells the start of a process. */
const TICK_MS = 10;

/** Milliseconds for which all terminals use the same copy of the socket table, which may have thousands of lines. */
const SHARED_MS = 500;

/** The ports of listening sockets by the number (inode) of the socket. */
export type Ports = ReadonlyMap<string, number>;

/**
 * Returns a function that reads the ports of the machine at most once in that time, however often it is called. It returns the same
 * object as long as no socket has come or gone.
 */
export function sharedPorts(
  read: () => Promise<Ports> = ownPorts,
  now: () => number = () => performance.now(),
): () => Promise<Ports> {
  let last: { readonly at: number; readonly ports: Promise<Ports> } | undefined;
  return () => {
    const at = now();
    // A copy from later than now is not kept until then: tests put the clock forward and back.
    if (last !== undefined && at >= last.at && at - last.at < SHARED_MS) return last.ports;
    const before = last?.ports;
    last = { at, ports: read().then(async (ports) => sameAs(await before, ports)) };
    return last.ports;
  };
}

function sameAs(before: Ports | undefined, now: Ports): Ports {
  if (before?.size !== now.size) return now;
  for (const [socket, port] of now) if (before.get(socket) !== port) return now;
  return before;
}

const currentPorts = sharedPorts();

/**
 * Returns a function that finds the listeners of the terminal whose session `leader` leads, by port. It looks at processes only when a
 * socket of the machine has come or gone. A socket that was opened less than half a second ago may be missing.
 */
export function listenersOf(
  leader: () => number | undefined,
  ports: () => Promise<Ports> = currentPorts,
): () => Promise<readonly Listener[]> {
  let seen: { readonly ports: Ports; readonly found: readonly Listener[] } | undefined;
  return async () => {
    const pid = leader();
    if (process.platform !== 'linux' || pid === undefined) return [];
    const now = await ports();
    if (seen?.ports === now) return seen.found;
    const found = now.size === 0 ? [] : await foundIn(await membersOf(pid), now);
    seen = { ports: now, found };
    return found;
  };
}

async function foundIn(pids: readonly number[], ports: Ports): Promise<readonly Listener[]> {
  const found = new Map<number, Listener>();
  for (const pid of pids) {
    for (const socket of await socketsOf(pid)) {
      const port = ports.get(socket);
      const stat = port === undefined || found.has(port) ? undefined : processStat(pid);
      if (port === undefined || stat === undefined) continue;
      const since = Math.round(Date.now() - uptime() * 1000 + Number(stat.start) * TICK_MS);
      found.set(port, { port, group: stat.group, program: programOf(pid), since });
    }
  }
  return [...found.values()].sort((one, other) => one.port - other.port).slice(0, MOST_PORTS);
}

/** Returns the processes of the session, and those below its leader that have left it. */
async function membersOf(leader: number): Promise<readonly number[]> {
  const found = new Set([leader, ...(await sessionMembers(leader))]);
  for (const pid of found) {
    if (found.size >= MOST_PROCESSES) break;
    for (const child of childrenOf(pid)) if (child > 0) found.add(child);
  }
  return [...found].slice(0, MOST_PROCESSES);
}

/** Returns the ports of the sockets of this user that listen: files of another user's processes cannot be seen. */
async function ownPorts(): Promise<Ports> {
  const own = String(process.getuid?.() ?? 0);
  const ports = new Map<string, number>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    // A kernel without IPv6 has only the first.
    const text = await readFile(table, 'latin1').catch(() => '');
    for (const line of text.split('\n')) {
      const fields = line.trim().split(/\s+/);
      const [, local = '', , state, , , , user] = fields;
      const socket = fields[9];
      if (state !== LISTENS || user !== own || socket === undefined) continue;
      ports.set(socket, Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16));
    }
  }
  return ports;
}

/** Returns the numbers of a process's sockets. */
async function socketsOf(pid: number): Promise<readonly string[]> {
  const folder = `/proc/${pid}/fd`;
  // The process has ended, or belongs to another user.
  const files = await readdir(folder).catch(() => []);
  const links = await Promise.all(
    files.slice(0, MOST_FILES).map((file) => readlink(`${folder}/${file}`).catch(() => '')),
  );
  return links.flatMap((link) => (link.startsWith('socket:[') ? [link.slice('socket:['.length, -1)] : []));
}
