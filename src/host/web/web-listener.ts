/** The TCP port of the web server: serves the page's files, sessions, WebSockets, and the HTTP API for the page. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { stackOf } from '../../protocol/common/reason-of.ts';
import type { Transport } from '../../rpc/transport.ts';
import { FULL, type Listening, listen } from '../../rpc/ws-server.ts';
import type { Access } from '../common/access.ts';
import type { Clock } from '../common/clock.ts';
import type { Limits } from '../common/limits.ts';
import { logged } from '../common/logged.ts';
import type { Admitted } from '../listener/admission.ts';
import { FailedTokens } from '../listener/failed-tokens.ts';
import { type Exchange, isApiPath } from '../listener/http-exchange.ts';
import { type Answer, refuse, reply } from '../listener/http-reply.ts';
import { listenOrThrow, type TlsTexts } from '../listener/tcp-port.ts';
import type { Links } from './links.ts';
import { ownPage } from './own-page.ts';
import type { PageConnections } from './page-connections.ts';
import { type PageFiles, servePageFile } from './page-files.ts';
import type { Tickets } from './tickets.ts';
import { WebCalls } from './web-calls.ts';
import type { WebPlace } from './web-file.ts';
import { fromOf, type Visit, WebGate } from './web-gate.ts';

// Headers of every answer of the web server (Content-Security-Policy and others).

/** Browser features that the page does not need and therefore switches off. */
const NEVER = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];
const OWN = ['clipboard-read', 'clipboard-write', 'fullscreen'];

const PERMISSIONS = [...NEVER.map((name) => `${name}=()`), ...OWN.map((name) => `${name}=(self)`)].join(', ');

const RULES = [
  "default-src 'none'",
  // The image decoder is WebAssembly, which needs this to be compiled; `eval` of JavaScript stays forbidden.
  "script-src 'self' 'wasm-unsafe-eval'",
  // Terminal screens are drawn with computed inline styles.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** `host` is the header of the request, if it is known to be ours: older browsers do not count a WebSocket as `'self'`. */
function setPageHeaders(response: ServerResponse, host = 'localhost', isEncrypted = false): void {
  const sockets = isEncrypted ? [`wss://${host}`] : [`ws://${host}`, `wss://${host}`];
  const headers = {
    'Content-Security-Policy': [...RULES, `connect-src 'self' ${sockets.join(' ')}`].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': PERMISSIONS,
  };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

export type WebContext = {
  readonly links: Links;
  readonly tickets: Tickets;
  readonly connections: PageConnections;
  readonly about: { readonly host: string; readonly version: string; readonly writer: string };
  readonly limits: Limits;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  readonly onTransport: (transport: Transport, access: Access) => void;
  readonly onApi: (exchange: Exchange) => void;
  /** The key that browsers subscribe for, to be pushed notices. */
  readonly pushKey: () => Promise<string>;
};

export type WebListener = Pick<Listening, 'close'> & {
  /** The actual port. */
  readonly port: number;
};

const WEB = '/web/';

/** Throws a `StartError` when it cannot listen there. */
export async function openWebListener(
  { listen: at, allowHosts }: Pick<WebPlace, 'listen' | 'allowHosts'>,
  tls: TlsTexts | undefined,
  page: PageFiles,
  context: WebContext,
): Promise<WebListener> {
  const { limits, log, connections, links, onTransport, onApi } = context;
  const isEncrypted = tls !== undefined;
  const own = ownPage({ listensAt: at.host, allowHosts, isEncrypted });
  // The final port is known once the server listens: with port 0 the system chooses one.
  let port = at.port;
  const failures = new FailedTokens(limits.failedTokens, context.clock.now, log);
  const shared = { ...context, port: () => port, isEncrypted, ownPage: own, failures };
  const gate = new WebGate({
    ...shared,
    maxConnections: limits.webConnections,
    writer: context.about.writer,
  });
  const calls = new WebCalls({ ...shared, gate });
  const visits = new WeakMap<IncomingMessage, Visit>();

  const answerCall = async (request: IncomingMessage): Promise<Answer> => {
    try {
      return await calls.answer(request);
    } catch (error) {
      log(`a request to the web server failed: ${stackOf(error)}`);
      return refuse(500, 'internal error');
    }
  };
  const seenLast = (id: string, request: IncomingMessage) => () => links.seen(id, fromOf(request));
  /** Whether a request to the HTTP API is served. Its response is ended with its session. */
  const admit = (request: IncomingMessage, response: ServerResponse, signIn: () => boolean): Admitted => {
    const judged = gate.api(request);
    if (!judged.ok) return judged;
    if (!signIn()) return { ok: false, ...FULL };
    const { id, access } = judged.visit;
    connections.addResponse(id, response, seenLast(id, request));
    return { ok: true, access };
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse, signIn: () => boolean): boolean => {
    // The client has closed the connection.
    response.on('error', () => {});
    const why = own.whyNotHere(request);
    setPageHeaders(response, why === undefined ? request.headers.host : undefined, isEncrypted);
    if (why !== undefined) reply(response, refuse(403, why, { Connection: 'close' }));
    else if (request.url?.startsWith(WEB) === true) {
      const answered = answerCall(request).then((answer) => {
        if (answer.status < 300) signIn();
        reply(response, answer);
      });
      logged('an answer of the web server', log, answered);
    } else if (isApiPath(request.url)) {
      onApi({ request, response, admitted: admit(request, response, signIn) });
    } else servePageFile(page, request, response);
    return true;
  };
  const listening = await listenOrThrow(at, () =>
    listen(at, {
      ...(tls === undefined ? {} : { tls }),
      maxFrameBytes: limits.frameBytes,
      maxConnections: limits.connections,
      maxWaiting: limits.waitingConnections,
      log,
      onRequest,
      verify(request) {
        const judged = gate.socket(request);
        if (!judged.ok) return judged;
        visits.set(request, judged.visit);
        return 'ok';
      },
      onTransport(transport, request) {
        const visit = visits.get(request);
        if (visit === undefined) {
          transport.close();
          return;
        }
        const { id, access } = visit;
        connections.add(id, transport, seenLast(id, request));
        onTransport(transport, access);
      },
    }),
  );
  port = Number(listening.address.slice(listening.address.lastIndexOf(':') + 1));
  return { port, close: () => listening.close() };
}
