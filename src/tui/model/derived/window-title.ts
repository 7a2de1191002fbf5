/** The title of the outer terminal's window, in the format of the setting. */

import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { Model } from '../model.ts';
import { activeTab } from '../step.ts';
import { shownName } from './terminal-names.ts';

/** Between the parts of a format; a part of which nothing is left is left out with it. */
const BETWEEN = ' — ';

export function windowTitle(model: Model, now: number): string {
  const tab = activeTab(model);
  if (tab === undefined) return 'cotty';
  const { programTitle = '' } = cottyMeta<TerminalMeta>(tab._meta);
  const parts = model.settings.windowTitle
    .split(BETWEEN)
    .map((part) =>
      part.replaceAll('{tab}', () => shownName(model, tab, now)).replaceAll('{title}', () => programTitle),
    );
  return parts.filter((part) => part.trim() !== '').join(BETWEEN);
}
