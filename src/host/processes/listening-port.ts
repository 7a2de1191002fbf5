/** Finds the port on which a program of a terminal listens; known on Linux only, from `/proc`. */

import { readdir, readFile, readlink } from 'node:fs/promises';
import { processStat } from '../common/process-stat.ts';
import { childrenOf } from './foreground.ts';

/** Limits of one poll: processes of the group, and open files of each. */
const MOST_PROCESSES = 64;
const MOST_FILES = 512;

/** TCP_LISTEN, as the kernel's tables write it. */
const LISTENS = '0A';

/** Milliseconds for which all terminals use the same copy of the socket table, which may have thousands of lines. */
const SHARED_MS = 500;

type Ports = ReadonlyMap<string, number>;

/** Returns a function that reads the ports of the machine at most once in that time, however often it is called. */
export function sharedPorts(
  read: () => Promise<Ports> = portsBySocket,
  now: () => number = () => performance.now(),
): () => Promise<Ports> {
  let last: { readonly at: number; readonly ports: Promise<Ports> } | undefined;
  return () => {
    const at = now();
    if (last === undefined || at - last.at >= SHARED_MS) last = { at, ports: read() };
    return last.ports;
  };
}

const currentPorts = sharedPorts();

/**
 * Returns the lowest TCP port on which a process of the group listens; undefined if none does, or that is not known. A port that
 * was opened less than half a second ago may be missing.
 */
export async function listeningPort(group: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const ports = await currentPorts();
  if (ports.size === 0) return undefined;
  let lowest: number | undefined;
  for (const pid of membersOf(group)) {
    for (const socket of await socketsOf(pid)) {
      const port = ports.get(socket);
      if (port !== undefined && (lowest === undefined || port < lowest)) lowest = port;
    }
  }
  return lowest;
}

/** Returns the ports of all listening sockets of the machine, by the number (inode) of the socket. */
async function portsBySocket(): Promise<Ports> {
  const ports = new Map<string, number>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    // A kernel without IPv6 has only the first.
    const text = await readFile(table, 'latin1').catch(() => '');
    for (const line of text.split('\n')) {
      const fields = line.trim().split(/\s+/);
      const [, local = '', , state] = fields;
      const socket = fields[9];
      if (state !== LISTENS || socket === undefined) continue;
      ports.set(socket, Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16));
    }
  }
  return ports;
}

/** Returns the leader of the group and those below it: a process that left its parent is not found. */
function membersOf(group: number): readonly number[] {
  const found = [group];
  for (let at = 0; at < found.length && found.length < MOST_PROCESSES; at += 1) {
    const children = childrenOf(found[at]).filter((pid) => processStat(pid)?.group === group);
    found.push(...children);
  }
  return found.slice(0, MOST_PROCESSES);
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
