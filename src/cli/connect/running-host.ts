/**
 * Finds the running host of this environment: by the address in the state folder, or else by the socket in the runtime folder. A host
 * belongs to its state folder: one of another state folder is never used unasked.
 */

import { readFileSync } from 'node:fs';
import { livingKeeper } from '../../host/keep/keeper-file.ts';
import { type HostAddress, readAddress } from '../../host/listener/host-address.ts';
import { earlierSockets } from '../../host/listener/socket-path.ts';
import { isSameFolder, stateFolder, usualStateFolder } from '../../ledger/files/state-folder.ts';
import type { Io } from '../common/io.ts';
import { acceptsConnections } from './find-host.ts';

/** Returns the socket at which the host answers. `socket`: its path according to this environment. */
export async function runningHost(socket: string, env: Io['env']): Promise<string | undefined> {
  const address = readAddress(stateFolder(env));
  if (address?.socket === socket) return (await acceptsConnections(socket)) ? socket : undefined;
  if (address !== undefined && (await isHostOf(address))) return address.socket;
  // One that records nothing has no address there.
  for (const place of new Set([socket, ...earlierSockets(env)])) {
    const owner = await ownerAt(place);
    if (owner !== undefined && isOwn(owner, env)) return place;
  }
  return undefined;
}

/** Returns the state folder of the host that answers at the socket and is not of this environment; undefined if there is none. */
export async function foreignHost(socket: string, env: Io['env']): Promise<string | undefined> {
  const owner = await ownerAt(socket);
  return owner === undefined || isOwn(owner, env) ? undefined : owner;
}

/** What is known of a host of an earlier version whose environment cannot be read. */
const UNKNOWN = 'another state folder';

function isOwn(owner: string, env: Io['env']): boolean {
  const own = stateFolder(env);
  return owner === UNKNOWN ? own === usualStateFolder() : isSameFolder(owner, own);
}

/** Returns the state folder of the host that answers at the socket; undefined if none does. */
async function ownerAt(socket: string): Promise<string | undefined> {
  if (!(await acceptsConnections(socket))) return undefined;
  const { askHost } = await import('../../host/listener/host-question.ts');
  const answer = await askHost(socket);
  if (answer === undefined) return undefined;
  return answer.state ?? ownerByEnvironment(answer.pid);
}

/** A host of an earlier version does not say to which state folder it belongs; its environment tells. */
function ownerByEnvironment(pid: number): string {
  try {
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]);
    return stateFolder(Object.fromEntries(variables));
  } catch {
    // There is no /proc here, or the host has ended.
    return UNKNOWN;
  }
}

/** Returns the host of the state folder if another host answers at `socket`, so that it is ambiguous which one is meant. */
export async function otherHost(socket: string, env: Io['env']): Promise<HostAddress | undefined> {
  const address = readAddress(stateFolder(env));
  if (address === undefined || address.socket === socket) return undefined;
  return (await isHostOf(address)) && (await acceptsConnections(socket)) ? address : undefined;
}

/** Whether the process named in the address file is the host that answers at the socket in that file. */
async function isHostOf({ pid, socket }: HostAddress): Promise<boolean> {
  const { askHost } = await import('../../host/listener/host-question.ts');
  return (await askHost(socket))?.pid === pid;
}

/** Whether an fd holder has the programs of this user's host. It starts the next host itself, so nobody else may. */
export function isKept(env: Io['env']): boolean {
  return livingKeeper(stateFolder(env)) !== undefined;
}
