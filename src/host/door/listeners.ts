/** The doors of a host: its socket on this machine, and a TCP port besides if it was asked for one. */

import { dirname } from 'node:path';
import type { Transport } from '../../rpc/transport.ts';
import { type Access, localAccess } from '../ground/access.ts';
import type { Exchange } from './http-exchange.ts';
import { type Doorway, type DoorwayOptions, openDoorway } from './local-listener.ts';
import { type NetworkOptions, openNetworkDoor } from './network-listener.ts';

export type Doors = Doorway & {
  /** As `ws://` or `wss://`. */
  readonly address: string | undefined;
};

export type DoorsOptions = Omit<DoorwayOptions, 'onTransport'> & {
  readonly network: NetworkOptions | undefined;
  readonly onTransport: (transport: Transport, access: Access) => void;
  /** A request to the HTTP API, at the TCP port only. */
  readonly onApi: (exchange: Exchange) => void;
};

/** Both or none. */
export async function openDoors({ network, onTransport, ...options }: DoorsOptions): Promise<Doors> {
  const local = (transport: Transport) => onTransport(transport, localAccess);
  const door = await openDoorway({ ...options, onTransport: local });
  if (network === undefined) return { ...door, address: undefined };
  try {
    const { address, close } = await openNetworkDoor(network, {
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
