/** Listens for WebSockets on a Unix socket or a TCP port; other requests are told to upgrade unless somebody answers them. */

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { CloseCode, STOPPING, type Transport } from './transport.ts';
import { wsTransport } from './ws-transport.ts';

export type ListenAt = { readonly path: string } | { readonly host: string; readonly port: number };

/** An HTTP status instead of a connection. */
export type Refusal = { readonly status: number; readonly reason: string };

export type ListenOptions = {
  readonly onTransport: (transport: Transport, request: IncomingMessage) => void;
  /** Looks at the upgrade request before anything is said: token, origin. */
  readonly verify?: (request: IncomingMessage) => 'ok' | Refusal;
  /** A request that is no upgrade. False: not this one. */
  readonly onRequest?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** PEM texts: `wss` instead of `ws`. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** A longer frame closes its connection with code 1009. */
  readonly maxFrameBytes?: number;
  /** Sockets open at once; further ones are dropped before they cost anything. */
  readonly maxConnections?: number;
  /** Probing of silent peers; by default only on TCP, the kernel knows when a Unix peer is gone. */
  readonly pingMs?: number;
  readonly log?: (message: string) => void;
};

export type Listening = {
  /** The path, or `host:port` with the port that was really taken. */
  readonly address: string;
  close(): Promise<void>;
};

const MAX_FRAME_BYTES = 8 * 1024 * 1024;
const MAX_CONNECTIONS = 512;
const PING_MS = 30_000;
/** Who connects must also ask, and shake hands: slow-loris protection. */
const HEADERS_TIMEOUT_MS = 10_000;
const LOOK_MS = 2_000;

export async function listen(at: ListenAt, options: ListenOptions): Promise<Listening> {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    clientTracking: true,
    maxPayload: options.maxFrameBytes ?? MAX_FRAME_BYTES,
  });
  const server = httpServer(options.tls, (request, response) => {
    if (options.onRequest?.(request, response) === true) return;
    response.writeHead(426, { Upgrade: 'websocket', Connection: 'close', 'Content-Type': 'text/plain' });
    response.end('This port speaks WebSocket only.\n');
  });
  server.maxConnections = options.maxConnections ?? MAX_CONNECTIONS;
  const pingMs = options.pingMs ?? ('path' in at ? 0 : PING_MS);
  server.on('upgrade', (request, socket, head) => {
    const verdict = options.verify?.(request) ?? 'ok';
    if (verdict !== 'ok') {
      refuse(socket, verdict);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      options.onTransport(wsTransport(ws, { pingMs, ...logOf(options) }), request);
    });
  });
  await bind(server, at);
  server.on('error', (error) => options.log?.(`listener: ${error.message}`));
  return { address: addressOf(server, at), close: closer(server, sockets) };
}

function httpServer(tls: ListenOptions['tls'], answer: RequestListener): Server {
  const patience = { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: LOOK_MS };
  return tls === undefined
    ? createServer(patience, answer)
    : createTlsServer({ ...patience, ...tls, handshakeTimeout: HEADERS_TIMEOUT_MS }, answer);
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

function refuse(socket: Duplex, { status, reason }: Refusal): void {
  // The peer may be gone already: nothing is lost then.
  socket.on('error', () => {});
  const line = reason.replace(/[^\x20-\x7e]/g, ' ');
  socket.end(`HTTP/1.1 ${status} ${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  // One that does not hang up then must not keep its place.
  const timer = setTimeout(() => socket.destroy(), CLOSE_GRACE_MS);
  socket.once('close', () => clearTimeout(timer));
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
