/** A request to the HTTP API that may be served: who asks, and of what terminal. */

import type { Answer } from '../door/http-reply.ts';
import type { Peer } from '../people/peer.ts';
import type { Terminal } from '../terminal/terminal.ts';

export type Call = {
  /** The person behind the request, as a client of the host. */
  readonly peer: Peer;
  /** The JSON body; undefined when there was none. */
  readonly body: unknown;
};

/** A call on the terminal that the path names. */
export type CallOn = Call & { readonly terminal: Terminal };

export type Act<C> = (call: C) => Answer | Promise<Answer>;
