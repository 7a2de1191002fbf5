/** Closes tabs, after a question if anything would be lost, and undoes that: the host keeps closed terminals for some minutes. */

import { canEnd } from '../../client/claims.ts';
import { holderOf, refusedAtOwner } from '../../client/holder.ts';
import { shownName } from '../../client/terminal-names.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalWork } from '../../protocol/cotty/cotty-requests.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { EMPTY_EDITOR, editorText } from '../../screen/editor/editor-state.ts';
import { endableTerminals } from '../model/derived/choices.ts';
import type { Model } from '../model/model.ts';
import { tabGroups } from '../model/panes/tab-groups.ts';
import { activeTab, andThen, type Effect, type Step, step, withToast } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';
import { oneLine } from '../outer/one-line.ts';

/** Longest command line in a question, in characters. */
export const LINE_CHARS = 48;

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
  const holder = holderOf(tab, model.me);
  if (holder.kind === 'owner')
    return step(withToast(model, refusedAtOwner(holder, 'end it'), viewState.now, 'bad'));
  return step(model, { kind: 'askWork', uri });
}

/** Handles the host's answer: closes the tab at once if nothing runs in it and it is not the last one, else asks. */
export function workTold(model: Model, viewState: ViewState, uri: string, work: TerminalWork): Step {
  const tab = model.tabs.find((each) => each.resource === uri);
  if (tab === undefined || model.dialog !== undefined) return step(model);
  const reasons = [...workIn(work), ...(model.tabs.length === 1 ? [LAST] : [])];
  if (reasons.length === 0 || tab.lifecycle.status === 'exited') return parked(model, viewState, tab);
  const question = [`Close ${shownName(model, tab, viewState.now)}?`, ...reasons].join('\n');
  return step({ ...model, dialog: { kind: 'confirm', question, yes: { kind: 'close', uri } } });
}

/** Closes the terminal in front and those beside it; asks once if a command runs in one of them, or if no other is left. */
export function closeGroup(model: Model, viewState: ViewState): Step {
  const uris = tabGroups(model).find((group) => group.includes(model.active ?? '')) ?? [];
  if (uris.length < 2) return close(model, viewState);
  const tabs = model.tabs.filter((tab) => uris.includes(tab.resource) && canEnd(tab, model.me));
  const busy = tabs.flatMap((tab) => {
    const { running } = cottyMeta<TerminalMeta>(tab._meta);
    const name = shownName(model, tab, viewState.now);
    return running === undefined ? [] : [`${oneLine(running.commandLine, LINE_CHARS)} runs in ${name}.`];
  });
  const all = tabs.length === model.tabs.length ? ['There are no others: the window ends with them.'] : [];
  const reasons = [...busy.slice(0, MOST_NAMED), ...all];
  const closing = tabs.map(({ resource }) => resource);
  if (reasons.length === 0) return closeAllNow(model, viewState, closing);
  const question = [`Close ${tabs.length} terminals?`, ...reasons].join('\n');
  return step({
    ...model,
    dialog: { kind: 'confirm', question, yes: { kind: 'closeGroup', uris: closing } },
  });
}

/** Limit of running commands that a question names. */
const MOST_NAMED = 6;

/** Closes several terminals without a question; each can be brought back, the one closed last first. */
export function closeAllNow(model: Model, viewState: ViewState, uris: readonly string[]): Step {
  const tabs = model.tabs.filter(({ resource }) => uris.includes(resource));
  const closed = tabs.reduce(
    (done, tab) => andThen(done, (next) => parked(next, viewState, tab)),
    step(model),
  );
  const said = `closed ${tabs.length} terminals`;
  return { ...closed, model: withToast(closed.model, said, viewState.now, 'plain', UNDO) };
}

const LAST = 'It is the last tab: the window ends with it.';

function workIn({ running, jobs }: TerminalWork): readonly string[] {
  const names = jobs.slice(0, 5).join(', ');
  const more = jobs.length > 5 ? ` and ${jobs.length - 5} more` : '';
  return [
    ...(running === null ? [] : [`${oneLine(running, LINE_CHARS)} runs there.`]),
    ...(jobs.length === 0
      ? []
      : [`Its shell has ${jobs.length === 1 ? 'a job' : `${jobs.length} jobs`}: ${names}${more}.`]),
  ];
}

/** Closes a tab without a question. */
export function closeNow(model: Model, viewState: ViewState, uri: string): Step {
  const tab = model.tabs.find((each) => each.resource === uri);
  return tab === undefined ? step(model) : parked(model, viewState, tab);
}

function parked(model: Model, viewState: ViewState, tab: TerminalInfo): Step {
  const { resource: uri } = tab;
  const title = shownName(model, tab, viewState.now);
  const said = withToast(model, `closed ${title}`, viewState.now, 'plain', UNDO);
  return step({ ...said, closed: { uri, name: title } }, { kind: 'park', uri });
}

/** The toast after a tab was closed names the key that undoes it, or `cotty undo` in a mode without such a key. */
export const UNDO = {
  command: 'tab.undoClose',
  word: 'undoes',
  orElse: '`cotty undo` brings it back',
} as const;

/** Returns what the window prints when it ends after its last tab. */
export function lastWords({ closed }: Model): string {
  return closed === undefined
    ? 'no terminals left'
    : `no terminals left · \`cotty undo\` brings ${closed.name} back for some minutes`;
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
  const name = shownName(model, last, now);
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
