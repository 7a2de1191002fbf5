/** Handing a terminal over to an agent: the one that asks, or the one it was taken from. */

import { inBackground } from '../../../client/claims.ts';
import type { CommandId } from '../../../client/commands/commands.ts';
import { holderOf, isOwn } from '../../../client/holder.ts';
import { shownName } from '../../../client/terminal-names.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import { agentSession, handleOfSession } from '../../../protocol/common/uri.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { SessionClaim, TerminalInfo } from '../../../protocol/terminal/state.ts';
import { editorText } from '../../../screen/editor/editor-state.ts';
import { askerInFront, askerOf, MAX_HANDLE } from '../../model/derived/input-context.ts';
import { joinedHints, keyHint, keyOf } from '../../model/derived/key-of.ts';
import type { Model } from '../../model/model.ts';
import {
  activeTab,
  activeView,
  type Effect,
  type Step,
  step,
  withToast,
  withView,
} from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { oneLine } from '../../outer/one-line.ts';

/** Hands over to the agent that asks, even if it was told to wait, else to the one that had the terminal before. */
export function handOver(model: Model, viewState: ViewState): Step {
  const tab = activeTab(model);
  const from = activeView(model)?.view.takenFrom;
  if (tab === undefined) return step(model);
  const { resource: uri } = tab;
  const title = shownName(tab);
  const holder = holderOf(tab, model.me);
  if (!isOwn(holder)) {
    return step(withToast(model, `${title} is not held here: nothing to hand over`, viewState.now));
  }
  const taken: readonly Effect[] =
    holder.kind === 'mine' ? [{ kind: 'claim', uri, takeOverFrom: holder.id }] : [];
  const asker = askerOf(tab);
  if (asker !== undefined) {
    const given = withView(model, uri, { declined: asker });
    const said = withToast(given, `handed ${title} over to @${asker}`, viewState.now, 'good');
    return step(said, ...taken, { kind: 'handOver', uri, to: sessionOf(asker) });
  }
  if (from?.kind === 'session') {
    return step(withToast(model, `handed ${title} to @${handleOf(from)}`, viewState.now, 'good'), {
      kind: 'handOver',
      uri,
      to: inBackground(from),
    });
  }
  const why =
    from === undefined
      ? 'nothing to hand over: no agent asks for this terminal, and none held it before'
      : `people take a terminal themselves${inBrowse(model, 'claim.takeOver')}: only an agent can be handed one`;
  return step(withToast(model, why, viewState.now));
}

/**
 * Declines what an agent asks: claiming one's own terminal again tells the host so, which notifies the agent. It may ask
 * again.
 */
export function decline(model: Model, viewState: ViewState): Step {
  const asker = askerInFront(model);
  const uri = model.active;
  if (asker === undefined || uri === undefined) return step(model);
  const told = withView(model, uri, { declined: asker, takenFrom: sessionOf(asker) });
  const after = keyHint(model, 'browse', 'claim.handBack', 'in BROWSE hands over after all');
  const said = withToast(told, joinedHints('·', `@${asker} was answered: not now`, after), viewState.now);
  return step(said, { kind: 'claim', uri });
}

/** With the setting `agentAsks = allow`: hands over at once terminals in which nothing runs and nothing is typed. */
export function handOverIdle(model: Model, viewState: ViewState): Step {
  if (model.settings.agentAsks !== 'allow') return step(model);
  const asked = model.tabs.filter((tab) => askerOf(tab) !== undefined && isIdle(model, tab));
  const effects = asked.map(
    (tab): Effect => ({ kind: 'handOver', uri: tab.resource, to: sessionOf(askerOf(tab) ?? '') }),
  );
  const [first] = asked;
  if (first === undefined) return step(model);
  const names = asked.map((tab) => shownName(tab)).join(', ');
  // The host's next list may still show the question: do not hand over twice.
  const given = asked.reduce((next, tab) => withView(next, tab.resource, { declined: askerOf(tab) }), model);
  return step(withToast(given, `handed ${names} over to @${askerOf(first)}`, viewState.now), ...effects);
}

function inBrowse(model: Model, command: CommandId): string {
  const key = keyOf(model, 'browse', command);
  return key === undefined ? '' : ` (${key} in BROWSE)`;
}

function isIdle(model: Model, tab: TerminalInfo): boolean {
  const { running } = cottyMeta<TerminalMeta>(tab._meta);
  const view = model.views[tab.resource];
  if (running !== undefined || tab.lifecycle.status === 'exited' || view === undefined) return false;
  if (view.declined === askerOf(tab)) return false;
  return holderOf(tab, model.me).kind === 'me' && editorText(view.editor) === '' && !view.shellLineDirty;
}

function sessionOf(handle: string): SessionClaim {
  return { kind: 'session', session: agentSession(handle) };
}

function handleOf({ session }: SessionClaim): string {
  return oneLine(handleOfSession(session), MAX_HANDLE);
}
