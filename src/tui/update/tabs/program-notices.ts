/** What programs of all tabs have told since the host's last list: bells and notices. */

import { isForUs } from '../../../client/holder.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { shownName } from '../../model/derived/terminal-names.ts';
import type { Model } from '../../model/model.ts';
import { openUris } from '../../model/panes/pane-layout.ts';
import type { Effect } from '../../model/step.ts';
import type { Notice } from '../../outer/notifications.ts';

/** Returns what to pass to the outer terminal; `model` still holds the list before. */
export function programsTold(model: Model, tabs: readonly TerminalInfo[], now: number): readonly Effect[] {
  const told = tabs.filter((tab) => isHeardHere(model, tab)).map((tab) => toldSince(model, tab, now));
  const rings = model.settings.bell && told.some(({ rang }) => rang);
  const notices = told.flatMap(({ notice }) => (notice === undefined ? [] : [notice]));
  return [
    ...(rings ? [{ kind: 'ring' } as const] : []),
    ...(notices.length === 0 ? [] : [{ kind: 'notify', notices } as const]),
  ];
}

function toldSince(
  model: Model,
  tab: TerminalInfo,
  now: number,
): { rang: boolean; notice: Notice | undefined } {
  const was = model.tabs.find(({ resource }) => resource === tab.resource);
  // What was told before this window came has been heard by others, or by nobody.
  if (was === undefined) return { rang: false, notice: undefined };
  const before = cottyMeta<TerminalMeta>(was._meta);
  const { bells = 0, notice } = cottyMeta<TerminalMeta>(tab._meta);
  const isNew = notice !== undefined && notice.n > (before.notice?.n ?? 0);
  return {
    rang: bells > (before.bells ?? 0),
    notice: isNew ? { title: shownName(model, tab, now), body: bodyOf(notice) } : undefined,
  };
}

/** Of several windows only that of the holder passes it on, and each that shows the tab or an agent's terminal. */
function isHeardHere(model: Model, tab: TerminalInfo): boolean {
  return isForUs(tab, model.me) || openUris(model).includes(tab.resource);
}

function bodyOf({ title, body }: { readonly title: string; readonly body: string }): string {
  return [title, body].filter((text) => text !== '').join(': ');
}
