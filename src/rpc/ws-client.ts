/** The client side of WebSocket: connects to `unix:PATH`, `ws://…` or `wss://…`. */

import { connect as connectSocket } from 'node:net';
import { type ClientOptions, WebSocket } from 'ws';
import { ClosedError } from './errors.ts';
import type { Transport } from './transport.ts';
import { wsTransport } from './ws-transport.ts';

export type DialOptions = {
  /** Limit of a received frame. Snapshots hold whole histories, so the default is larger than the limit of a host. */
  readonly maxFrameBytes?: number;
  readonly timeoutMs?: number;
  /** Token, sent as `Authorization: Bearer`. */
  readonly token?: string;
  /** Interval of pings that probe a silent host; by default only on TCP. */
  readonly pingMs?: number;
  readonly log?: (message: string) => void;
};

const MAX_FRAME_BYTES = 64 * 1024 * 1024;
/** Bytes of a read from the socket. Under bulk output, keys wait for no more than one read. */
const TURN_BYTES = 64 * 1024;
/** Milliseconds for which messages are handled in one turn of the event loop, so that keys do not wait longer. */
const TURN_MS = 4;
const HANDSHAKE_TIMEOUT_MS = 10_000;
const PING_MS = 30_000;
const UNIX = 'unix:';

export function connect(url: string, options: DialOptions = {}): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket = open(url, options);
    const pingMs = options.pingMs ?? (url.startsWith(UNIX) ? 0 : PING_MS);
    const fail = (what: string, details: { cause?: unknown; status?: number } = {}) => {
      clearTimeout(timer);
      reject(new ClosedError(what, details));
      socket.terminate();
    };
    // The handshakeTimeout of ws does not cover sockets that we create ourselves, as for a Unix path.
    const timeoutMs = options.timeoutMs ?? HANDSHAKE_TIMEOUT_MS;
    const timer = setTimeout(() => fail(`${shown(url)} did not answer within ${timeoutMs} ms`), timeoutMs);
    socket.once('unexpected-response', (_request, response) => {
      const { statusCode = 0, statusMessage = '' } = response;
      fail(`${shown(url)} answered ${statusCode} ${statusMessage}`.trimEnd(), { status: statusCode });
    });
    socket.on('error', (cause) => fail(`cannot reach ${shown(url)}: ${cause.message}`, { cause }));
    socket.once('open', () => {
      clearTimeout(timer);
      socket.removeAllListeners();
      const log = options.log === undefined ? {} : { log: options.log };
      resolve(wsTransport(socket, { pingMs, turnBytes: TURN_BYTES, turnMs: TURN_MS, ...log }));
    });
  });
}

function open(url: string, options: DialOptions): WebSocket {
  const common: ClientOptions = {
    perMessageDeflate: false,
    maxPayload: options.maxFrameBytes ?? MAX_FRAME_BYTES,
    ...(options.token === undefined ? {} : { headers: { Authorization: `Bearer ${options.token}` } }),
  };
  if (!url.startsWith(UNIX)) return openUrl(url, common);
  const path = url.slice(UNIX.length);
  // A ws+unix URL cannot hold a path with a colon or a question mark.
  return new WebSocket('ws://localhost/', {
    ...common,
    // The host is a program of the same user: invalid UTF-8 is replaced when it is decoded.
    skipUTF8Validation: true,
    createConnection: () => connectSocket(path),
  });
}

function openUrl(url: string, options: ClientOptions): WebSocket {
  try {
    return new WebSocket(url, options);
  } catch (cause) {
    throw new ClosedError(
      `not a host address: ${shown(url)}; use unix:PATH, ws://HOST:PORT or wss://HOST:PORT`,
      { cause },
    );
  }
}

/** Removes the query: a token in it must not reach a message or log. */
function shown(url: string): string {
  return url.replace(/\?.*$/, '');
}
