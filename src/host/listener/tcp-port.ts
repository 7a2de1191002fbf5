/** Opens a TCP port of the host, and warns about one that other machines can reach. */

import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { Listening } from '../../rpc/ws-server.ts';
import { StartError } from '../common/start-error.ts';
import type { ListenAddress } from './listen-address.ts';

/** Certificate and key as PEM texts. */
export type TlsTexts = { readonly cert: string; readonly key: string };

/** Throws a `StartError` that names the address; its cause is the error of the system. */
export async function listenOrThrow(
  { host, port }: ListenAddress,
  open: () => Promise<Listening>,
): Promise<Listening> {
  try {
    return await open();
  } catch (error) {
    const text = reasonOf(error);
    throw new StartError('place', `cannot listen at ${host}:${port}: ${text}`, error);
  }
}

/** The warning about a port beyond loopback; `secret` is what opens it. */
export function reachWarning(address: string, secret: string, encrypted: boolean): string {
  const reach = `warning: other machines can connect to ${address}, and anybody who has ${secret} can use your shells`;
  return encrypted
    ? reach
    : `${reach}; the connection is not encrypted, and ${secret} can be read on the way: use --cert and --key, or an ssh tunnel`;
}
