/** Finds this user's running host: by the state folder, whatever runtime folder the environment names, or by its socket. */

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

/** A host that answers in the runtime folder while another one holds the state folder; undefined where there is no doubt. */
export async function otherHost(socket: string, env: Io['env']): Promise<HostAddress | undefined> {
  const address = readAddress(stateFolder(env));
  if (address === undefined || address.socket === socket) return undefined;
  return (await isHostOf(address)) && (await acceptsConnections(socket)) ? address : undefined;
}

/** Whether the host that holds the records is the one that answers at the address it has written. */
async function isHostOf({ pid, socket }: HostAddress): Promise<boolean> {
  const { askHost } = await import('../../host/listener/host-question.ts');
  return (await askHost(socket)) === pid;
}

/** Whether an fd holder holds the programs of this user's host: it starts the next host itself, and no other may start. */
export function isKept(env: Io['env']): boolean {
  return livingKeeper(stateFolder(env)) !== undefined;
}
