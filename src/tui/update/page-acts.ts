/** Commands of the pages, and the list of agents that one of them shows. */

import type { AgentLine } from '../../protocol/common/agent-line.ts';
import type { Agents, Model, Page } from '../model/model.ts';
import { type Effect, type Step, step } from '../model/step.ts';
import { goTo, leavePage, openFeed } from './feed-acts.ts';

export const PAGE_ACTS = {
  'help.open': (model: Model) => step({ ...leavePage(model), dialog: { kind: 'help', scroll: 0 } }),
  'feed.open': openFeed,
  'agents.open': (model: Model) =>
    step({ ...leavePage(model), dialog: { kind: 'agents', scroll: 0 } }, { kind: 'readAgents' }),
  'page.copyLine': (model: Model) => copying(model, 'command', 'the line for your agent'),
  'page.copyJson': (model: Model) => copying(model, 'json', 'the JSON for your agent'),
};

/** Moves down or up by this many lines or entries. */
export function movePage(model: Model, page: Page, by: number): Step {
  if (page.kind === 'feed') {
    const last = Math.max(0, model.feed.items.length - 1);
    return step({ ...model, dialog: { ...page, selected: Math.max(0, Math.min(last, page.selected + by)) } });
  }
  return step({ ...model, dialog: { ...page, scroll: Math.max(0, page.scroll + by) } });
}

export function acceptPage(model: Model, page: Page): Step {
  const item = page.kind === 'feed' ? model.feed.items[page.selected] : undefined;
  return item === undefined ? step(leavePage(model)) : goTo(model, item);
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
