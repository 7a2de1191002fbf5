/**
 * The people behind HTTP requests, as ordinary clients of the host: one a name, connected while a request or an output stream
 * of that name is open. So all rules of claims apply to them.
 */

import { META_KEY } from '../../protocol/common/meta.ts';
import { CLIENT_VERSIONS } from '../../protocol/common/versions.ts';
import { type Access, tokenAccess } from '../ground/access.ts';
import { Peer, type PeerConnection } from '../people/peer.ts';
import { answerRequest } from '../serve/answer.ts';
import type { Requests } from '../serve/request-table.ts';

/** Callers do not subscribe, so nothing is ever sent to them. */
const silent: PeerConnection = { buffered: 0, send() {}, close() {} };

type Present = { readonly peer: Peer; uses: number };

export class Callers {
  readonly #requests: Requests;
  readonly #forget: (peer: Peer) => void;
  readonly #present = new Map<string, Present>();

  /** `forget` removes a client that is gone from the host. */
  constructor(requests: Requests, forget: (peer: Peer) => void) {
    this.#requests = requests;
    this.#forget = forget;
  }

  /** Returns the caller's peer, to be left once. Throws an `RpcError` when somebody else has that name. */
  enter(writer: string, access: Access = tokenAccess): { readonly peer: Peer; leave(): void } {
    const present = this.#of(writer, access);
    present.uses += 1;
    let left = false;
    return {
      peer: present.peer,
      leave: () => {
        if (left) return;
        left = true;
        this.#leave(writer, present);
      },
    };
  }

  /** The peer of that name, connected anew if another client has taken its id. */
  #of(writer: string, access: Access): Present {
    const known = this.#present.get(writer);
    if (known !== undefined && !known.peer.closed) return known;
    const peer = new Peer(silent, access);
    void answerRequest(this.#requests, peer, 'initialize', {
      protocolVersions: CLIENT_VERSIONS,
      clientId: `http:${writer}`,
      _meta: { [META_KEY]: { writer } },
    });
    const present = { peer, uses: 0 };
    this.#present.set(writer, present);
    return present;
  }

  #leave(writer: string, present: Present): void {
    present.uses -= 1;
    if (present.uses > 0) return;
    if (this.#present.get(writer) === present) this.#present.delete(writer);
    this.#forget(present.peer);
  }
}
