/** The options of a client: its host, its identity, and its sources of time and randomness. */

import type { ClientMeta } from '../protocol/cotty/cotty-meta.ts';
import type { Implementation } from '../protocol/messages.ts';
import type { Transport } from '../rpc/transport.ts';
import type { ContentLimit } from './bounded-reducer.ts';
import type { ReconnectingOptions } from './connection/reconnecting.ts';

/** The way to a host: how a transport is opened, and how long a lost one waits before each attempt. */
export type WayToHost = {
  /** The signal is aborted when the client is closed before it has the transport. */
  readonly transportFactory: (signal: AbortSignal) => Transport | Promise<Transport>;
  /** The default is the delay for a host on another machine. */
  readonly delay?: ReconnectingOptions['delay'];
};

export type ClientOptions = WayToHost & {
  /** Unique for this running client: the host identifies its connections by it. */
  readonly clientId: string;
  readonly clientInfo?: Implementation;
  readonly meta?: ClientMeta;
  readonly log?: (message: string) => void;
  /** Whether a lost connection is retried; by default true. */
  readonly retry?: boolean;
  /** Whether it stays open when an attempt to reconnect is refused, until `retryNow`; by default it closes. */
  readonly staysOpen?: boolean;
  readonly contentLimit?: ContentLimit;
  readonly random?: () => number;
  readonly now?: () => number;
  /** Closes the client, also before it is open. */
  readonly signal?: AbortSignal;
};

/** Returns how long a lost connection waits before each attempt. */
export function delayOf({ delay, random = Math.random }: ClientOptions): ReconnectingOptions['delay'] {
  return delay ?? (({ failures }) => retryDelay(failures, random()));
}

/** Returns a function that opens a new transport to the host. */
export function dialer({ transportFactory }: ClientOptions): ReconnectingOptions['dial'] {
  return async (signal) => transportFactory(signal);
}

const FIRST_MS = 250;
const LONGEST_MS = 30_000;

/**
 * How often a local socket is tried after so long a time without the host. An attempt that fails costs a fraction of a
 * millisecond.
 */
const NEAR = [
  { awayMs: 2_000, everyMs: 25 },
  { awayMs: 10_000, everyMs: 100 },
  { awayMs: Number.POSITIVE_INFINITY, everyMs: 1_000 },
];

/**
 * Returns milliseconds: 0 after a stable connection, then a delay that doubles from 250 ms up to 30 s. The jitter
 * (`random` in [0, 1)) shortens it by up to half, so that many clients of one host do not reconnect at the same time.
 */
export function retryDelay(failures: number, random: number): number {
  if (failures <= 0) return 0;
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.round(full * (1 - random / 2));
}

/** The same for a host on this machine, which its fd holder restarts within a second; 0 right after the loss. */
export function nearRetryDelay(awayMs: number): number {
  if (awayMs <= 0) return 0;
  return NEAR.find((step) => awayMs < step.awayMs)?.everyMs ?? LONGEST_MS;
}
