/** Listens for WebSockets on a Unix socket or a TCP port; other HTTP requests go to `onRequest` or are answered 426. */

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { CloseCode, STOPPING, type Transport } from './transport.ts';
import { wsTransport } from './ws-transport.ts';

export type ListenAt = { readonly path: string } | { readonly host: string; readonly port: number };

/** HTTP status and reason with which a connection is refused. */
export type Refusal = {
  readonly status: number;
  readonly reason: string;
  /** Milliseconds after which it is sent. */
  readonly delayMs?: number;
};

export type ListenOptions = {
  readonly onTransport: (transport: Transport, request: IncomingMessage) => void;
  /** Checks the upgrade request (token, origin) before it is answered. */
  readonly verify?: (request: IncomingMessage) => 'ok' | Refusal;
  /**
   * Answers a request that is no upgrade; returns false when it does not answer this one. `signIn` must be called when
   * the request is admitted; it returns false when no place is left.
   */
  readonly onRequest?: (request: IncomingMessage, response: ServerResponse, signIn: () => boolean) => boolean;
  /** Certificate and key as PEM texts, for `wss` instead of `ws`. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Limit of a received frame; a longer one closes its connection with code 1009. */
  readonly maxFrameBytes?: number;
  /** Limit of sockets that were admitted; further ones are refused with 503. */
  readonly maxConnections?: number;
  /** Limit of sockets that were not admitted yet. A new one replaces the oldest. */
  readonly maxWaiting?: number;
  /** Interval of pings that probe silent peers; by default only on TCP: the kernel knows when a Unix peer is gone. */
  readonly pingMs?: number;
  readonly log?: (message: string) => void;
};

export type Listening = {
  /** Path, or `host:port` with the actual port. */
  readonly address: string;
  /** Listens at the path of another Unix socket instead; open connections stay. */
  move(path: string): Promise<void>;
  close(): Promise<void>;
};

const MAX_FRAME_BYTES = 8 * 1024 * 1024;
const MAX_CONNECTIONS = 512;
const MAX_WAITING = 64;
/** Sockets beyond both limits, which are being closed; further ones are dropped. */
const CLOSING = 64;
const PING_MS = 30_000;
/** Milliseconds for which messages of one connection are handled in one turn: a read may hold hundreds of requests. */
const TURN_MS = 8;
/** Time for a new connection to send its headers and finish the TLS handshake: protects against slow-loris clients. */
const HEADERS_TIMEOUT_MS = 10_000;
/** Interval at which that time is checked. */
const HEADERS_CHECK_MS = 2_000;

export async function listen(at: ListenAt, options: ListenOptions): Promise<Listening> {
  const limits = {
    signedIn: options.maxConnections ?? MAX_CONNECTIONS,
    waiting: options.maxWaiting ?? MAX_WAITING,
  };
  const places = new SocketPlaces(limits);
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    // At a Unix socket clients are programs of the same user: invalid UTF-8 is replaced when it is decoded.
    skipUTF8Validation: 'path' in at,
    clientTracking: true,
    maxPayload: options.maxFrameBytes ?? MAX_FRAME_BYTES,
  });
  const server = httpServer(options.tls, (request, response) => {
    const signIn = () => places.signIn(request.socket);
    if (options.onRequest?.(request, response, signIn) === true) return;
    response.writeHead(426, { Upgrade: 'websocket', Connection: 'close', 'Content-Type': 'text/plain' });
    response.end('This port accepts WebSocket connections only.\n');
  });
  server.maxConnections = limits.signedIn + limits.waiting + CLOSING;
  server.on('connection', (socket: Socket) => places.enter(socket));
  const pingMs = options.pingMs ?? ('path' in at ? 0 : PING_MS);
  server.on('upgrade', (request, socket, head) => {
    const verdict = options.verify?.(request) ?? 'ok';
    if (verdict !== 'ok') {
      refuse(socket, verdict);
      return;
    }
    if (!places.signIn(request.socket)) {
      refuse(socket, FULL);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      options.onTransport(
        wsTransport(ws, { pingMs, stream: socket, turnMs: TURN_MS, ...logOf(options) }),
        request,
      );
    });
  });
  await bind(server, at);
  server.on('error', (error) => options.log?.(`listener: ${error.message}`));
  return {
    address: addressOf(server, at),
    async move(path) {
      // `close` only stops listening, and unlinks the old path.
      if (server.listening) server.close();
      await bind(server, { path });
    },
    close: closer(server, sockets),
  };
}

function httpServer(tls: ListenOptions['tls'], answer: RequestListener): Server {
  const timeouts = { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: HEADERS_CHECK_MS };
  return tls === undefined
    ? createServer(timeouts, answer)
    : createTlsServer({ ...timeouts, ...tls, handshakeTimeout: HEADERS_TIMEOUT_MS }, answer);
}

function bind(server: Server, at: ListenAt): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen('path' in at ? { path: at.path } : { host: at.host, port: at.port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closer(server: Server, sockets: WebSocketServer): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= new Promise((resolve) => {
      for (const socket of sockets.clients) socket.close(CloseCode.GoingAway, STOPPING);
      server.close(() => resolve());
      // Peers that do not answer the close must not keep the host alive.
      const timer = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate();
        server.closeAllConnections();
      }, CLOSE_GRACE_MS);
      server.once('close', () => clearTimeout(timer));
      server.closeIdleConnections();
    });
    return done;
  };
}

const CLOSE_GRACE_MS = 1_000;

export const FULL: Refusal = { status: 503, reason: 'too many connections' };

function refuse(socket: Duplex, { status, reason, delayMs = 0 }: Refusal): void {
  // The peer may already be gone; the error can be ignored.
  socket.on('error', () => {});
  const line = reason.replace(/[^\x20-\x7e]/g, ' ');
  const answer = () =>
    socket.end(`HTTP/1.1 ${status} ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  const late = setTimeout(answer, delayMs);
  // A peer that does not hang up must not keep its place among the connections.
  const timer = setTimeout(() => socket.destroy(), delayMs + CLOSE_GRACE_MS);
  socket.once('close', () => {
    clearTimeout(late);
    clearTimeout(timer);
  });
  socket.resume();
}

function addressOf(server: Server, at: ListenAt): string {
  if ('path' in at) return at.path;
  const { address, port, family } = server.address() as AddressInfo;
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`;
}

function logOf(options: ListenOptions): { log?: (message: string) => void } {
  return options.log === undefined ? {} : { log: options.log };
}

// Places of sockets.

/** The two ends of a TLS connection are different objects, so a TCP socket is known by where it comes from. */
type Key = string | Socket;

type PlacesOptions = { readonly signedIn: number; readonly waiting: number };

export class SocketPlaces {
  readonly #options: PlacesOptions;
  /** Oldest first. */
  readonly #waiting = new Map<Key, Socket>();
  readonly #signedIn = new Set<Key>();

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /** Must be called with each new socket of the server. */
  enter(socket: Socket): void {
    const key = keyOf(socket);
    for (const [oldest, other] of this.#waiting) {
      if (this.#waiting.size < this.#options.waiting) break;
      this.#waiting.delete(oldest);
      other.destroy();
    }
    this.#waiting.set(key, socket);
    socket.once('close', () => {
      this.#waiting.delete(key);
      this.#signedIn.delete(key);
    });
  }

  /** Called when a request of the socket is admitted. Returns false when all places for such sockets are taken. */
  signIn(socket: Socket): boolean {
    const key = keyOf(socket);
    if (this.#signedIn.has(key)) return true;
    if (this.#signedIn.size >= this.#options.signedIn) return false;
    // A socket that was replaced meanwhile is closing.
    if (!this.#waiting.delete(key)) return false;
    this.#signedIn.add(key);
    return true;
  }
}

function keyOf(socket: Socket): Key {
  const { remoteAddress, remotePort } = socket;
  return remotePort === undefined ? socket : `${remoteAddress} ${remotePort}`;
}
