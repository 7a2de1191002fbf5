/** Runs command lines of tmux that are typed into the palette, as `resize-pane -L 5`. */

import type { CommandId } from '../../../client/commands/commands.ts';
import { typedMeaning } from '../../../client/commands/tmux-verbs.ts';
import { membersOf, splitOf } from '../../../client/panes/split.ts';
import { tabNamed } from '../../../client/terminal-names.ts';
import type { Model } from '../../model/model.ts';
import { activeTab, type Step, step, withToast } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { createNamed, rename } from './name-dialog.ts';
import { moveToPlace } from './tab-acts.ts';
import { select } from './tabs.ts';
import { markPanes } from './type-to-many.ts';

/** Carries out a line of tmux, or says what to use in its place. */
export function runTmuxLine(model: Model, viewState: ViewState, line: string): Step {
  const meaning = typedMeaning(line);
  if (meaning.kind !== 'command') return told(model, viewState, meaning.text, meaning.kind === 'wrong');
  const { command, argument, given, loss } = meaning;
  if (given !== undefined) return GIVEN[command]?.(model, viewState, given.text) ?? step(model);
  const run = { kind: 'run', command, ...(argument === undefined ? {} : { argument }) } as const;
  return step(loss === undefined ? model : withToast(model, `not done: ${loss}`, viewState.now), run);
}

/** Commands that ask the user for what a line of tmux gives them. */
const GIVEN: { readonly [Id in CommandId]?: (model: Model, viewState: ViewState, given: string) => Step } = {
  'tab.new': createNamed,
  'tab.rename': rename,
  'tab.list': selectNamed,
  'tab.moveTo': (model, { now }, place) => moveToPlace(model, Number(place), now),
  'pane.number': selectPane,
  'pane.markAll': (model, viewState, value) => markPanes(model, viewState, value === 'on'),
};

function selectNamed(model: Model, viewState: ViewState, name: string): Step {
  const read = tabNamed(model.tabs, name);
  return read.ok ? select(model, read.terminal.resource) : told(model, viewState, read.error, true);
}

function selectPane(model: Model, viewState: ViewState, number: string): Step {
  const split = splitOf(model, model.active);
  const members = split === undefined ? [activeTab(model)?.resource ?? ''] : membersOf(split);
  const uri = members[Number(number) - 1];
  return uri === undefined
    ? told(
        model,
        viewState,
        `there is no pane ${number}: they are numbered from 1 to ${members.length}`,
        true,
      )
    : select(model, uri);
}

/** Longer than other lines in the bar: it is read as an answer. */
const TOLD_MS = 6_000;

function told(model: Model, { now }: ViewState, text: string, isWrong: boolean): Step {
  const said = withToast(model, text, now, isWrong ? 'bad' : 'plain');
  return step({ ...said, toast: said.toast && { ...said.toast, until: now + TOLD_MS } });
}
