/** The listeners of a host: its Unix socket and, if configured, a TCP port. */

import { dirname } from 'node:path';
import type { Transport } from '../../rpc/transport.ts';
import { type Access, localAccess } from '../common/access.ts';
import type { Exchange } from './http-exchange.ts';
import { type LocalListenerOptions, openLocalListener } from './local-listener.ts';
import { type NetworkOptions, openNetworkListener } from './network-listener.ts';

export type Listeners = {
  /** Path of the Unix socket now. */
  readonly socket: string;
  /** Address of the TCP port as `ws://` or `wss://`; undefined without one. */
  readonly address: string | undefined;
  /** Makes the socket and the token files again if they have been removed. Returns whether it did. */
  check(): Promise<boolean>;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
  /** Releases the socket for another host. */
  release(): void;
};

export type ListenersOptions = Omit<LocalListenerOptions, 'onTransport'> & {
  readonly network: NetworkOptions | undefined;
  readonly onTransport: (transport: Transport, access: Access) => void;
  /** Called with each request to the HTTP API, which only the TCP port serves. */
  readonly onApi: (exchange: Exchange) => void;
};

/** Opens both listeners or none. */
export async function openListeners({
  network,
  onTransport,
  ...options
}: ListenersOptions): Promise<Listeners> {
  const onLocal = (transport: Transport) => onTransport(transport, localAccess);
  const local = await openLocalListener({ ...options, onTransport: onLocal });
  try {
    const context = { ...options, folder: dirname(options.socket), onTransport };
    const remote = network === undefined ? undefined : await openNetworkListener(network, context);
    return {
      get socket() {
        return local.socket;
      },
      address: remote?.address,
      async check() {
        const moved = await local.check();
        if (moved) remote?.keepTokens(dirname(local.socket));
        return moved;
      },
      async close() {
        await Promise.all([local.close(), remote?.close()]);
      },
      release: () => local.release(),
    };
  } catch (error) {
    await local.close();
    local.release();
    throw error;
  }
}
