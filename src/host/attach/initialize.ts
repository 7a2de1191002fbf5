/** `initialize`: negotiates a version, identifies the client, and begins its first subscriptions. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import { negotiate } from '../../protocol/common/versions.ts';
import type { HostMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { InitializeParams } from '../../protocol/messages.ts';
import { parseClientMeta } from '../../protocol/validate/cotty.ts';
import { RpcError } from '../../rpc/errors.ts';
import { fileUri } from '../../shell/file-uri.ts';
import type { Clients } from '../clients/clients.ts';
import { type Identity, identityOf } from '../clients/identity.ts';
import type { Access } from '../common/access.ts';
import type { Clock } from '../common/clock.ts';
import { wrongVersion } from '../common/host-close.ts';
import type { AckedInput } from '../keep/acked-input.ts';
import type { Answering } from '../requests/request.ts';
import type { Store } from '../stream/store.ts';
import type { Subscriptions } from './subscriptions.ts';

export type Needs = {
  readonly clients: Clients;
  readonly subscriptions: Subscriptions;
  readonly store: Store;
  readonly acked: Pick<AckedInput, 'of'>;
  readonly clock: Clock;
  /** Version of this cotty. */
  readonly version: string;
  /** Folder in which terminals start unless the client names another one. */
  readonly home: string;
};

const abilities: HostMeta = { clientTerminals: true, byteInput: true };

export function initialize({
  clients,
  subscriptions,
  store,
  acked,
  clock,
  version,
  home,
}: Needs): Answering<'initialize'> {
  return (peer, params) => {
    const agreed = negotiate(params.protocolVersions);
    if (!agreed.ok) {
      // Disconnect only after the refusal was sent.
      clock.soon(() => peer.disconnect(wrongVersion.code, wrongVersion.reason));
      throw new RpcError(ErrorCode.UnsupportedProtocolVersion, agreed.reason, {
        supportedVersions: agreed.supported,
      });
    }
    const identity = identify(clients, params, agreed.version, peer.access);
    const wanted = (params.initialSubscriptions ?? []).flatMap((uri) => subscriptions.channelOf(uri) ?? []);
    const channels = [...new Set(wanted)];
    subscriptions.checkCount(channels.length);
    peer.introduce(identity, clock.now());
    clients.join(peer, identity);
    subscriptions.settle(channels);
    const snapshots = channels.map((channel) => subscriptions.snapshot(channel, identity));
    for (const channel of channels) subscriptions.begin(peer, channel);
    const defaultDirectory = fileUri(home);
    return {
      protocolVersion: agreed.version,
      serverSeq: store.serverSeq,
      snapshots,
      ...(defaultDirectory === undefined ? {} : { defaultDirectory }),
      serverInfo: { name: 'cotty', version },
      _meta: { [META_KEY]: { ...abilities, via: identity.credential, ...ackOf(acked, identity) } },
    };
  };
}

/** Returns the number of the last input that was taken from a client, if it is known. */
export function ackOf(acked: Pick<AckedInput, 'of'>, { clientId }: Identity): Pick<HostMeta, 'taken'> {
  const seq = acked.of(clientId);
  return seq === undefined ? {} : { taken: seq };
}

/** Throws if another connection already acts for that agent. */
export function checkHandle(clients: Clients, identity: Identity): void {
  if (!clients.isHandleTaken(identity)) return;
  throw new RpcError(ErrorCode.AlreadyExists, `agent ${identity.agent} is connected already`);
}

function identify(clients: Clients, params: InitializeParams, version: string, access: Access): Identity {
  const { clientId, clientInfo } = params;
  if (clients.hasOtherCredential(clientId, access)) {
    throw new RpcError(ErrorCode.PermissionDenied, 'this clientId belongs to a client with another token');
  }
  const said = params._meta?.[META_KEY] === undefined ? undefined : parseClientMeta(params._meta);
  if (said?.ok === false) throw new RpcError(ErrorCode.InvalidParams, `_meta: ${said.error}`);
  const identity = identityOf(clientId, version, said?.client, clientInfo, access);
  const owner = clients.otherWriter(identity);
  if (owner !== undefined) {
    throw new RpcError(ErrorCode.PermissionDenied, `the clientId ${clientId} belongs to ${owner}`);
  }
  checkHandle(clients, identity);
  return identity;
}
