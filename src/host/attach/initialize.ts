/** `initialize` — agrees on a version, learns who the client is, and begins its first subscriptions. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import { negotiate } from '../../protocol/common/versions.ts';
import type { HostMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { InitializeParams } from '../../protocol/messages.ts';
import { parseClientMeta } from '../../protocol/validate/cotty.ts';
import { RpcError } from '../../rpc/errors.ts';
import { fileUri } from '../../shell/file-uri.ts';
import type { Access } from '../ground/access.ts';
import { wrongVersion } from '../ground/host-close.ts';
import type { HostParts } from '../parts.ts';
import type { Clients } from '../people/clients.ts';
import { type Identity, identityOf } from '../people/identity.ts';
import type { Request } from '../requests/request.ts';
import { channelOf, checkSubscriptions, settle, snapshotOf, watch } from './channel-subscriptions.ts';

const abilities: HostMeta = { clientTerminals: true };

export const initialize: Request<'initialize'> = {
  method: 'initialize',
  when: 'fresh',
  run(parts, peer, params) {
    const agreed = negotiate(params.protocolVersions);
    if (!agreed.ok) {
      // Once the refusal is on its way.
      parts.clock.soon(() => peer.disconnect(wrongVersion.code, wrongVersion.reason));
      throw new RpcError(ErrorCode.UnsupportedProtocolVersion, agreed.reason, {
        supportedVersions: agreed.supported,
      });
    }
    const identity = identify(parts, params, agreed.version, peer.access);
    const wanted = (params.initialSubscriptions ?? []).flatMap((uri) => channelOf(parts, uri) ?? []);
    const channels = [...new Set(wanted)];
    checkSubscriptions(parts, channels.length);
    peer.introduce(identity, parts.clock.now());
    parts.clients.join(peer, identity);
    parts.onClients();
    settle(parts, channels);
    const snapshots = channels.map((channel) => snapshotOf(parts, channel, identity));
    for (const channel of channels) watch(parts, peer, channel);
    const home = fileUri(parts.home);
    return {
      protocolVersion: agreed.version,
      serverSeq: parts.store.serverSeq,
      snapshots,
      ...(home === undefined ? {} : { defaultDirectory: home }),
      serverInfo: { name: 'cotty', version: parts.version },
      _meta: { [META_KEY]: abilities },
    };
  },
};

/** Throws where another connection is that agent. */
export function checkHandle(clients: Clients, identity: Identity): void {
  if (!clients.isHandleTaken(identity)) return;
  throw new RpcError(ErrorCode.AlreadyExists, `agent ${identity.agent} is connected already`);
}

function identify(
  { clients }: HostParts,
  params: InitializeParams,
  version: string,
  access: Access,
): Identity {
  const { clientId, clientInfo } = params;
  if (clients.isOfAnother(clientId, access)) {
    throw new RpcError(ErrorCode.PermissionDenied, 'this clientId belongs to a client with another token');
  }
  const said = params._meta?.[META_KEY] === undefined ? undefined : parseClientMeta(params._meta);
  if (said?.ok === false) throw new RpcError(ErrorCode.InvalidParams, `_meta: ${said.error}`);
  const identity = identityOf(clientId, version, said?.client, clientInfo, access);
  const owner = clients.isForAnother(identity);
  if (owner !== undefined) {
    throw new RpcError(ErrorCode.PermissionDenied, `the clientId ${clientId} belongs to ${owner}`);
  }
  checkHandle(clients, identity);
  return identity;
}
