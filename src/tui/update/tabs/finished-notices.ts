/** Commands that took long and ended where nobody looked: what is told of them outside the window. */

import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { statusOfCode } from '../../blocks/block/exit-state.ts';
import { chip } from '../../blocks/header/chip.ts';
import { cut } from '../../blocks/header/span.ts';
import { elapsed } from '../../model/derived/elapsed.ts';
import { holderOf } from '../../model/derived/holder.ts';
import type { Model } from '../../model/model.ts';
import { type Effect, type Look, withView } from '../../model/step.ts';
import type { Notice } from '../../outer/send/notice-bytes.ts';

/** A command that ends so soon (ms) after the person told it to stop ended because of that. */
const STOPPED_MS = 5_000;

/** Of a long command line the start is shown: how it ended has to fit behind it. */
const COMMAND_CELLS = 80;

/** A command that ended between two of the host's lists. */
export type Ended = {
  readonly tab: TerminalInfo;
  readonly commandLine: string;
  readonly writer: string | undefined;
  /** Unix milliseconds on the host's clock. */
  readonly began: number;
  readonly finishedAt: number;
  readonly exitCode: number | undefined;
};

/** In front of a window that has the focus. */
export function isLookedAt(model: Model, uri: string): boolean {
  return model.focused && model.active === uri;
}

/** What the host's new list says has ended, and how; `model` still has the list before. */
export function endedSince(model: Model, tabs: readonly TerminalInfo[]): readonly Ended[] {
  return tabs.flatMap((tab) => {
    const was = model.tabs.find(({ resource }) => resource === tab.resource);
    const before = cottyMeta<TerminalMeta>(was?._meta);
    const { last } = cottyMeta<TerminalMeta>(tab._meta);
    const { running } = before;
    if (running === undefined || last === undefined) return [];
    if (last.finishedAt <= (before.last?.finishedAt ?? 0)) return [];
    // Lists were missed, and the last command is another one: how the one before it ended is not known.
    if (last.commandLine !== running.commandLine) return [];
    const { commandLine, timestamp: began, writer } = running;
    return [{ tab, commandLine, writer, began, finishedAt: last.finishedAt, exitCode: last.exitCode }];
  });
}

export function notices(model: Model, ended: readonly Ended[], now: number): readonly Effect[] {
  const told = ended.filter((each) => isTold(model, each, now)).map((each) => noticeOf(model, each));
  return told.length === 0 ? [] : [{ kind: 'notify', notices: told }];
}

/** Of several windows of one person the one that holds the terminal tells; of what an agent holds each does. */
export function isTold(model: Model, { tab, began, finishedAt, exitCode }: Ended, now: number): boolean {
  const { notifyAfter } = model.settings;
  if (notifyAfter === 0 || finishedAt - began < notifyAfter * 1000) return false;
  if (isLookedAt(model, tab.resource) || statusOfCode(exitCode).kind === 'interrupted') return false;
  const view = model.views[tab.resource];
  if (view === undefined || now - view.stoppedAt < STOPPED_MS || view.fullScreenSince === began) return false;
  const holder = holderOf(tab, model.me);
  return holder.kind === 'me' || holder.kind === 'gone' || tab.claim.kind === 'session';
}

function noticeOf({ look }: Model, { tab, commandLine, began, finishedAt, exitCode }: Ended): Notice {
  const end = chip(statusOfCode(exitCode), look.ascii).text;
  const command = cut(commandLine, COMMAND_CELLS, look.glyphs.ellipsis);
  return { title: tab.title, body: `${command} ${end} after ${elapsed(finishedAt - began)}` };
}

/** A program that had the whole screen was used, not waited for: its end is no news. */
export function noteFullScreen(model: Model, look: Look): Model {
  const { active } = model;
  const facts = active === undefined ? undefined : look.facts(active);
  if (active === undefined || facts?.running === undefined || !facts.fullScreen) return model;
  return withView(model, active, { fullScreenSince: facts.running.since });
}
