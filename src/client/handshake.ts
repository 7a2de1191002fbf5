/** The first words on a new connection: resume where the last one ended, or begin anew (AHP §5). */

import { ErrorCode } from '../protocol/common/error-codes.ts';
import { META_KEY } from '../protocol/common/meta.ts';
import { ROOT_URI } from '../protocol/common/uri.ts';
import { CLIENT_VERSIONS } from '../protocol/common/versions.ts';
import type { ClientMeta } from '../protocol/cotty/cotty-meta.ts';
import type { Implementation } from '../protocol/messages.ts';
import {
  parseInitializeResult,
  parseReconnectResult,
  parseSubscribeResult,
  type Welcome,
} from '../protocol/validate/read-results.ts';
import type { Connection } from '../rpc/connection.ts';
import { ClosedError, RpcError } from '../rpc/errors.ts';
import type { AnySubscription, Subscriptions } from './subscriptions.ts';

export type Identity = {
  readonly clientId: string;
  readonly clientInfo?: Implementation;
  readonly meta?: ClientMeta;
};

/** A host that hangs up instead of refusing to resume would do so for ever: after this many tries begin anew. */
const MAX_RESUMES = 3;

/** A host that does not answer the first message within this is treated as unreachable. */
const GREETING_TIMEOUT_MS = 10_000;

/** The host's welcome, or undefined if it resumed the conversation it knew. */
export async function handshake(
  connection: Connection,
  me: Identity,
  subscriptions: Subscriptions,
): Promise<Welcome | undefined> {
  const resumed = await resume(connection, me, subscriptions);
  const welcome = resumed ? undefined : await initialize(connection, me, subscriptions);
  const stale = subscriptions.all().filter((subscription) => !subscription.resumable);
  await Promise.all(stale.map((subscription) => askAgain(connection, subscriptions, subscription)));
  return welcome;
}

/** Asks for a channel's state and follows it from there; rejects if the host refuses. */
export async function ask(connection: Connection, subscription: AnySubscription): Promise<void> {
  const { uri } = subscription;
  const read = (result: unknown) => {
    const snapshot = parseSubscribeResult(result);
    if (snapshot === undefined || !subscription.adopt(snapshot)) {
      throw new RpcError(ErrorCode.NotFound, `${uri}: the host sent no state of it`);
    }
    // A turn of the event loop later every `await` of this subscription has continued.
    setImmediate(() => subscription.release());
  };
  await connection.request('subscribe', { channel: uri }, { read });
}

/** False: the host does not know us (any more). The socket is still good for `initialize`. */
async function resume(connection: Connection, me: Identity, subscriptions: Subscriptions): Promise<boolean> {
  const asked = subscriptions.resumable();
  if (asked.length === 0 || subscriptions.lastSeen === 0 || subscriptions.resumes >= MAX_RESUMES)
    return false;
  subscriptions.hold();
  const params = {
    channel: ROOT_URI,
    clientId: me.clientId,
    lastSeenServerSeq: subscriptions.lastSeen,
    subscriptions: asked.map(({ uri }) => uri),
    ...metaOf(me),
  };
  const read = (result: unknown) => {
    const parsed = parseReconnectResult(result);
    if (!parsed.ok) throw new RpcError(ErrorCode.InternalError, parsed.error);
    subscriptions.recover(parsed.recovery, asked);
    subscriptions.release();
  };
  try {
    await connection.request('reconnect', params, { read, timeoutMs: GREETING_TIMEOUT_MS });
    return true;
  } catch (error) {
    if (error instanceof RpcError) return false;
    throw error;
  }
}

async function initialize(
  connection: Connection,
  me: Identity,
  subscriptions: Subscriptions,
): Promise<Welcome> {
  subscriptions.restart();
  const params = {
    channel: ROOT_URI,
    protocolVersions: CLIENT_VERSIONS,
    clientId: me.clientId,
    initialSubscriptions: [ROOT_URI],
    ...(me.clientInfo === undefined ? {} : { clientInfo: me.clientInfo }),
    ...metaOf(me),
  };
  const read = (result: unknown) => {
    const parsed = parseInitializeResult(result);
    if (!parsed.ok) throw new ClosedError(`this is no AHP host: ${parsed.error}`);
    subscriptions.begin(parsed.welcome);
    return parsed.welcome;
  };
  return connection.request('initialize', params, { read, timeoutMs: GREETING_TIMEOUT_MS });
}

/** A channel that the host refuses now is gone; that must not keep us from the others. */
async function askAgain(
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

function metaOf(me: Identity): { readonly _meta?: { readonly [META_KEY]: ClientMeta } } {
  return me.meta === undefined ? {} : { _meta: { [META_KEY]: me.meta } };
}
