/** The door for other machines and programs: WebSockets and the HTTP API on a TCP port, for those who have a token. */

import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Transport } from '../../rpc/transport.ts';
import { type Listening, listen } from '../../rpc/ws-server.ts';
import { type Access, watchAccess } from '../ground/access.ts';
import type { Clock } from '../ground/clock.ts';
import type { Limits } from '../ground/limits.ts';
import { StartError } from '../ground/start-error.ts';
import { type Admitted, admission, originCheck } from './admission.ts';
import { Failures } from './failed-tokens.ts';
import { type Exchange, isApiPath } from './http-exchange.ts';
import { isLoopback, type ListenAddress } from './listen-address.ts';
import { tokenIn } from './network-token.ts';

export type NetworkOptions = ListenAddress & {
  /** PEM texts; without them everything passes in the clear. */
  readonly tls?: { readonly cert: string; readonly key: string };
  readonly allowOrigins?: readonly string[];
};

export type NetworkListener = {
  /** As `ws://` or `wss://`, with the port that was really taken. */
  readonly address: string;
  close(): Promise<void>;
};

type Surroundings = {
  /** The user's own folder, which `runtimeFolder` has checked: the tokens are kept there. */
  readonly folder: string;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: (message: string) => void;
  readonly onTransport: (transport: Transport, access: Access) => void;
  readonly onApi: (exchange: Exchange) => void;
};

export async function openNetworkListener(
  options: NetworkOptions,
  around: Surroundings,
): Promise<NetworkListener> {
  const { host, port, tls, allowOrigins = [] } = options;
  const { folder, clock, limits, log, onTransport, onApi } = around;
  const paths = { full: join(folder, 'token'), watch: join(folder, 'watch-token') };
  const failures = new Failures(limits.failedTokens, () => clock.now());
  const tokens = { full: tokenIn(paths.full), watch: tokenIn(paths.watch) };
  const admit = admission({ tokens, origins: allowOrigins, failures, log });
  const isAllowed = originCheck(allowOrigins);
  const admitted = new WeakMap<IncomingMessage, Admitted>();
  const listening = await listenOrSay({ host, port }, () =>
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
          // What was not admitted does not come this far; nobody gets more than to watch by a mistake here.
          onTransport(transport, answer?.ok === true ? answer.access : watchAccess);
        },
      },
    ),
  );
  const address = `${tls === undefined ? 'ws' : 'wss'}://${listening.address}`;
  log(`listening on ${address}; token: ${paths.full}; token that only allows to watch: ${paths.watch}`);
  if (!isLoopback(host)) log(warning(address, tls !== undefined));
  return { address, close: () => listening.close() };
}

function warning(address: string, encrypted: boolean): string {
  const reach = `warning: ${address} can be reached from other machines; whoever has the token has your shells`;
  return encrypted
    ? reach
    : `${reach}, and everything, the token too, passes unencrypted: use --cert and --key, or an ssh tunnel`;
}

async function listenOrSay(
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
