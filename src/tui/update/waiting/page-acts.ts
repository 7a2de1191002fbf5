/** Commands of the pages, and the list of agents that one of them shows. */

import type { AgentLine } from '../../../protocol/common/agent-line.ts';
import { EMPTY_EDITOR } from '../../../screen/editor/editor-state.ts';
import { entriesOf } from '../../model/derived/queue.ts';
import {
  type Agents,
  type Dialog,
  isPage,
  type Model,
  type Page,
  type ReplayPage,
} from '../../model/model.ts';
import { type Effect, type Step, step } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { dialogRows, layout } from '../../model/window-layout.ts';
import { agentsLines } from '../../view/pages/agents-page.ts';
import { compareLines } from '../../view/pages/compare-page.ts';
import { helpLines, helpRoom } from '../../view/pages/help-page.ts';
import { select } from '../terminals/tabs.ts';
import { goToItem, leavePage, openFeed } from './feed-acts.ts';
import { chosenEntry } from './queue-acts.ts';

export const PAGE_ACTS = {
  'help.open': (model: Model): Step => {
    const over = model.dialog?.kind === 'historyPage' ? model.dialog : undefined;
    return step({ ...leavePage(model), dialog: { kind: 'help', scroll: 0, over } });
  },
  'feed.open': openFeed,
  'agents.open': (model: Model) =>
    step({ ...leavePage(model), dialog: { kind: 'agents', scroll: 0 } }, { kind: 'readAgents' }),
  'page.search': (model: Model): Step => {
    const { dialog } = model;
    if (dialog?.kind !== 'help') return step(model);
    return step({
      ...model,
      dialog: { kind: 'helpSearch', scroll: 0, editor: EMPTY_EDITOR, over: dialog.over },
    });
  },
  'page.copyLine': (model: Model) => copying(model, 'command', 'the line for your agent'),
  'page.copyJson': (model: Model) => copying(model, 'json', 'the JSON for your agent'),
};

/** A page, or the search in the help, which scrolls like one. */
type Scrolled = Exclude<Page, ReplayPage> | Extract<Dialog, { kind: 'helpSearch' }>;

export function isScrolled(dialog: Dialog): dialog is Scrolled {
  return (isPage(dialog) && dialog.kind !== 'replay') || dialog.kind === 'helpSearch';
}

/** Moves down or up by this many lines or entries, but not beyond the first or the last. */
export function movePage(model: Model, { now }: ViewState, page: Scrolled, by: number): Step {
  if (page.kind === 'feed') {
    const last = Math.max(0, entriesOf(model, now).length - 1);
    return step({ ...model, dialog: { ...page, selected: between(0, page.selected + by, last) } });
  }
  const { length } = pageLines(model, page, now);
  const last = Math.max(0, length - pageRows(model, page));
  // The window may have become higher, and the page shorter.
  const from = Math.min(page.scroll, last);
  return step({ ...model, dialog: { ...page, scroll: between(0, from + by, last) } });
}

function pageLines(model: Model, page: Exclude<Scrolled, { kind: 'feed' }>, now: number): readonly unknown[] {
  if (page.kind === 'agents') return agentsLines(model, now);
  return page.kind === 'compare' ? compareLines(model, page.comparing, now) : helpLines(model, page);
}

/** Lines of a page that are in view at once. */
export function pageRows({ size }: Model, page: Scrolled): number {
  const room = dialogRows(layout(size).area);
  return page.kind === 'help' || page.kind === 'helpSearch' ? helpRoom(page, room) : room;
}

function between(least: number, wanted: number, most: number): number {
  return Math.max(least, Math.min(most, wanted));
}

export function acceptPage(model: Model, { now }: ViewState): Step {
  const entry = chosenEntry(model, now);
  if (entry === undefined) return step(leavePage(model));
  return entry.kind === 'feed' ? goToItem(model, entry.item) : select(leavePage(model), entry.item.uri);
}

/** Asks for the agents anew each second while their page is open: the host does not report when one comes or goes. */
export function agentsStale({ dialog, connection }: Model): readonly Effect[] {
  return dialog?.kind === 'agents' && connection === 'ready' ? [{ kind: 'readAgents' }] : [];
}

/** Takes the list of agents; the same list changes nothing, so that nothing is painted. */
export function agentsRead(model: Model, agents: Agents): Model {
  return JSON.stringify(agents) === JSON.stringify(model.agents) ? model : { ...model, agents };
}

/** Copies from the page of agents; other pages show nothing to copy. */
function copying(model: Model, form: keyof AgentLine, what: string): Step {
  const { dialog, around } = model;
  if (dialog?.kind !== 'agents' || around.agentLine === undefined) return step(model);
  return step(model, { kind: 'copy', text: around.agentLine[form], what });
}
