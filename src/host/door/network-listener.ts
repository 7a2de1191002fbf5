/** The TCP port of a host: WebSockets and the HTTP API, for other machines and programs that have a token. */

import type { IncomingMessage } from 'node:http';
import { basename, join } from 'node:path';
import type { Transport } from '../../rpc/transport.ts';
import { type Listening, listen } from '../../rpc/ws-server.ts';
import { type Access, watchAccess } from '../ground/access.ts';
import type { Clock } from '../ground/clock.ts';
import type { Limits } from '../ground/limits.ts';
import { StartError } from '../ground/start-error.ts';
import { type Admitted, admission, originCheck } from './admission.ts';
import { FailedTokens } from './failed-tokens.ts';
import { type Exchange, isApiPath } from './http-exchange.ts';
import { isLoopback, type ListenAddress } from './listen-address.ts';
import { keepToken, readOrCreateToken } from './network-token.ts';

export type NetworkOptions = ListenAddress & {
  /** PEM texts; without them nothing is encrypted. */
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly allowOrigins?: readonly string[];
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
  const { host, port, tls, allowOrigins = [] } = options;
  const { folder, clock, limits, log, onTransport, onApi } = context;
  const paths = { full: join(folder, 'token'), watch: join(folder, 'watch-token') };
  const failures = new FailedTokens(limits.failedTokens, () => clock.now());
  const tokens = { full: readOrCreateToken(paths.full), watch: readOrCreateToken(paths.watch) };
  const admit = admission({ tokens, origins: allowOrigins, failures, log });
  const isAllowed = originCheck(allowOrigins);
  const admitted = new WeakMap<IncomingMessage, Admitted>();
  const listening = await listenOrThrow({ host, port }, () =>
    listen(
      { host, port },
      {
        ...(tls === undefined ? {} : { tls }),
        maxFrameBytes: limits.frameBytes,
        maxConnections: limits.connections,
        log,
        verify(request) {
          const answer = admit(request);
          admitted.set(request, answer);
          return answer.ok ? 'ok' : answer;
        },
        onRequest(request, response) {
          if (!isApiPath(request.url)) return false;
          const { origin } = request.headers;
          const page = origin !== undefined && isAllowed(origin) ? { origin } : {};
          onApi({ request, response, admitted: admit(request), ...page });
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
  if (!isLoopback(host)) log(warning(address, tls !== undefined));
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

function warning(address: string, encrypted: boolean): string {
  const reach = `warning: other machines can connect to ${address}, and anybody who has the token can use your shells`;
  return encrypted
    ? reach
    : `${reach}; the connection is not encrypted, and the token can be read on the way: use --cert and --key, or an ssh tunnel`;
}

async function listenOrThrow(
  { host, port }: ListenAddress,
  open: () => Promise<Listening>,
): Promise<Listening> {
  try {
    return await open();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new StartError('place', `cannot listen at ${host}:${port}: ${text}`, error);
  }
}
