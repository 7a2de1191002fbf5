/** The identity of a client: given by its `initialize`, bound to its connection, and kept for its `reconnect`. */

import type { ClientMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Implementation } from '../../protocol/messages.ts';
import { type Access, localAccess } from '../common/access.ts';

export type Identity = {
  readonly clientId: string;
  /** The negotiated protocol version. */
  readonly version: string;
  /** `user:NAME` or `agent:HANDLE`. */
  readonly writer?: string;
  readonly agent?: string;
  /** Name for messages. */
  readonly name: string;
  /** Whether the client is cotty's own: it understands `ScreenMeta` and does not apply rejected actions. */
  readonly cotty: boolean;
  /** Whether the client wants snapshots with a serialised screen. */
  readonly screens: boolean;
  /** False if the client does not want its own `terminal/input` back. */
  readonly ownInput: boolean;
  /** Whether the client acknowledges output, and gets the host's screen while it is behind. */
  readonly acks: boolean;
  /** Whether the client takes patches of the list of terminals instead of the whole list. */
  readonly listPatches: boolean;
  /** Folder outside which the client cannot start a terminal. */
  readonly root?: string;
  /** Credential of the connection; the `clientId` cannot be used with another one. */
  readonly credential: Access['credential'];
};

const MAX_NAME = 64;

export function identityOf(
  clientId: string,
  version: string,
  meta: ClientMeta | undefined,
  info: Implementation | undefined,
  { credential, watchOnly, writer: sworn }: Access = localAccess,
): Identity {
  const writer = sworn ?? meta?.writer;
  const agent = writer?.startsWith('agent:') ? writer.slice('agent:'.length) : undefined;
  const user = writer?.startsWith('user:') ? writer.slice('user:'.length) : undefined;
  const name = agent === undefined ? (user ?? info?.title ?? info?.name ?? clientId) : agentName(agent);
  return {
    clientId,
    version,
    ...(writer === undefined ? {} : { writer }),
    // A client that only watches must neither block the agent's handle nor count as the holder of its terminals.
    ...(agent === undefined || watchOnly ? {} : { agent }),
    name: name.slice(0, MAX_NAME),
    cotty: meta !== undefined,
    screens: meta?.screens === true,
    ownInput: meta?.ownInput !== false,
    listPatches: meta?.listPatches === true,
    acks: meta?.acks === true,
    ...(meta?.root === undefined ? {} : { root: meta.root }),
    credential,
  };
}

/** Whether a client gets an action. Each change of the list is dispatched twice, as a patch and as a whole list. */
export function takesList({ listPatches }: Pick<Identity, 'listPatches'>, type: string): boolean {
  if (type === 'root/terminalsChanged') return !listPatches;
  return type !== 'x-cotty/terminalsPatched' || listPatches;
}

export function agentName(handle: string): string {
  return `agent ${handle}`;
}
