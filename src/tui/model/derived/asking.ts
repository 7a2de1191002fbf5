/** Who asks something at a terminal: an agent for the terminal, cotty whether the shell of another machine gets its blocks. */

import * as claims from '../../../client/claims.ts';
import { holderOf, isOwn } from '../../../client/holder.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { oneLine } from '../../outer/one-line.ts';
import type { ConfirmedAct, Model } from '../model.ts';
import { activeTab } from '../step.ts';

/** Longest handle in characters; this host accepts no longer ones. */
export const MAX_HANDLE = 64;

/** Returns the handle of the agent that asks for a terminal, `ada`, as one line. */
export function askerOf(tab: TerminalInfo | undefined): string | undefined {
  const asker = tab && claims.askerOf(tab);
  return asker === undefined ? undefined : oneLine(asker, MAX_HANDLE);
}

/** Returns the agent that asks for the terminal in front, if this window can give it and did not tell it to wait. */
export function askerInFront(model: Model): string | undefined {
  const tab = activeTab(model);
  const asker = askerOf(tab);
  if (tab === undefined || asker === undefined || !isOwn(holderOf(tab, model.me))) return undefined;
  return model.views[tab.resource]?.declined === asker ? undefined : asker;
}

/** Time (ms) in which a key was not pressed for a question that has just come, but for what was there before. */
const UNSEEN_MS = 500;

type BlocksAct = Extract<ConfirmedAct, { readonly kind: 'blocks' }>;

/** The question about blocks elsewhere, while it is there. */
export function blocksAsked({ dialog }: Pick<Model, 'dialog'>): BlocksAct | undefined {
  return dialog?.kind === 'confirm' && dialog.yes.kind === 'blocks' ? dialog.yes : undefined;
}

/** Returns when keys begin to answer it (Unix ms). */
export function answersFrom({ at }: BlocksAct): number {
  return at + UNSEEN_MS;
}
