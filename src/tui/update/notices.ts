/** Notifications about terminals that are not in front: commands that ended, and what programs ask for. */

import { type Ended, endedText, isStopped, programNotice } from '../../client/ended-commands.ts';
import { isForUs } from '../../client/holder.ts';
import { shownName } from '../../client/terminal-names.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { cut } from '../blocks/header/span.ts';
import { isLookedAt } from '../model/derived/looking.ts';
import type { Model } from '../model/model.ts';
import { openUris } from '../model/panes/pane-layout.ts';
import { type Effect, withView } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';
import type { Notice } from '../outer/notifications.ts';

// Desktop notifications about long commands that ended in a terminal that was not in view.

/** Time (ms) after Ctrl+C in which the end of a command gives no notification. */
const STOPPED_MS = 5_000;

/** Cells shown of a command line; how it ended has to fit behind it. */
const COMMAND_CELLS = 80;

export function notices(model: Model, ended: readonly Ended[], now: number): readonly Effect[] {
  const told = ended
    .filter((each) => givesNotice(model, each, now))
    .map((each) => noticeOf(model, each, now));
  return told.length === 0 ? [] : [{ kind: 'notify', notices: told }];
}

/** Whether a command that ended gives a notice. */
export function givesNotice(model: Model, { tab, began, finishedAt, exitCode }: Ended, now: number): boolean {
  const { notifyAfter } = model.settings;
  if (notifyAfter === 0 || finishedAt - began < notifyAfter * 1000) return false;
  if (isLookedAt(model, tab.resource) || isStopped(exitCode)) return false;
  const view = model.views[tab.resource];
  if (view === undefined || now - view.stoppedAt < STOPPED_MS || view.fullScreenSince === began) return false;
  return isForUs(tab, model.me);
}

function noticeOf(model: Model, ended: Ended, now: number): Notice {
  const command = cut(ended.commandLine, COMMAND_CELLS, model.appearance.glyphs.ellipsis);
  return { title: shownName(model, ended.tab, now), body: endedText(command, ended) };
}

/** Notes that the running program is full-screen: the user works in it and does not wait for its end, which gives no notice. */
export function noteFullScreen(model: Model, viewState: ViewState): Model {
  const { active } = model;
  const terminal = active === undefined ? undefined : viewState.terminal(active);
  if (active === undefined || terminal?.running === undefined || !terminal.fullScreen) return model;
  return withView(model, active, { fullScreenSince: terminal.running.since });
}

// Bells and notifications of the programs of all tabs since the host's last list.

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
  // Notifications from before this window was opened are old news.
  if (was === undefined) return { rang: false, notice: undefined };
  const before = cottyMeta<TerminalMeta>(was._meta);
  const { bells = 0, notice } = cottyMeta<TerminalMeta>(tab._meta);
  const isNew = notice !== undefined && notice.n > (before.notice?.n ?? 0);
  return {
    rang: bells > (before.bells ?? 0),
    notice: isNew ? { title: shownName(model, tab, now), body: programNotice(notice) } : undefined,
  };
}

/** Whether this window passes on bells and notifications of a tab: those meant for it (`isForUs`), and those of tabs in view. */
function isHeardHere(model: Model, tab: TerminalInfo): boolean {
  return isForUs(tab, model.me) || openUris(model).includes(tab.resource);
}
