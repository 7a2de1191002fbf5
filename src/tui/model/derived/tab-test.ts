/** Which terminals have the words that somebody looks for. */

import { hasFailed, statusOfCode } from '../../../client/blocks/exit-state.ts';
import { placeName } from '../../../client/blocks/place.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import type { Model } from '../model.ts';
import { splitOf } from '../panes/pane-layout.ts';
import { shownName } from './terminal-names.ts';

/**
 * Returns a test for all of the words in name, folder, command, holder, and the name of the panes that a terminal stands in;
 * capitals do not count. `is:running`, `is:failed` and `is:idle` name what it does.
 */
export function tabTest(model: Model, words: string, now: number): (tab: TerminalInfo) => boolean {
  const wanted = words.toLowerCase().split(' ');
  return (tab) => {
    const text = textOf(model, tab, now).toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
}

function textOf(model: Model, tab: TerminalInfo, now: number): string {
  const { running, last, holder } = cottyMeta<TerminalMeta>(tab._meta);
  const failed = running === undefined && last !== undefined && hasFailed(statusOfCode(last.exitCode));
  return [
    shownName(model, tab, now),
    tab.title,
    folderOf(model, tab),
    (running ?? last)?.commandLine ?? '',
    holder?.name ?? '',
    splitOf(model, tab.resource)?.name ?? '',
    running === undefined ? 'is:idle' : 'is:running',
    failed ? 'is:failed' : '',
  ].join('\n');
}

/** Returns the folder of a terminal as people write it; empty where nobody knows. */
export function folderOf(model: Model, tab: TerminalInfo): string {
  const { cwd } = cottyMeta<TerminalMeta>(tab._meta);
  return cwd === undefined ? '' : placeName(cwd, model.around.home);
}
