/** Internal → wire: converts the newest shape to that of the negotiated version (AHP §1). */

import { knowsIsPty, usesLifecycle } from './common/versions.ts';
import type { Action, UnknownAction } from './envelope.ts';
import type { RootState } from './root/state.ts';
import type {
  Lifecycle,
  SessionClaim,
  TerminalClaim,
  TerminalInfo,
  TerminalState,
} from './terminal/state.ts';
import type { WireRootState, WireTerminalInfo, WireTerminalState } from './wire.ts';

/** The exit code for "exited without a code" in old versions, which cannot express it. */
const NO_CODE = -1;

export type WireAction =
  | Exclude<Action, { type: 'root/terminalsChanged' }>
  | { readonly type: 'root/terminalsChanged'; readonly terminals: readonly WireTerminalInfo[] }
  | UnknownAction;

export function stateFor(version: string, state: TerminalState): WireTerminalState {
  const shaped = shapeFor(version, state);
  if (knowsIsPty(version)) return shaped;
  const { isPty: _isPty, ...rest } = shaped;
  return rest;
}

export function rootStateFor(version: string, root: RootState): WireRootState {
  const { terminals, ...rest } = root;
  return terminals === undefined ? rest : { ...rest, terminals: infosFor(version, terminals) };
}

/** Returns the same object for most actions: only those that carry a changed shape are copied. */
export function actionFor(version: string, action: Action | UnknownAction): WireAction {
  switch (action.type) {
    case 'root/terminalsChanged':
      return { ...action, terminals: infosFor(version, action.terminals) };
    case 'terminal/claimed':
      return { ...action, claim: claimFor(version, action.claim) };
    case 'terminal/exited':
      return action.exitCode === undefined && !usesLifecycle(version)
        ? { ...action, exitCode: NO_CODE }
        : action;
    default:
      return action;
  }
}

export function claimFor(version: string, claim: TerminalClaim): TerminalClaim {
  if (claim.kind === 'client') return claim;
  if (usesLifecycle(version)) return claim.chat === undefined ? { ...claim, chat: chatOf(claim) } : claim;
  const { chat: _chat, ...rest } = claim;
  return rest;
}

function infosFor(version: string, infos: readonly TerminalInfo[]): WireTerminalInfo[] {
  return infos.map((info) => shapeFor(version, info));
}

/** Writes `lifecycle` or `exitCode`, never both: a 0.5 client takes any state with a `lifecycle` for a session. */
function shapeFor<T extends { readonly lifecycle: Lifecycle; readonly claim: TerminalClaim }>(
  version: string,
  state: T,
) {
  const claim = claimFor(version, state.claim);
  if (usesLifecycle(version)) return { ...state, claim };
  const { lifecycle, ...rest } = state;
  return lifecycle.status === 'running'
    ? { ...rest, claim }
    : { ...rest, claim, exitCode: lifecycle.exitCode ?? NO_CODE };
}

/** The chat of a session. Our sessions have one chat; a claim from an older peer names none and gets the same one. */
function chatOf(claim: SessionClaim): string {
  return `ahp-chat:/${claim.session.replace(/^[a-z][a-z0-9+.-]*:\/*/i, '')}`;
}
