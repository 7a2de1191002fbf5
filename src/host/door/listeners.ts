/** The doors of a host: its socket on this machine, and a TCP port besides if it was asked for one. */

import { dirname } from 'node:path';
import type { Transport } from '../../rpc/transport.ts';
import { type Access, localAccess } from '../ground/access.ts';
import type { Exchange } from './http-exchange.ts';
import { type LocalListener, type LocalListenerOptions, openLocalListener } from './local-listener.ts';
import { type NetworkOptions, openNetworkListener } from './network-listener.ts';

export type Listeners = LocalListener & {
  /** As `ws://` or `wss://`. */
  readonly address: string | undefined;
};

export type ListenersOptions = Omit<LocalListenerOptions, 'onTransport'> & {
  readonly network: NetworkOptions | undefined;
  readonly onTransport: (transport: Transport, access: Access) => void;
  /** A request to the HTTP API, at the TCP port only. */
  readonly onApi: (exchange: Exchange) => void;
};

/** Both or none. */
export async function openListeners({
  network,
  onTransport,
  ...options
}: ListenersOptions): Promise<Listeners> {
  const local = (transport: Transport) => onTransport(transport, localAccess);
  const door = await openLocalListener({ ...options, onTransport: local });
  if (network === undefined) return { ...door, address: undefined };
  try {
    const { address, close } = await openNetworkListener(network, {
      ...options,
      folder: dirname(options.socket),
      onTransport,
    });
    return {
      ...door,
      address,
      async shut() {
        await Promise.all([door.shut(), close()]);
      },
    };
  } catch (error) {
    await door.shut();
    door.leave();
    throw error;
  }
}
