/**
 * Questions to people. `x-cotty/ask`: an agent asks the holder of a terminal to hand it over; people see that until they answer
 * or the agent leaves. `x-cotty/blocks`: a person's answer whether a shell on another machine is given its marks.
 */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { ROOT_URI } from '../../protocol/common/uri.ts';
import { RpcError } from '../../rpc/errors.ts';
import { FOR_PEOPLE, isHolder } from '../clients/claims.ts';
import type { Clients } from '../clients/clients.ts';
import type { Places } from '../run/places.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Requests } from './request.ts';
import { checkAct, terminalOf } from './use-terminal.ts';

type Needs = {
  readonly terminals: Terminals;
  readonly clients: Clients;
  readonly controlRequests: ControlRequests;
  readonly places: Places;
};

export function askRequests({ terminals, clients, controlRequests, places }: Needs) {
  return {
    'x-cotty/ask'({ actor, identity }, { channel }) {
      const { agent } = actor;
      if (agent === undefined || identity?.writer === undefined) {
        throw new RpcError(ErrorCode.PermissionDenied, 'agents ask for a terminal; people take it over');
      }
      const terminal = terminalOf(terminals, channel);
      const { claim, lifecycle } = terminal.state;
      if (terminal.owner !== undefined || lifecycle.status === 'exited') {
        const why = terminal.owner === undefined ? 'it has exited' : 'it runs at its owner';
        throw new RpcError(ErrorCode.Conflict, `this terminal cannot change hands: ${why}`);
      }
      if (isHolder(actor, claim)) throw new RpcError(ErrorCode.Conflict, 'you hold this terminal already');
      const { askedBy } = terminal.status;
      if (askedBy !== undefined && askedBy !== identity.writer) {
        throw new RpcError(ErrorCode.Conflict, `${askedBy} has asked for this terminal already`);
      }
      controlRequests.add(terminal, identity.writer);
      return null;
    },
    async 'x-cotty/blocks'(peer, { channel, answer }) {
      if (peer.actor.agent !== undefined) throw new RpcError(ErrorCode.PermissionDenied, FOR_PEOPLE.blocks);
      if (answer === 'forget' || channel === ROOT_URI) {
        if (answer === 'forget') places.forgetAll();
        return null;
      }
      const terminal = terminalOf(terminals, channel);
      checkAct({ clients }, peer, terminal, 'blocks');
      const why = await terminal.input.answered(answer);
      if (why !== undefined) throw new RpcError(ErrorCode.Conflict, why);
      return null;
    },
  } satisfies Partial<Requests>;
}

/** Terminals whose control agents have asked for: each request stands until the claim changes or the agent leaves. */
export class ControlRequests {
  readonly #terminals: Pick<Terminals, 'find'>;
  /** URIs of terminals that were asked for. Those that no longer are, are dropped at the next change. */
  #asked: ReadonlySet<string> = new Set();

  constructor(terminals: Pick<Terminals, 'find'>) {
    this.#terminals = terminals;
  }

  add(terminal: Terminal, writer: string): void {
    terminal.status.asked(writer);
    this.#keep([...this.#asked, terminal.uri]);
  }

  /** Withdraws all requests of a writer. */
  withdraw(writer: string | undefined): void {
    if (writer === undefined) return;
    for (const uri of this.#asked) {
      const status = this.#terminals.find(uri)?.status;
      if (status?.askedBy === writer) status.asked(undefined);
    }
    this.#keep([...this.#asked]);
  }

  #keep(uris: readonly string[]): void {
    this.#asked = new Set(uris.filter((uri) => this.#terminals.find(uri)?.status.askedBy !== undefined));
  }
}
