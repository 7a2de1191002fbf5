/** An agent that asks for a terminal, seen from this window. */

import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { oneLine } from '../../outer/one-line.ts';
import type { Model } from '../model.ts';
import { activeTab } from '../step.ts';
import { holderOf } from './holder.ts';

/** Longer ones are no handle of this host. */
export const MAX_HANDLE = 64;

/** The agent's handle, `ada`. */
export function askerOf(tab: TerminalInfo | undefined): string | undefined {
  const { askedBy } = cottyMeta<TerminalMeta>(tab?._meta);
  return askedBy === undefined ? undefined : oneLine(askedBy.replace(/^agent:/, ''), MAX_HANDLE);
}

/** It asks for the terminal in front, which is this window's to give, and was not told to wait. */
export function askerInFront(model: Model): string | undefined {
  const tab = activeTab(model);
  const asker = askerOf(tab);
  if (tab === undefined || asker === undefined || holderOf(tab, model.me).kind !== 'me') return undefined;
  return model.views[tab.resource]?.declined === asker ? undefined : asker;
}
