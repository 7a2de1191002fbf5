/** A request to the HTTP API that may be served: who asks, of what terminal, and what it works with. */

import type { Answer } from '../door/http-reply.ts';
import type { HostParts } from '../parts.ts';
import type { Peer } from '../people/peer.ts';
import type { Terminal } from '../terminal/terminal.ts';

export type Call = {
  readonly parts: HostParts;
  /** The person behind the request, as a client of the host. */
  readonly peer: Peer;
  /** What came as JSON; undefined: nothing. */
  readonly body: unknown;
};

/** With the terminal that the path names. */
export type CallOn = Call & { readonly terminal: Terminal };

export type Act<C> = (call: C) => Answer | Promise<Answer>;
