/** Typing into, resizing, naming and ending terminals over HTTP. The rules are those of the host's own requests. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { parseInput, parseRename, parseSize } from '../../protocol/validate/http-body.ts';
import { RpcError } from '../../rpc/errors.ts';
import { type Answer, refuse } from '../door/http-reply.ts';
import type { Limits } from '../ground/limits.ts';
import { cleanName, refuseSize } from '../launch/open-terminal.ts';
import { isHolder } from '../people/claims.ts';
import type { Clients } from '../people/clients.ts';
import type { Peer } from '../people/peer.ts';
import { whyNotDispose } from '../requests/close-terminal.ts';
import type { Requests } from '../requests/request.ts';
import { checkUse } from '../requests/use-terminal.ts';
import { answerRequest } from '../serve/answer.ts';
import type { Dispatcher } from '../serve/dispatch.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Call, CallOn } from './api-call.ts';
import { idOf } from './terminal-id.ts';

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

  async input({ peer, terminal, body }: CallOn): Promise<Answer> {
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
    await answerRequest(requests, peer, 'x-cotty/type', { channel: terminal.uri, data });
    return done;
  }

  /**
   * Only the holder sets the size. Resizing a terminal whose holder is gone makes the caller its holder; it takes no terminal
   * from a window of the same person, which shows it in the size that it has set.
   */
  resize({ peer, terminal, body }: CallOn): Answer {
    const parsed = parseSize(body);
    if (!parsed.ok) return refuse(400, parsed.error);
    const { cols, rows } = parsed.body;
    const tooLarge = refuseSize(cols, rows);
    if (tooLarge !== undefined) return refuse(400, `${tooLarge.message} (it is ${cols}×${rows})`);
    const { clients, terminals } = this.#options;
    checkUse({ clients, terminals }, peer, terminal);
    const { clientId } = peer.actor;
    const { claim } = terminal.state;
    if (clients.isSamePerson(clientId, claim) && !isHolder(peer.actor, claim)) {
      const reason = `${clients.nameOf(claim)} holds this terminal in another client, which sets its size`;
      throw new RpcError(ErrorCode.PermissionDenied, reason);
    }
    if (!isHolder(peer.actor, claim)) {
      this.#act(peer, terminal, { type: 'terminal/claimed', claim: { kind: 'client', clientId } });
    }
    this.#act(peer, terminal, { type: 'terminal/resized', cols, rows });
    return done;
  }

  /** Renaming a terminal whose holder is gone makes the caller its holder, too. */
  rename({ peer, terminal, body }: CallOn): Answer {
    const parsed = parseRename(body);
    if (!parsed.ok) return refuse(400, parsed.error);
    const title = cleanName(parsed.body.name);
    if (title === '') return refuse(400, `name: ${JSON.stringify(parsed.body.name)} has no letter to show`);
    const { clients, terminals } = this.#options;
    checkUse({ clients, terminals }, peer, terminal);
    const { clientId } = peer.actor;
    const { claim } = terminal.state;
    if (!isHolder(peer.actor, claim) && !clients.isSamePerson(clientId, claim)) {
      this.#act(peer, terminal, { type: 'terminal/claimed', claim: { kind: 'client', clientId } });
    }
    this.#act(peer, terminal, { type: 'terminal/titleChanged', title });
    return { status: 200, body: { success: true, title } };
  }

  #act(
    peer: Peer,
    { uri }: Terminal,
    action: { readonly type: string; readonly [key: string]: unknown },
  ): void {
    const refused = this.#options.dispatcher.dispatch(peer, { channel: uri, clientSeq: 0, action });
    if (refused !== undefined) throw new RpcError(ErrorCode.PermissionDenied, refused);
  }

  /** Takes the terminal off the list at once; its processes are ended in the background. Its record stays. */
  async kill({ peer, terminal }: CallOn): Promise<Answer> {
    await answerRequest(this.#options.requests, peer, 'disposeTerminal', { channel: terminal.uri });
    return done;
  }

  /** Ends all terminals on the list, and says which they were; or none of them, where the caller may not end each. */
  async killAll({ peer }: Call): Promise<Answer> {
    const { terminals, clients, requests } = this.#options;
    const { listed } = terminals;
    const kept = listed.flatMap(({ uri, state: { title } }) => {
      const why = whyNotDispose({ terminals, clients }, peer, uri);
      return why === undefined ? [] : [`${JSON.stringify(title)} (${idOf(uri)}): ${why}`];
    });
    if (kept.length > 0)
      throw new RpcError(ErrorCode.PermissionDenied, `no terminal was ended. ${kept.join('; ')}`);
    const ended = listed.map(({ uri, state: { title } }) => ({ id: idOf(uri), uri, title }));
    await Promise.all(
      ended.map(({ uri }) => answerRequest(requests, peer, 'disposeTerminal', { channel: uri })),
    );
    return { status: 200, body: { success: true, ended } };
  }
}
