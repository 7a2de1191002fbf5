/** Who a client is — fixed by its `initialize`, bound to its connection, remembered for its `reconnect`. */

import type { ClientMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Implementation } from '../../protocol/messages.ts';
import { type Access, localAccess } from '../ground/access.ts';

export type Identity = {
  readonly clientId: string;
  /** The negotiated protocol version. */
  readonly version: string;
  /** `user:NAME` or `agent:HANDLE`. */
  readonly writer?: string;
  readonly agent?: string;
  /** For people. */
  readonly name: string;
  /** It is one of ours: it understands `ScreenMeta`, and knows not to reduce what was refused. */
  readonly cotty: boolean;
  readonly screens: boolean;
  /** A folder: no terminal that it makes starts outside of it. */
  readonly root?: string;
  /** What it came with; its id is not to be had with another one. */
  readonly credential: Access['credential'];
};

const MAX_NAME = 64;

export function identityOf(
  clientId: string,
  version: string,
  meta: ClientMeta | undefined,
  info: Implementation | undefined,
  { credential, watchOnly }: Access = localAccess,
): Identity {
  const writer = meta?.writer;
  const agent = writer?.startsWith('agent:') ? writer.slice('agent:'.length) : undefined;
  const user = writer?.startsWith('user:') ? writer.slice('user:'.length) : undefined;
  const name = agent === undefined ? (user ?? info?.title ?? info?.name ?? clientId) : agentName(agent);
  return {
    clientId,
    version,
    ...(writer === undefined ? {} : { writer }),
    // Who only watches must not keep the agent of that name out, nor stand as the holder of what that one holds.
    ...(agent === undefined || watchOnly ? {} : { agent }),
    name: name.slice(0, MAX_NAME),
    cotty: meta !== undefined,
    screens: meta?.screens === true,
    ...(meta?.root === undefined ? {} : { root: meta.root }),
    credential,
  };
}

export function agentName(handle: string): string {
  return `agent ${handle}`;
}
