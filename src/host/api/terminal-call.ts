/** Typing into, resizing and ending a terminal over HTTP. The rules are those of the host's own requests. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { parseInput, parseSize } from '../../protocol/validate/http-body.ts';
import { RpcError } from '../../rpc/errors.ts';
import { type Answer, refuse } from '../door/http-reply.ts';
import type { Limits } from '../ground/limits.ts';
import { refuseSize } from '../launch/open-terminal.ts';
import { isHolder } from '../people/claims.ts';
import type { Clients } from '../people/clients.ts';
import { checkUse } from '../requests/use-terminal.ts';
import { answerRequest } from '../serve/answer.ts';
import type { Dispatcher } from '../serve/dispatch.ts';
import type { Requests } from '../serve/request-table.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { CallOn } from './api-call.ts';

export type TerminalCallOptions = {
  readonly terminals: Terminals;
  readonly clients: Clients;
  readonly requests: Requests;
  readonly dispatcher: Dispatcher;
  readonly limits: Limits;
};

const done: Answer = { status: 200, body: { success: true } };

export class TerminalCalls {
  readonly #options: TerminalCallOptions;

  constructor(options: TerminalCallOptions) {
    this.#options = options;
  }

  input({ peer, terminal, body }: CallOn): Answer {
    const { requests, limits } = this.#options;
    const parsed = parseInput(body);
    if (!parsed.ok) return refuse(400, parsed.error);
    const { input: data } = parsed.body;
    const { inputChars } = limits;
    if (data.length > inputChars) {
      return refuse(
        413,
        `input: ${data.length} characters, at most ${inputChars} at once: send it in pieces`,
      );
    }
    void answerRequest(requests, peer, 'x-cotty/type', { channel: terminal.uri, data });
    return done;
  }

  /** Only the holder sets the size. Resizing a terminal whose holder is gone makes the caller its holder. */
  resize({ peer, terminal, body }: CallOn): Answer {
    const parsed = parseSize(body);
    if (!parsed.ok) return refuse(400, parsed.error);
    const { cols, rows } = parsed.body;
    const tooLarge = refuseSize(cols, rows);
    if (tooLarge !== undefined) return refuse(400, `${tooLarge.message} (it is ${cols}×${rows})`);
    const { clients, terminals, dispatcher } = this.#options;
    checkUse({ clients, terminals }, peer, terminal);
    const { clientId } = peer.actor;
    const act = (action: { readonly type: string; readonly [key: string]: unknown }) => {
      const refused = dispatcher.dispatch(peer, { channel: terminal.uri, clientSeq: 0, action });
      if (refused !== undefined) throw new RpcError(ErrorCode.PermissionDenied, refused);
    };
    if (!isHolder(peer.actor, terminal.state.claim)) {
      act({ type: 'terminal/claimed', claim: { kind: 'client', clientId } });
    }
    act({ type: 'terminal/resized', cols, rows });
    return done;
  }

  /** Takes the terminal off the list at once; its processes are ended in the background. Its record stays. */
  kill({ peer, terminal }: CallOn): Answer {
    void answerRequest(this.#options.requests, peer, 'disposeTerminal', { channel: terminal.uri });
    return done;
  }
}
