/** The listeners of a host: its Unix socket, and a TCP port if one was asked for. */

import { dirname } from 'node:path';
import type { Transport } from '../../rpc/transport.ts';
import { type Access, localAccess } from '../ground/access.ts';
import type { Exchange } from './http-exchange.ts';
import { type LocalListener, type LocalListenerOptions, openLocalListener } from './local-listener.ts';
import { type NetworkOptions, openNetworkListener } from './network-listener.ts';

export type Listeners = LocalListener & {
  /** Address of the TCP port as `ws://` or `wss://`; undefined without one. */
  readonly address: string | undefined;
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
  if (network === undefined) return { ...local, address: undefined };
  try {
    const remote = await openNetworkListener(network, {
      ...options,
      folder: dirname(options.socket),
      onTransport,
    });
    return {
      ...local,
      address: remote.address,
      async close() {
        await Promise.all([local.close(), remote.close()]);
      },
    };
  } catch (error) {
    await local.close();
    local.release();
    throw error;
  }
}
