/** Connects to the NATS servers of a fleet with credentials of NATS' own kinds, and makes its streams. */

import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type ConnectionOptions, checkServerIdentity } from 'node:tls';
import {
  DiscardPolicy,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import {
  connect,
  credsAuthenticator,
  errors,
  type NatsConnection,
  type NodeConnectionOptions,
  nanos,
  nkeyAuthenticator,
} from '@nats-io/transport-node';
import { reasonOf } from '../protocol/common/reason-of.ts';
import { Backoff } from './backoff.ts';
import { MAX_EVENT, MAX_HELLO } from './event.ts';
import type { NatsOptions } from './nats-options.ts';
import { type Subjects, subjectsOf } from './subjects.ts';

const DAY_MS = 24 * 3600 * 1000;
/** How long events are kept in a stream that cotty has made, and hosts that say nothing any more. */
const [KEEP_EVENTS_MS, KEEP_HOSTS_MS] = [90 * DAY_MS, 30 * DAY_MS];
/** A published event whose id comes again within this time is dropped by the server. */
const DUPLICATES_MS = 120_000;
/** Milliseconds without an answer of the server after which the connection counts as lost: two pings. */
const PING_MS = 20_000;
const DIAL_MS = 10_000;

/** Connects once; rejects with a sentence that names the server. */
export async function connectOnce(options: NatsOptions, name: string): Promise<NatsConnection> {
  try {
    return await connect({ ...common(options, name), waitOnFirstConnect: false, maxReconnectAttempts: -1 });
  } catch (error) {
    throw new Error(`NATS at ${options.servers.join(', ')}: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * Connects, and tries again for as long as that takes, also when the credentials are refused. What is for this connection alone
 * comes below its own `inbox`: whoever may subscribe to all of `_INBOX` reads what others get.
 */
export function connectForever(options: NatsOptions, name: string, inbox: string): Promise<NatsConnection> {
  return connect({
    ...common(options, name),
    inboxPrefix: inbox,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
  });
}

function common(options: NatsOptions, name: string): NodeConnectionOptions {
  const { servers, ca, cert, key } = options;
  const needsTls = servers.some((url) => url.startsWith('tls:')) || (ca ?? cert) !== undefined;
  return {
    servers: servers.map((url) => url.replace(/^\w+:\/\//, '')),
    name,
    timeout: DIAL_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    noAsyncTraces: true,
    reconnectDelayHandler: delays(),
    ...authenticator(options),
    ...(needsTls
      ? {
          tls: {
            ...(ca === undefined ? {} : { caFile: ca }),
            ...(cert === undefined ? {} : { certFile: cert }),
            ...(key === undefined ? {} : { keyFile: key }),
            ...identityCheck(servers),
          },
        }
      : {}),
  };
}

/** The client names no host for a server that is an IP address, and Node then wants a certificate of `localhost`. */
function identityCheck(servers: readonly string[]): Pick<ConnectionOptions, 'checkServerIdentity'> {
  const addresses = servers
    .map((url) => new URL(url).hostname.replace(/^\[|\]$/g, ''))
    .filter((host) => isIP(host) !== 0);
  return {
    checkServerIdentity: (host, certificate) => {
      const wrong = checkServerIdentity(host, certificate);
      const isAddress = addresses.some((each) => checkServerIdentity(each, certificate) === undefined);
      return isAddress ? undefined : wrong;
    },
  };
}

/** Reads the credentials anew for each connection: they may have been renewed meanwhile. */
function authenticator({ creds, nkey }: NatsOptions): Pick<NodeConnectionOptions, 'authenticator'> {
  if (creds !== undefined)
    return { authenticator: (nonce) => credsAuthenticator(readFileSync(creds))(nonce) };
  if (nkey === undefined) return {};
  return {
    authenticator: (nonce) => nkeyAuthenticator(new TextEncoder().encode(seedIn(nkey)))(nonce),
  };
}

/** The seed in a file as nk(1) writes it, with comments allowed. */
function seedIn(path: string): string {
  const lines = readFileSync(path, 'utf8').split('\n');
  const seed = lines.map((line) => line.trim()).find((line) => line !== '' && !line.startsWith('#'));
  if (seed === undefined) throw new Error(`${path} holds no nkey`);
  return seed;
}

/** The client asks several times for one wait, and says nothing of success: a quiet minute counts as that. */
function delays(): () => number {
  const backoff = new Backoff();
  let until = 0;
  let wait = 0;
  return () => {
    const now = Date.now();
    if (now < until) return wait;
    if (now > until + 60_000) backoff.succeeded();
    wait = backoff.next();
    until = now + wait;
    return wait;
  };
}

/** Makes the streams of a fleet where they are missing; those that somebody has made or changed stay as they are. */
export async function ensureStreams(connection: NatsConnection, prefix: string): Promise<void> {
  const manager = await jetstreamManager(connection, { checkAPI: false });
  for (const config of streamsOf(subjectsOf(prefix)))
    await manager.streams.add(config).catch((error: unknown) => {
      if (!hasCode(error, IS_THERE)) throw error;
    });
}

type StreamOf = Partial<StreamConfig> & Pick<StreamConfig, 'name'>;

function streamsOf({ events, hosts }: Subjects): readonly StreamOf[] {
  const kept = { retention: RetentionPolicy.Limits, storage: StorageType.File, discard: DiscardPolicy.Old };
  return [
    {
      ...kept,
      name: events.stream,
      subjects: [...events.all],
      max_age: nanos(KEEP_EVENTS_MS),
      max_msg_size: MAX_EVENT,
      duplicate_window: nanos(DUPLICATES_MS),
    },
    {
      ...kept,
      name: hosts.stream,
      subjects: [...hosts.all],
      max_age: nanos(KEEP_HOSTS_MS),
      max_msg_size: MAX_HELLO,
      max_msgs_per_subject: 1,
    },
  ];
}

/** Codes of JetStream: another stream has this name, there is no such stream, no such consumer, and the message is too large. */
const [IS_THERE, NO_STREAM, NO_CONSUMER, TOO_LARGE] = [10_058, 10_059, 10_014, 10_054];

export const isNoStream = (error: unknown): boolean => hasCode(error, NO_STREAM);
export const isNoConsumer = (error: unknown): boolean => hasCode(error, NO_CONSUMER);

/** Whether publishing has failed because no stream takes the subject. */
export function isTakenByNone(error: unknown): boolean {
  return error instanceof Error && error.name === 'JetStreamNotEnabled';
}

/**
 * Whether an error of publishing says that this message is refused and another one may be taken: it is too large, or its subject is
 * not allowed.
 */
export function isRefusal(error: unknown): boolean {
  const isAbout = (one: unknown) =>
    one instanceof errors.InvalidArgumentError || one instanceof errors.PermissionViolationError;
  return hasCode(error, TOO_LARGE) || isAbout(error) || (error instanceof Error && isAbout(error.cause));
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
