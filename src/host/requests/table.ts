/** All requests the host serves, by method. */

import { ErrorCode } from '../../protocol/errors.ts';
import { RpcError } from '../../rpc/errors.ts';
import { authenticate, listSessions } from './absent.ts';
import { disposeTerminal, parkTerminal, restoreTerminal } from './close-terminal.ts';
import { createTerminal } from './create-terminal.ts';
import { ping, status, stop } from './host-life.ts';
import { initialize } from './initialize.ts';
import { records } from './records.ts';
import { reconnect } from './reconnect.ts';
import type { Method, Request } from './request.ts';
import { run } from './run.ts';
import { screen } from './screen.ts';
import { subscribe } from './subscribe.ts';
import { unwatchCommands, wakes, watchCommands } from './watch.ts';

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
  'x-cotty/type': unserved('x-cotty/type'),
  'x-cotty/records': records,
  'x-cotty/screen': screen,
  'x-cotty/forget': unserved('x-cotty/forget'),
  'x-cotty/watch': watchCommands,
  'x-cotty/unwatch': unwatchCommands,
  'x-cotty/wakes': wakes,
  'x-cotty/ask': unserved('x-cotty/ask'),
};

function unserved<M extends Method>(method: M): Request<M> {
  return {
    method,
    when: 'ready',
    run: () => {
      throw new RpcError(ErrorCode.MethodNotFound, `unknown method ${method}`);
    },
  };
}

export function isServed(method: string): method is Method {
  return Object.hasOwn(requests, method);
}
