/** The agents of a host: the connected ones, and those that are away and have left terminals; what each holds and asks for. */

import { askerOf } from '../../client/claims.ts';
import { holderOf, type Me } from '../../client/holder.ts';
import { handleOfSession } from '../../protocol/common/uri.ts';
import type { AgentStatus } from '../../protocol/messages.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';

export type AgentRow = {
  readonly handle: string;
  /** Unix milliseconds since which it is connected; undefined while it is not. */
  readonly since: number | undefined;
  /** URIs of terminals. */
  readonly holds: readonly string[];
  readonly asksFor: readonly AskedTerminal[];
};

/** A terminal that an agent waits for. */
export type AskedTerminal = {
  readonly uri: string;
  /** Name of the person who has to answer; undefined if that is the person at this page. */
  readonly of: string | undefined;
};

export function agentRows(
  connected: readonly AgentStatus[],
  terminals: readonly TerminalInfo[],
  me: Me,
): readonly AgentRow[] {
  const here = connected.map(({ handle, since, holds }) => ({
    handle,
    since,
    holds,
    asksFor: askedBy(handle, terminals, me),
  }));
  const known = new Set(connected.map(({ handle }) => handle));
  const left = terminals.flatMap((info) => {
    const handle = holdingAgent(info);
    return handle === undefined || known.has(handle) ? [] : [{ handle, uri: info.resource }];
  });
  const away = [...new Set(left.map(({ handle }) => handle))].map((handle) => ({
    handle,
    since: undefined,
    holds: left.filter((each) => each.handle === handle).map(({ uri }) => uri),
    asksFor: [],
  }));
  return [...here, ...away];
}

/** Returns the handle of the agent that has the claim of a terminal. */
function holdingAgent({ claim }: TerminalInfo): string | undefined {
  return claim.kind === 'session' ? handleOfSession(claim.session) : undefined;
}

function askedBy(handle: string, terminals: readonly TerminalInfo[], me: Me): readonly AskedTerminal[] {
  return terminals
    .filter((info) => askerOf(info) === handle)
    .map((info) => {
      const holder = holderOf(info, me);
      const of = holder.kind === 'other' || holder.kind === 'owner' ? holder.name : undefined;
      return { uri: info.resource, of };
    });
}
