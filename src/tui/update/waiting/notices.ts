/** Notifications about terminals that are not in front: commands that ended, and what programs ask for. */

import { type Ended, endedText, isStopped, programNotice } from '../../../client/ended-commands.ts';
import { isForUs } from '../../../client/holder.ts';
import { isUnseen, isWaiting, programWords } from '../../../client/program-state.ts';
import { shownName } from '../../../client/terminal-names.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import { shownWords } from '../../../protocol/terminal/program-status.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { cut } from '../../blocks/header/span.ts';
import { isLookedAt } from '../../model/derived/looking.ts';
import type { Model } from '../../model/model.ts';
import { openUris } from '../../model/panes/pane-layout.ts';
import { type Effect, withView } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import type { Notice } from '../../outer/notifications.ts';

// Desktop notifications about long commands that ended in a terminal that was not in view.

/** Time (ms) after Ctrl+C in which the end of a command gives no notification. */
const STOPPED_MS = 5_000;

/** Cells shown of a command line; how it ended has to fit behind it. */
const COMMAND_CELLS = 80;

export function notices(model: Model, ended: readonly Ended[], now: number): readonly Effect[] {
  const told = ended.filter((each) => givesNotice(model, each, now)).map((each) => noticeOf(model, each));
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

function noticeOf(model: Model, ended: Ended): Notice {
  const command = cut(ended.commandLine, COMMAND_CELLS, model.appearance.glyphs.ellipsis);
  return { title: shownName(ended.tab), body: endedText(command, ended) };
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
export function programsTold(model: Model, tabs: readonly TerminalInfo[]): readonly Effect[] {
  const heard = tabs.filter((tab) => isHeardHere(model, tab));
  const rings = model.settings.bell && heard.some((tab) => rangSince(model.tabs, tab));
  const waiting = heard.flatMap((tab) => waitNotice(model, tab) ?? []);
  const done = heard.flatMap((tab) => doneNotice(model, tab) ?? []);
  // A program that waits, or is done, often gives a notice as well, which says no more than that.
  const own = newNotices(model.tabs, heard).filter(
    ({ tab }) => !isLookedAt(model, tab.resource) && !isTold(model, tab),
  );
  const notices = [
    ...waiting,
    ...done,
    ...own.map(({ tab, notice }) => ({ title: shownName(tab), body: programNotice(notice) })),
  ];
  return [
    ...(rings ? [{ kind: 'ring' } as const] : []),
    ...(notices.length === 0 ? [] : [{ kind: 'notify', notices } as const]),
  ];
}

function rangSince(before: readonly TerminalInfo[], tab: TerminalInfo): boolean {
  const was = before.find(({ resource }) => resource === tab.resource);
  if (was === undefined) return false;
  const bells = ({ _meta }: TerminalInfo) => cottyMeta<TerminalMeta>(_meta).bells ?? 0;
  return bells(tab) > bells(was);
}

export type NewNotice = {
  readonly tab: TerminalInfo;
  readonly notice: NonNullable<TerminalMeta['notice']>;
};

/** Returns the notices that programs gave between two lists. Those of terminals that were not in the list before are old news. */
export function newNotices(
  before: readonly TerminalInfo[],
  after: readonly TerminalInfo[],
): readonly NewNotice[] {
  return after.flatMap((tab) => {
    const { notice } = cottyMeta<TerminalMeta>(tab._meta);
    if (notice === undefined) return [];
    const was = before.find(({ resource }) => resource === tab.resource);
    if (was === undefined || notice.n <= (cottyMeta<TerminalMeta>(was._meta).notice?.n ?? 0)) return [];
    return [{ tab, notice }];
  });
}

/** A host that was started again reads from its log when a program began to wait, which is not to the millisecond. */
const SAME_MS = 1_000;

/** Whether two times (Unix ms) since which a program waits are those of one question. */
export function isSameWait(since: number, before: number): boolean {
  return since - before < SAME_MS;
}

/** Returns the notice that a program has begun to wait for the person; undefined if it has been told, or is looked at. */
function waitNotice(model: Model, tab: TerminalInfo): Notice | undefined {
  const { program } = cottyMeta<TerminalMeta>(tab._meta);
  const view = model.views[tab.resource];
  if (program?.state !== 'blocked' || view === undefined || isSameWait(program.since, view.waitedSince))
    return undefined;
  return isLookedAt(model, tab.resource) ? undefined : programStateNotice(model, tab);
}

/** Tells once more that programs wait. */
export function waitsAgain(model: Model, uris: readonly string[]): readonly Effect[] {
  const notices = model.tabs
    .filter((tab) => uris.includes(tab.resource) && isWaiting(cottyMeta<TerminalMeta>(tab._meta)))
    .filter((tab) => isHeardHere(model, tab) && !isLookedAt(model, tab.resource))
    .map((tab) => programStateNotice(model, tab));
  return notices.length === 0 ? [] : [{ kind: 'notify', notices }];
}

/** Returns the notice that the work of a program has ended which took long. */
function doneNotice(model: Model, tab: TerminalInfo): Notice | undefined {
  const { notifyAfter } = model.settings;
  const was = model.tabs.find(({ resource }) => resource === tab.resource);
  const { program: before, running } = cottyMeta<TerminalMeta>(was?._meta);
  const meta = cottyMeta<TerminalMeta>(tab._meta);
  if (before?.state !== 'working' || !isUnseen(meta) || isLookedAt(model, tab.resource)) return undefined;
  // The end of its command is told as such.
  if (running === undefined || meta.running === undefined) return undefined;
  const worked = (meta.program?.since ?? 0) - before.since;
  return notifyAfter === 0 || worked < notifyAfter * 1000 ? undefined : programStateNotice(model, tab);
}

/** Says it as the window does: `waits for you: permission · "Run npm test?"` */
function programStateNotice(model: Model, tab: TerminalInfo): Notice {
  const { program } = cottyMeta<TerminalMeta>(tab._meta);
  const said = program === undefined ? undefined : programWords({ program });
  const { separator } = model.appearance.glyphs;
  const words = program?.msg === undefined ? undefined : shownWords(program.msg, program.by);
  const parts = [said, words].filter((part) => part !== undefined);
  return { title: shownName(tab), body: parts.join(` ${separator} `) };
}

function isTold(model: Model, tab: TerminalInfo): boolean {
  return isWaiting(cottyMeta<TerminalMeta>(tab._meta)) || doneNotice(model, tab) !== undefined;
}

/** Whether this window passes on bells and notifications of a tab: those meant for it (`isForUs`), and those of tabs in view. */
export function isHeardHere(model: Model, tab: TerminalInfo): boolean {
  return isForUs(tab, model.me) || openUris(model).includes(tab.resource);
}
