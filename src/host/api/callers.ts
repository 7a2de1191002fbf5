/**
 * The people behind HTTP requests, as clients of the host like any other: one for each name, connected for as long as a
 * request of theirs is under way or an output stream is open. All rules of claims follow from that.
 */

import { META_KEY } from '../../protocol/common/meta.ts';
import { CLIENT_VERSIONS } from '../../protocol/common/versions.ts';
import { type Access, tokenAccess } from '../ground/access.ts';
import type { HostParts } from '../parts.ts';
import { type Line, Peer } from '../people/peer.ts';
import { answerRequest } from '../serve/answer.ts';
import { leave } from '../serve/leave.ts';

/** Nothing is ever sent to them: they do not subscribe. */
const silent: Line = { buffered: 0, notifyText() {}, close() {} };

type Present = { readonly peer: Peer; uses: number };

export class Callers {
  readonly #parts: HostParts;
  readonly #present = new Map<string, Present>();

  constructor(parts: HostParts) {
    this.#parts = parts;
  }

  /** Throws an `RpcError` if that name is not to be had. The answer has to be left once. */
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

  /** Who is there already is the same; unless another client has come with that id since. */
  #of(writer: string, access: Access): Present {
    const known = this.#present.get(writer);
    if (known !== undefined && !known.peer.closed) return known;
    const peer = new Peer(silent, access);
    void answerRequest(this.#parts, peer, 'initialize', {
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
    leave(this.#parts, present.peer);
  }
}
