/** The way to the host at an address, for clients that run in Node: a browser has sockets of its own. */

import { connect } from '../rpc/ws-client.ts';
import { nearRetryDelay, type WayToHost } from './client-options.ts';

export type HostAddress = {
  /** `unix:PATH`, `ws://…` or `wss://…`. */
  readonly url: string;
  readonly token?: string | undefined;
  readonly log?: ((message: string) => void) | undefined;
};

/** A host on this machine is tried often after a loss. */
export function hostAt({ url, token, log }: HostAddress): WayToHost {
  const options = { ...(token === undefined ? {} : { token }), ...(log === undefined ? {} : { log }) };
  return {
    transportFactory: () => connect(url, options),
    ...(url.startsWith('unix:') && { delay: ({ awayMs }) => nearRetryDelay(awayMs) }),
  };
}
