/** Closes tabs, after a question if anything would be lost, and undoes that: the host keeps closed terminals for some minutes. */

import { canEnd } from '../../../client/claims.ts';
import { heldBy, lossesIn, workIn } from '../../../client/closing.ts';
import { holderOf, refusedAtOwner } from '../../../client/holder.ts';
import { splitOf } from '../../../client/panes/split.ts';
import { tabGroups } from '../../../client/panes/tabs.ts';
import { shownName } from '../../../client/terminal-names.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { EMPTY_EDITOR, editorText } from '../../../screen/editor/editor-state.ts';
import { endableTerminals } from '../../model/derived/choices.ts';
import { farewell } from '../../model/lessons.ts';
import type { Message } from '../../model/message.ts';
import type { ConfirmedAct, Model } from '../../model/model.ts';
import { tabsOf } from '../../model/panes/pane-layout.ts';
import { activeTab, andThen, type Effect, type Step, step, withToast, withView } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';

type WorkTold = Extract<Message, { readonly kind: 'work' }>;

/** Closes the tab in front; see `closeTab`. */
export function close(model: Model, viewState: ViewState): Step {
  const tab = activeTab(model);
  return tab === undefined ? step(model) : closeTab(model, viewState, tab.resource);
}

/** Closes the tab of an exited shell; of a running one it first asks the host what would end, which alone knows the jobs. */
export function closeTab(model: Model, viewState: ViewState, uri: string): Step {
  const tab = model.tabs.find((each) => each.resource === uri);
  if (tab === undefined) return step(model);
  if (tab.lifecycle.status === 'exited') return parked(model, viewState, tab);
  return refusedToEnd(model, viewState, tab) ?? step(model, { kind: 'askWork', uri, asked: false });
}

/** Refuses to close a running terminal that is shared from elsewhere; undefined for any other. */
function refusedToEnd(model: Model, { now }: ViewState, tab: TerminalInfo): Step | undefined {
  const holder = holderOf(tab, model.me);
  if (holder.kind !== 'owner' || canEnd(tab, model.me)) return undefined;
  return step(withToast(model, refusedAtOwner(holder, 'end it'), now, 'bad'));
}

/**
 * Handles the host's answer: closes the tab at once if nothing runs in it and it is not the last one, else asks. Where the user was
 * asked as tmux does, the question says what would end, if it still stands.
 */
export function workTold(model: Model, viewState: ViewState, { uri, asked, work }: WorkTold): Step {
  const tab = model.tabs.find((each) => each.resource === uri);
  const { dialog } = model;
  if (asked) {
    if (dialog?.kind !== 'confirm' || !dialog.onlyY || dialog.yes.kind !== 'close' || dialog.yes.uri !== uri)
      return step(model);
    const first = dialog.question.split('\n', 1);
    const against = [...(tab === undefined ? [] : heldBy(tab, model.me)), ...workIn(work), ...lastOf(model)];
    return step({ ...model, dialog: { ...dialog, question: [...first, ...against].join('\n') } });
  }
  if (tab === undefined || dialog !== undefined) return step(model);
  const reasons = [...heldBy(tab, model.me), ...workIn(work), ...lastOf(model)];
  if (reasons.length === 0 || tab.lifecycle.status === 'exited') return parked(model, viewState, tab);
  const question = [`Close ${shownName(tab)}?`, ...reasons].join('\n');
  return step({ ...model, dialog: { kind: 'confirm', question, yes: { kind: 'close', uri } } });
}

/** Closes the terminal in front and those beside it; asks once if a command runs in one of them, or if no other is left. */
export function closeGroup(model: Model, viewState: ViewState): Step {
  const uris = groupInFront(model);
  if (uris.length < 2) return close(model, viewState);
  const tabs = model.tabs.filter((tab) => uris.includes(tab.resource) && canEnd(tab, model.me));
  const reasons = reasonsAgainst(model, tabs);
  return reasons.length === 0
    ? closeAllNow(
        model,
        viewState,
        tabs.map(({ resource }) => resource),
      )
    : askToCloseAll(model, tabs, `${tabs.length} terminals`, 'closeGroup');
}

/** Asks before several terminals are closed; the question lists what would be lost. */
export function askToCloseAll(
  model: Model,
  tabs: readonly TerminalInfo[],
  what: string,
  kind: 'closeGroup' | 'closeMarked',
): Step {
  const question = [`Close ${what}?`, ...reasonsAgainst(model, tabs)].join('\n');
  const uris = tabs.map(({ resource }) => resource);
  return step({ ...model, dialog: { kind: 'confirm', question, yes: { kind, uris } } });
}

function groupInFront(model: Model): readonly string[] {
  return tabGroups(tabsOf(model)).find((group) => group.includes(model.active ?? '')) ?? [];
}

/** Returns what would be lost with terminals that are closed together, and whether they are all that there are. */
function reasonsAgainst(model: Model, tabs: readonly TerminalInfo[]): readonly string[] {
  const all = tabs.length === model.tabs.length ? ['There are no others: the window ends with them.'] : [];
  return [...lossesIn(tabs, model.me), ...all];
}

/**
 * Asks before terminals are closed, as tmux does behind its keys: at once, whatever runs there. So the `y` that is typed by
 * habit always finds a question, and never gets to a line.
 */
function askToKill(model: Model, verb: 'kill-pane' | 'kill-window', uris: readonly string[]): Step {
  const { active, visited, splits } = model;
  const tab = activeTab(model);
  const name = visited?.title ?? (tab && shownName(tab));
  if (active === undefined || name === undefined) return step(model);
  const tabs = model.tabs.filter(({ resource }) => uris.includes(resource));
  const isOne = uris.length < 2;
  const what = isOne ? name : `${splitOf({ splits }, active)?.name ?? name} (${uris.length} panes)`;
  const reasons = isOne
    ? tab === undefined
      ? []
      : [...heldBy(tab, model.me), ...lastOf(model)]
    : reasonsAgainst(model, tabs);
  const question = [`${verb} ${what}? (y/n)`, ...reasons].join('\n');
  const yes: ConfirmedAct = isOne ? { kind: 'close', uri: active } : { kind: 'closeGroup', uris };
  const asking: Model = { ...model, dialog: { kind: 'confirm', question, yes, onlyY: true } };
  return isOne && tab !== undefined
    ? step(asking, { kind: 'askWork', uri: active, asked: true })
    : step(asking);
}

export const KILL_ACTS = {
  'tab.killPane': (model: Model) => askToKill(model, 'kill-pane', []),
  'tab.killWindow': (model: Model) => askToKill(model, 'kill-window', groupInFront(model)),
};

/** Closes several terminals without a question; each can be brought back, the one closed last first. */
export function closeAllNow(model: Model, viewState: ViewState, uris: readonly string[]): Step {
  const tabs = model.tabs.filter((tab) => uris.includes(tab.resource) && canEnd(tab, model.me));
  const closed = tabs.reduce(
    (done, tab) => andThen(done, (next) => parked(next, viewState, tab)),
    step(model),
  );
  const said = tabs.length === 1 ? 'closed a terminal' : `closed ${tabs.length} terminals`;
  return { ...closed, model: withToast(closed.model, said, viewState.now, 'plain', UNDO) };
}

function lastOf({ tabs }: Model): readonly string[] {
  return tabs.length === 1 ? ['It is the last tab: the window ends with it.'] : [];
}

/** Closes a tab without a question. */
export function closeNow(model: Model, viewState: ViewState, uri: string): Step {
  const tab = model.tabs.find((each) => each.resource === uri);
  if (tab === undefined) return step(model);
  return refusedToEnd(model, viewState, tab) ?? parked(model, viewState, tab);
}

function parked(model: Model, viewState: ViewState, tab: TerminalInfo): Step {
  const { resource: uri } = tab;
  const title = shownName(tab);
  const said = withToast(model, `closed ${title}`, viewState.now, 'plain', UNDO);
  const closing = withView({ ...said, closed: { uri, name: title } }, uri, { closing: true });
  return step(closing, { kind: 'park', uri });
}

/** The toast after a tab was closed names the key that undoes it, or `cotty undo` in a mode without such a key. */
const UNDO = {
  command: 'tab.undoClose',
  word: 'undoes',
  orElse: '`cotty undo` brings it back',
} as const;

/** Returns what the window prints when it ends after its last tab. */
export function lastWords(model: Model): string {
  const { closed } = model;
  const undo = closed && ` · \`cotty undo\` brings ${closed.name} back for some minutes`;
  return farewell(model, `no terminals left${undo ?? ''}`);
}

/**
 * Closes the tabs of shells that have just exited, if this window holds them and `closeOnExit` says so; a toast names the
 * undo key.
 */
export function closeFinished(model: Model, before: readonly TerminalInfo[], now: number): Step {
  const gone = model.tabs.filter((tab) => {
    const was = before.find(({ resource }) => resource === tab.resource);
    const endedNow = was?.lifecycle.status === 'running' && tab.lifecycle.status === 'exited';
    return endedNow && holderOf(tab, model.me).kind === 'me' && goes(model, tab);
  });
  const last = gone.at(-1);
  if (last === undefined) return step(model);
  const name = shownName(last);
  const said = withToast(model, `closed ${name}`, now, 'plain', UNDO);
  const closed = { uri: last.resource, name };
  return step({ ...said, closed }, ...gone.map(({ resource: uri }): Effect => ({ kind: 'park', uri })));
}

/** Whether `closeOnExit` closes the tab of an exited shell. If the host does not report how shells die, the exit code decides. */
function goes({ settings }: Model, { lifecycle, _meta }: TerminalInfo): boolean {
  if (settings.closeOnExit !== 'clean') return settings.closeOnExit === 'always';
  const { died, created } = cottyMeta<TerminalMeta>(_meta);
  const saysHow = created !== undefined;
  return saysHow ? died === undefined : lifecycle.status === 'exited' && lifecycle.exitCode === 0;
}

/** Asks before all terminals are ended: the user has to type yes, since nothing brings them back. */
export function askToEndAll(model: Model, viewState: ViewState): Step {
  if (endableTerminals(model).length === 0)
    return step(withToast(model, 'no terminal can be ended from here', viewState.now));
  return step({ ...model, dialog: { kind: 'endAll', editor: EMPTY_EDITOR } });
}

export function acceptEndAll(model: Model, viewState: ViewState): Step {
  const { dialog } = model;
  if (dialog?.kind !== 'endAll') return step(model);
  if (!/^(y|yes)$/i.test(editorText(dialog.editor).trim())) {
    return step(withToast({ ...model, dialog: undefined }, 'no terminal was ended', viewState.now));
  }
  const effects = endableTerminals(model).map((uri): Effect => ({ kind: 'end', uri }));
  return step({ ...model, dialog: undefined, closed: undefined }, ...effects);
}
