/** All requests the host serves, by method. */

import { initialize } from '../attach/initialize.ts';
import { reconnect } from '../attach/reconnect.ts';
import { subscribe } from '../attach/subscribe.ts';
import { unwatchCommands, wakes, watchCommands } from '../attach/watch.ts';
import { ask } from '../requests/ask.ts';
import { disposeTerminal, parkTerminal, restoreTerminal } from '../requests/close-terminal.ts';
import { createTerminal } from '../requests/create-terminal.ts';
import { forget } from '../requests/forget.ts';
import { ping, status, stop } from '../requests/host-life.ts';
import { records } from '../requests/records.ts';
import type { Method, Request } from '../requests/request.ts';
import { run } from '../requests/run.ts';
import { screen } from '../requests/screen.ts';
import { type } from '../requests/type.ts';
import { authenticate, listSessions } from './absent-requests.ts';

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
  'x-cotty/run': run,
  'x-cotty/type': type,
  'x-cotty/records': records,
  'x-cotty/screen': screen,
  'x-cotty/forget': forget,
  'x-cotty/watch': watchCommands,
  'x-cotty/unwatch': unwatchCommands,
  'x-cotty/wakes': wakes,
  'x-cotty/ask': ask,
};

export function isServed(method: string): method is Method {
  return Object.hasOwn(requests, method);
}
