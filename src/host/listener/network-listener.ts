/** The TCP port of a host: WebSockets and the HTTP API, for other machines and programs that have a token. */

import type { IncomingMessage } from 'node:http';
import { basename, join } from 'node:path';
import type { Transport } from '../../rpc/transport.ts';
import { FULL, listen } from '../../rpc/ws-server.ts';
import { type Access, watchAccess } from '../common/access.ts';
import type { Clock } from '../common/clock.ts';
import type { Limits } from '../common/limits.ts';
import { type Admitted, admission, originCheck } from './admission.ts';
import { FailedTokens } from './failed-tokens.ts';
import { type Exchange, isApiPath } from './http-exchange.ts';
import { hostCheck, isLoopback, type ListenAddress } from './listen-address.ts';
import { keepToken, readOrCreateToken } from './network-token.ts';
import { listenOrThrow, reachWarning, type TlsTexts } from './tcp-port.ts';

export type NetworkOptions = ListenAddress & {
  /** PEM texts; without them nothing is encrypted. */
  readonly tls?: TlsTexts;
  readonly allowOrigins?: readonly string[];
  /** Names by which clients may call this host, beside its address. */
  readonly allowHosts?: readonly string[];
};

export type NetworkListener = {
  /** Address as `ws://` or `wss://`, with the actual port. */
  readonly address: string;
  /** Writes the tokens into a folder again, after theirs was removed. */
  keepTokens(folder: string): void;
  close(): Promise<void>;
};

type NetworkContext = {
  /** Folder of the token files, which `runtimeFolder` has checked. */
  readonly folder: string;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: (message: string) => void;
  readonly onTransport: (transport: Transport, access: Access) => void;
  readonly onApi: (exchange: Exchange) => void;
};

export async function openNetworkListener(
  options: NetworkOptions,
  context: NetworkContext,
): Promise<NetworkListener> {
  const { host, port, tls, allowOrigins = [], allowHosts = [] } = options;
  const { folder, clock, limits, log, onTransport, onApi } = context;
  const paths = { full: join(folder, 'token'), watch: join(folder, 'watch-token') };
  const failures = new FailedTokens(limits.failedTokens, clock.now, log);
  const tokens = { full: readOrCreateToken(paths.full), watch: readOrCreateToken(paths.watch) };
  const isOwnName = hostCheck(host, allowHosts);
  const admit = admission({ tokens, origins: allowOrigins, isOwnName, failures });
  const isAllowed = originCheck(allowOrigins);
  const admitted = new WeakMap<IncomingMessage, Admitted>();
  const listening = await listenOrThrow({ host, port }, () =>
    listen(
      { host, port },
      {
        ...(tls === undefined ? {} : { tls }),
        maxFrameBytes: limits.frameBytes,
        maxConnections: limits.connections,
        maxWaiting: limits.waitingConnections,
        log,
        verify(request) {
          const answer = admit(request);
          admitted.set(request, answer);
          return answer.ok ? 'ok' : answer;
        },
        onRequest(request, response, signIn) {
          if (!isApiPath(request.url)) return false;
          const { origin } = request.headers;
          const page = origin !== undefined && isAllowed(origin) ? { origin } : {};
          const answer = admit(request);
          const admitted = answer.ok && !signIn() ? noPlace : answer;
          const serve = () => onApi({ request, response, admitted, ...page });
          const delayMs = delayOf(admitted);
          if (delayMs === 0) serve();
          else clock.after(delayMs, serve);
          return true;
        },
        onTransport(transport, request) {
          const answer = admitted.get(request);
          // Every connection here was admitted; should that ever be wrong, it may only watch.
          onTransport(transport, answer?.ok === true ? answer.access : watchAccess);
        },
      },
    ),
  );
  const address = `${tls === undefined ? 'ws' : 'wss'}://${listening.address}`;
  log(`listening on ${address}; token: ${paths.full}; watch-only token: ${paths.watch}`);
  if (!isLoopback(host)) log(reachWarning(address, 'the token', tls !== undefined));
  return {
    address,
    keepTokens(place) {
      for (const kind of ['full', 'watch'] as const) {
        const wrong = keepToken(join(place, basename(paths[kind])), tokens[kind]);
        if (wrong !== undefined) log(wrong);
      }
    },
    close: () => listening.close(),
  };
}

const noPlace: Admitted = { ok: false, ...FULL };

function delayOf(admitted: Admitted): number {
  return admitted.ok ? 0 : (admitted.delayMs ?? 0);
}
