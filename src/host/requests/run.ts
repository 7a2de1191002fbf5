/**
 * Input of clients that are no window. `x-cotty/run` runs a command at the shell's prompt, at once or in its turn, and answers
 * with its record; `x-cotty/type` types text, for the holder or for another client that may type without the claim.
 */

import { asCommandRecord } from '../../ledger/records/record-json.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import { isHolder, mayTypeByRequest, mustHold } from '../clients/claims.ts';
import type { Clients } from '../clients/clients.ts';
import type { Peer } from '../clients/peer.ts';
import { backgroundClaim, claimForRun, isClaimOfRun } from '../clients/run-claims.ts';
import type { Limits } from '../common/limits.ts';
import { wantedLine } from '../run/run-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Requests } from './request.ts';
import { checkUse, terminalOf } from './use-terminal.ts';

type Needs = { readonly terminals: Terminals; readonly clients: Clients; readonly limits: Limits };

export function inputRequests(needs: Needs) {
  const { terminals, clients } = needs;
  return {
    async 'x-cotty/run'(peer, { channel, commandLine, timeoutMs, wait = true, ...params }) {
      const { patient = false, partial = false, ticket } = params;
      const wanted = wantedLine(commandLine);
      if (!wanted.ok) throw new RpcError(ErrorCode.InvalidParams, wanted.reason);
      const terminal = terminalOf(needs.terminals, channel);
      const begin = () => {
        const agent = checkUse(needs, peer, terminal);
        const { busy } = terminal.runner;
        if (busy !== undefined) throw new RpcError(ErrorCode.Conflict, busy);
        const writer = peer.identity?.writer;
        const onOver = agent === undefined ? () => {} : claimWhile(needs.terminals, terminal, agent);
        return terminal.runner.run({
          commandLine: wanted.commandLine,
          text: commandLine,
          patient,
          partial,
          wait,
          onOver,
          refusal: () => refusalNow(needs.clients, peer, terminal),
          ...(writer === undefined ? {} : { writer }),
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
        });
      };
      const outcome = await (ticket === undefined
        ? begin()
        : inTurn(needs, { peer, terminal, ticket }, begin));
      if (!outcome.ok) {
        const { reason, unparsed, open } = outcome;
        throw new RpcError(unparsed || open ? ErrorCode.NotParsed : ErrorCode.Conflict, reason, { open });
      }
      return { record: asCommandRecord(outcome.record) };
    },
    'x-cotty/type'(peer, { channel, data, atPrompt = false }) {
      const terminal = terminalOf(terminals, channel);
      const type = () => typeInto(needs, peer, terminal, data);
      if (!atPrompt) return type();
      checkUse({ terminals, clients }, peer, terminal);
      return terminal.input.runner.prompt().then((prompt) => {
        if (!prompt.ok) throw new RpcError(ErrorCode.Conflict, prompt.reason);
        return type();
      });
    },
    'x-cotty/typeWhenRead'(peer, { channel, data, ticket }) {
      const terminal = terminalOf(terminals, channel);
      checkUse(needs, peer, terminal);
      const { result, giveUp } = terminal.runner.nextReader.next(() => {
        if (data !== '') typeInto(needs, peer, terminal, data);
        return data !== '';
      });
      return peer.whileWaiting(
        ticket,
        giveUp,
        result.then((reader) => ({ reader })),
      );
    },
  } satisfies Partial<Requests>;
}

function typeInto({ terminals, clients, limits }: Needs, peer: Peer, terminal: Terminal, data: string): null {
  const { inputChars: most } = limits;
  if (data.length > most) {
    throw new RpcError(
      ErrorCode.InvalidParams,
      `the limit of one input is ${most} characters: send it in pieces`,
    );
  }
  const agent = checkUse({ terminals, clients }, peer, terminal);
  if (agent !== undefined && !isHolder(peer.actor, terminal.state.claim))
    terminal.claim(backgroundClaim(agent));
  if (terminal.input.type(data, peer.identity?.writer)) return null;
  throw new RpcError(ErrorCode.Conflict, 'the input buffer is full: the program does not read its input');
}

type Place = { readonly peer: Peer; readonly terminal: Terminal; readonly ticket: string };

/** Begins when it is the client's turn, of whose place it is told until then. The place ends with its connection. */
function inTurn<T>(needs: Needs, { peer, terminal, ticket }: Place, begin: () => Promise<T>): Promise<T> {
  checkUse(needs, peer, terminal, true);
  const { runner } = terminal;
  const { result, giveUp } = runner.turns.wait(begin, needs.limits.waitingRuns, (before) =>
    peer.notify('x-cotty/turn', {
      channel: terminal.uri,
      ticket,
      before,
      busy: runner.busy ?? 'busy: a program is running',
    }),
  );
  return peer.whileWaiting(ticket, giveUp, result);
}

/** Checks the claim again when the prompt is free: that may be seconds later, and somebody else may hold the terminal by then. */
function refusalNow(clients: Clients, { actor }: Peer, { state: { claim } }: Terminal): string | undefined {
  const isAgent = actor.agent !== undefined;
  const verdict = isAgent ? mustHold(actor, claim, clients) : mayTypeByRequest(actor, claim, false, clients);
  return verdict.ok ? undefined : `${verdict.reason} now`;
}

/** Makes the agent the holder for the run; the returned function marks the claim as unused again. */
function claimWhile(terminals: Terminals, terminal: Terminal, agent: string): () => void {
  const toolCallId = terminal.runner.nextId;
  const claim = claimForRun(terminal.state.claim, agent, toolCallId);
  if (claim === undefined) return () => {};
  terminal.claim(claim);
  return () => {
    const isThere = terminals.find(terminal.uri) === terminal;
    if (isThere && isClaimOfRun(terminal.state.claim, agent, toolCallId))
      terminal.claim(backgroundClaim(agent));
  };
}
