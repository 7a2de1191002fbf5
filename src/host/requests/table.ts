/** All requests the host serves, by method. */

import { authenticate, listSessions } from './absent.ts';
import { disposeTerminal, parkTerminal, restoreTerminal } from './close-terminal.ts';
import { createTerminal } from './create-terminal.ts';
import { ping, status, stop } from './host-life.ts';
import { initialize } from './initialize.ts';
import { reconnect } from './reconnect.ts';
import type { Method, Request } from './request.ts';
import { subscribe } from './subscribe.ts';

/** A method of the protocol that is missing here does not compile. */
export const requests: { readonly [M in Method]: Request<M> } = {
  initialize,
  ping,
  reconnect,
  subscribe,
  createTerminal,
  disposeTerminal,
  listSessions,
  authenticate,
  'x-cotty/parkTerminal': parkTerminal,
  'x-cotty/restoreTerminal': restoreTerminal,
  'x-cotty/status': status,
  'x-cotty/stop': stop,
};

export function isServed(method: string): method is Method {
  return Object.hasOwn(requests, method);
}
