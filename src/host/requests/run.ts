/** `x-cotty/run` — runs a command at the shell's prompt, and answers with its record. */

import { asCommandRecord } from '../../ledger/records/record-json.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { HostParts } from '../parts.ts';
import { mayUse, mayUseBeside } from '../people/claims.ts';
import type { Peer } from '../people/peer.ts';
import { claimForRun, inBackground, isClaimOfRun } from '../people/run-claims.ts';
import { wantedLine } from '../run/run-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Request } from './request.ts';
import { checkUse, terminalOf } from './use-terminal.ts';

export const run: Request<'x-cotty/run'> = {
  method: 'x-cotty/run',
  when: 'ready',
  changes: true,
  async run(parts, peer, { channel, commandLine, timeoutMs, wait = true }) {
    const wanted = wantedLine(commandLine);
    if (!wanted.ok) throw new RpcError(ErrorCode.InvalidParams, wanted.reason);
    const terminal = terminalOf(parts, channel);
    const agent = checkUse(parts, peer, terminal);
    const { busy } = terminal.input.runner;
    if (busy !== undefined) throw new RpcError(ErrorCode.Conflict, busy);
    const writer = peer.identity?.writer;
    const onOver = agent === undefined ? () => {} : claimWhile(parts, terminal, agent);
    const outcome = await terminal.input.runner.run({
      commandLine: wanted.commandLine,
      wait,
      onOver,
      refusal: () => refusalNow(parts, peer, terminal),
      ...(writer === undefined ? {} : { writer }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    if (!outcome.ok) throw new RpcError(ErrorCode.Conflict, outcome.reason);
    return { record: asCommandRecord(outcome.record) };
  },
};

/** Its turn at the prompt may come seconds after it was asked for: by then the terminal may be somebody else's. */
function refusalNow(
  { clients }: HostParts,
  { actor }: Peer,
  { state: { claim } }: Terminal,
): string | undefined {
  const isAgent = actor.agent !== undefined;
  const verdict = isAgent ? mayUse(actor, claim, clients) : mayUseBeside(actor, claim, false, clients);
  return verdict.ok ? undefined : `${verdict.reason} now`;
}

/** The agent holds the terminal from now on; the answer ends that the terminal counts as in use. */
function claimWhile({ terminals }: HostParts, terminal: Terminal, agent: string): () => void {
  const toolCallId = terminal.input.runner.nextId;
  const claim = claimForRun(terminal.state.claim, agent, toolCallId);
  if (claim === undefined) return () => {};
  terminal.claim(claim);
  return () => {
    const isThere = terminals.find(terminal.uri) === terminal;
    if (isThere && isClaimOfRun(terminal.state.claim, agent, toolCallId)) terminal.claim(inBackground(agent));
  };
}
