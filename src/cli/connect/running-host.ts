/** Finds this user's running host: by the address in the state folder, or else by the socket in the runtime folder. */

import { livingKeeper } from '../../host/keep/keeper-file.ts';
import { type HostAddress, readAddress } from '../../host/listener/host-address.ts';
import { stateFolder } from '../../ledger/files/state-folder.ts';
import type { Io } from '../common/io.ts';
import { acceptsConnections } from './find-host.ts';

/** Returns the socket at which the host answers. `socket`: its path according to this environment. */
export async function runningHost(socket: string, env: Io['env']): Promise<string | undefined> {
  const address = readAddress(stateFolder(env));
  if (address !== undefined && address.socket !== socket && (await isHostOf(address))) return address.socket;
  return (await acceptsConnections(socket)) ? socket : undefined;
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
  return (await askHost(socket)) === pid;
}

/** Whether an fd holder has the programs of this user's host. It starts the next host itself, so nobody else may. */
export function isKept(env: Io['env']): boolean {
  return livingKeeper(stateFolder(env)) !== undefined;
}
