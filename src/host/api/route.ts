/** A route of the HTTP API: path, method, description and handler. */

import type { Clients } from '../clients/clients.ts';
import type { Peer } from '../clients/peer.ts';
import type { Clock } from '../common/clock.ts';
import type { Limits } from '../common/limits.ts';
import type { Described } from '../listener/described.ts';
import type { Exchange } from '../listener/http-exchange.ts';
import type { Answer } from '../listener/http-reply.ts';
import type { Requests } from '../requests/request.ts';
import type { Dispatcher } from '../serve/dispatch.ts';
import type { Store } from '../stream/store.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';

/** The parts of the host that paths work with. */
export type ApiHost = {
  readonly terminals: Terminals;
  readonly clients: Clients;
  readonly requests: Requests;
  readonly dispatcher: Dispatcher;
  readonly store: Store;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly version: string;
};

/** A request that changes something. */
export type Call = {
  /** The person behind the request, as a client of the host. */
  readonly peer: Peer;
  /** The JSON body; undefined when there was none. */
  readonly body: unknown;
};

/** A call on the terminal that the path names. */
export type CallOn = Call & { readonly terminal: Terminal };

/** Opens the stream of a terminal's output as the answer to a request. */
export type OpenStream = (terminal: Terminal, exchange: Exchange) => undefined;

type Result = Answer | undefined | Promise<Answer | undefined>;

/**
 * The handler of an entry. Callers that may only watch may read, and are refused to act. `readOne` and `actOn` get the terminal
 * that the path names: it may be read some minutes after it was closed. A handler that has opened a stream returns undefined.
 */
type Act =
  | { readonly read: (host: ApiHost, exchange: Exchange) => Result }
  | { readonly readOne: (host: ApiHost, terminal: Terminal, exchange: Exchange, open: OpenStream) => Result }
  | { readonly act: (host: ApiHost, call: Call) => Answer | Promise<Answer> }
  | { readonly actOn: (host: ApiHost, call: CallOn) => Answer | Promise<Answer> };

export type Route = Described &
  Act & {
    /** Bytes of the largest body beyond the usual limit. */
    readonly moreBytes?: (limits: Limits) => number;
  };

export function isReading(route: Route): boolean {
  return 'read' in route || 'readOne' in route;
}
