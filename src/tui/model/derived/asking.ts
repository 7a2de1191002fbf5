/** The agent that asks for a terminal. */

import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { oneLine } from '../../outer/one-line.ts';
import type { Model } from '../model.ts';
import { activeTab } from '../step.ts';
import { holderOf, isOwn } from './holder.ts';

/** Longest handle in characters; this host accepts no longer ones. */
export const MAX_HANDLE = 64;

/** Returns the handle of the agent that asks for a terminal, `ada`. */
export function askerOf(tab: TerminalInfo | undefined): string | undefined {
  const { askedBy } = cottyMeta<TerminalMeta>(tab?._meta);
  return askedBy === undefined ? undefined : oneLine(askedBy.replace(/^agent:/, ''), MAX_HANDLE);
}

/** Returns the agent that asks for the terminal in front, if this window can give it and did not tell it to wait. */
export function askerInFront(model: Model): string | undefined {
  const tab = activeTab(model);
  const asker = askerOf(tab);
  if (tab === undefined || asker === undefined || !isOwn(holderOf(tab, model.me))) return undefined;
  return model.views[tab.resource]?.declined === asker ? undefined : asker;
}
