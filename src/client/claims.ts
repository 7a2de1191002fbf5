/** Claims of terminals as a person changes them: handing one over to who asks for it, giving it back, ending it. */

import { cottyMeta, META_KEY } from '../protocol/common/meta.ts';
import type { TakeOverMeta, TerminalMeta } from '../protocol/cotty/cotty-meta.ts';
import type { ClaimedAction, TitleChangedAction } from '../protocol/terminal/actions.ts';
import type { TerminalClaim, TerminalInfo } from '../protocol/terminal/state.ts';
import { holderOf, type Me } from './holder.ts';

type SessionClaim = Extract<TerminalClaim, { readonly kind: 'session' }>;

/** Returns the handle of the agent that asks for a terminal, `ada`. */
export function askerOf({ _meta }: Pick<TerminalInfo, '_meta'>): string | undefined {
  return cottyMeta<TerminalMeta>(_meta).askedBy?.replace(/^agent:/, '');
}

/** Returns the action by which a client claims a terminal; it names the holder that it is taken from, so that a race has one winner. */
export function claimOf(clientId: string, takeOverFrom: string | undefined): ClaimedAction {
  const meta: TakeOverMeta | undefined = takeOverFrom === undefined ? undefined : { takeOverFrom };
  return {
    type: 'terminal/claimed',
    claim: { kind: 'client', clientId },
    ...(meta && { _meta: { [META_KEY]: meta } }),
  };
}

/** Returns the action by which a client renames a terminal; `over` is its holder, where a person renames what somebody else holds. */
export function renameOf(title: string, over: string | undefined): TitleChangedAction {
  const meta: TakeOverMeta | undefined = over === undefined ? undefined : { takeOverFrom: over };
  return { type: 'terminal/titleChanged', title, ...(meta && { _meta: { [META_KEY]: meta } }) };
}

/** Returns an agent's claim without a running turn: it holds the terminal, and nothing of it runs there. */
export function inBackground({ kind, session, chat }: SessionClaim): SessionClaim {
  return { kind, session, ...(chat !== undefined && { chat }) };
}

/** Whether a terminal can be ended by others than its owner, at whose machine a shared one runs. */
export function canEnd(info: TerminalInfo, me: Me): boolean {
  return info.lifecycle.status === 'exited' || holderOf(info, me).kind !== 'owner';
}
