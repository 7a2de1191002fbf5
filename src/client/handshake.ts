/** The handshake on a new connection: resumes the last session with `reconnect`, or starts with `initialize` (AHP §5). */

import { ErrorCode } from '../protocol/common/error-codes.ts';
import { cottyMeta, META_KEY, type Meta } from '../protocol/common/meta.ts';
import { ROOT_URI } from '../protocol/common/uri.ts';
import { CLIENT_VERSIONS } from '../protocol/common/versions.ts';
import type { ClientMeta, HostMeta } from '../protocol/cotty/cotty-meta.ts';
import type { Implementation, ReconnectParams } from '../protocol/messages.ts';
import {
  parseInitializeResult,
  parseReconnectResult,
  parseSubscribeResult,
  type Welcome,
} from '../protocol/validate/read-results.ts';
import type { Connection } from '../rpc/connection.ts';
import { ClosedError, RpcError } from '../rpc/errors.ts';
import { nextTurn } from './connection/turns.ts';
import type { AnySubscription, Subscriptions } from './subscriptions.ts';

export type Identity = {
  readonly clientId: string;
  readonly clientInfo?: Implementation;
  readonly meta?: ClientMeta;
};

/** Limit: attempts to resume. A host that closes the connection instead of refusing would do so forever; then `initialize`. */
const MAX_RESUMES = 3;

/** A host that does not answer the first message in this time counts as unreachable. */
const HANDSHAKE_TIMEOUT_MS = 10_000;

export type Met = {
  /** The result of `initialize`; the earlier one if the client has resumed, because it is the same host then. */
  readonly welcome: Welcome | undefined;
  readonly same: boolean;
  /** The clientSeq of the last input that the host, or the one before it, took; undefined when it does not tell. */
  readonly taken: number | undefined;
};

export async function handshake(
  connection: Connection,
  identity: Identity,
  subscriptions: Subscriptions,
  before: Welcome | undefined,
): Promise<Met> {
  const resumed = await resume(connection, identity, subscriptions);
  const same = resumed !== undefined;
  const welcome = same ? before : await initialize(connection, identity, subscriptions);
  const stale = subscriptions.all().filter((subscription) => !subscription.resumable);
  await Promise.all(stale.map((subscription) => resubscribe(connection, subscriptions, subscription)));
  return { welcome, same, taken: cottyMeta<HostMeta>(resumed ?? welcome?._meta).taken };
}

/** Subscribes to a channel and adopts its snapshot; rejects if the host refuses. */
export async function ask(connection: Connection, subscription: AnySubscription): Promise<void> {
  const { uri } = subscription;
  const read = (result: unknown) => {
    const snapshot = parseSubscribeResult(result);
    if (snapshot === undefined || !subscription.adopt(snapshot)) {
      throw new RpcError(ErrorCode.NotFound, `${uri}: the host sent no usable state`);
    }
    // By the next turn of the event loop, the code that awaits this subscription has run.
    nextTurn(() => subscription.release());
  };
  await connection.request('subscribe', { channel: uri }, { read });
}

/**
 * Returns the `_meta` of the answer; undefined when there is nothing to resume, or when the host refuses: `initialize` can
 * follow on the same socket.
 */
async function resume(
  connection: Connection,
  identity: Identity,
  subscriptions: Subscriptions,
): Promise<Meta | undefined> {
  const asked = subscriptions.resumable();
  if (asked.length === 0 || subscriptions.lastSeen === 0 || subscriptions.resumes >= MAX_RESUMES)
    return undefined;
  subscriptions.hold();
  const params = {
    channel: ROOT_URI,
    clientId: identity.clientId,
    ...cursorsOf(asked, subscriptions),
    ...metaOf(identity),
  };
  const read = (result: unknown) => {
    const parsed = parseReconnectResult(result);
    if (!parsed.ok) throw new RpcError(ErrorCode.InternalError, parsed.error);
    subscriptions.recover(parsed.recovery, asked);
    subscriptions.release();
    return parsed.recovery._meta ?? {};
  };
  try {
    return await connection.request('reconnect', params, { read, timeoutMs: HANDSHAKE_TIMEOUT_MS });
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}

/**
 * Says where to resume. The numbers do not reach a client that acknowledges output in order: it may lack text of a terminal
 * while other channels go on, so each channel has its own cursor. Other hosts may not know this form.
 */
function cursorsOf(
  asked: readonly AnySubscription[],
  { acks, lastSeen }: Subscriptions,
): Pick<ReconnectParams, 'lastSeenServerSeq' | 'subscriptions'> {
  if (!acks) return { lastSeenServerSeq: lastSeen, subscriptions: asked.map(({ uri }) => uri) };
  const cursors = asked.map(({ uri, mirror }) => ({ channel: uri, lastSeenServerSeq: mirror.seq }));
  return { subscriptions: cursors };
}

async function initialize(
  connection: Connection,
  identity: Identity,
  subscriptions: Subscriptions,
): Promise<Welcome> {
  subscriptions.restart();
  const params = {
    channel: ROOT_URI,
    protocolVersions: CLIENT_VERSIONS,
    clientId: identity.clientId,
    initialSubscriptions: [ROOT_URI],
    ...(identity.clientInfo === undefined ? {} : { clientInfo: identity.clientInfo }),
    ...metaOf(identity),
  };
  const read = (result: unknown) => {
    const parsed = parseInitializeResult(result);
    if (!parsed.ok) throw new ClosedError(`this is not an AHP host: ${parsed.error}`);
    subscriptions.begin(parsed.welcome, identity.meta?.acks === true);
    return parsed.welcome;
  };
  return connection.request('initialize', params, { read, timeoutMs: HANDSHAKE_TIMEOUT_MS });
}

/** Subscribes again. A channel that the host refuses now has ended; the other channels are not affected. */
async function resubscribe(
  connection: Connection,
  subscriptions: Subscriptions,
  subscription: AnySubscription,
): Promise<void> {
  try {
    await ask(connection, subscription);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    subscriptions.end(subscription, error);
  }
}

function metaOf(identity: Identity): { readonly _meta?: { readonly [META_KEY]: ClientMeta } } {
  return identity.meta === undefined
    ? {}
    : { _meta: { [META_KEY]: { ...identity.meta, listPatches: true } } };
}
