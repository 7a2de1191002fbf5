/** The state of a tab, which its sign shows in every list of terminals. */

import { isUnseen, isWaiting } from '../../../client/program-state.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import type { Model, TabView } from '../model.ts';
import type { TabState } from '../tab-label.ts';
import { askerOf } from './input-context.ts';

/** `inView`: the terminals that the window shows. */
export function tabState(
  model: Pick<Model, 'views' | 'focused'>,
  tab: TerminalInfo,
  meta: Partial<TerminalMeta>,
  inView: readonly string[],
): TabState {
  if (meta.away !== undefined) return 'away';
  if (tab.lifecycle.status === 'exited') return (tab.lifecycle.exitCode ?? 1) === 0 ? 'exited' : 'failed';
  // Whoever is waited for is told as long as that lasts, in the tab in front, too.
  if (isWaiting(meta)) return 'waits';
  const isSeen = model.focused && inView.includes(tab.resource);
  const news = isSeen ? undefined : newsOf(tab, meta, model.views[tab.resource]);
  return news ?? (isBusy(meta) ? 'running' : 'idle');
}

/** What has happened since the tab was in view. */
function newsOf(
  tab: TerminalInfo,
  meta: Partial<TerminalMeta>,
  view: TabView | undefined,
): TabState | undefined {
  const asker = askerOf(tab);
  if (asker !== undefined && asker !== view?.declined) return 'waits';
  if (isUnseen(meta)) return meta.program?.state === 'error' ? 'failed' : 'done';
  return hasNews(meta, view) ? 'attention' : undefined;
}

/** Whether a bell rang, a notice came, or a command ended since the tab was in view. */
function hasNews({ bells, notice, last }: Partial<TerminalMeta>, view: TabView | undefined): boolean {
  return (
    (bells ?? 0) > (view?.bellsSeen ?? 0) ||
    (notice?.n ?? 0) > (view?.noticeSeen ?? 0) ||
    (last?.finishedAt ?? 0) > (view?.finishedSeen ?? 0)
  );
}

/** Whether the program works, or where nothing tells that, whether a command runs. */
function isBusy({ program, running }: Partial<TerminalMeta>): boolean {
  return program === undefined ? running !== undefined : program.state === 'working';
}
