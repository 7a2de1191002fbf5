/** The action envelope: one numbered fact in the host's single sequence (AHP §4). */

import type { RootAction } from './root/actions.ts';
import type { DataAction, TerminalAction } from './terminal/actions.ts';

/** An action that this build does not know: kept unchanged, and ignored by reducers (AHP §7). */
export type UnknownAction = { readonly type: `x-${string}` };

export type Action = RootAction | TerminalAction;

export type ActionOrigin = { readonly clientId: string; readonly clientSeq: number };

export type ActionEnvelope = {
  readonly channel: string;
  readonly action: Action | UnknownAction;
  /** One counter per host, strictly increasing over all channels; gaps are normal. */
  readonly serverSeq: number;
  readonly origin?: ActionOrigin;
  /** Present when the action was refused; then it must never be reduced. */
  readonly rejectionReason?: string;
};

/** Returns the action if it appends text to the content. */
export function dataIn(action: Action | UnknownAction): DataAction | undefined {
  return action.type === 'terminal/data' ? action : undefined;
}
