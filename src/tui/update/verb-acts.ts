/** Runs command lines of tmux that are typed into the palette, as `resize-pane -L 5`. */

import { splitWords, type TmuxMeaning, tmuxMeaning } from '../../client/commands/tmux-verbs.ts';
import { membersOf, splitOf } from '../../client/panes/split.ts';
import { tabNamed } from '../../client/terminal-names.ts';
import type { Model } from '../model/model.ts';
import { activeTab, type Step, step, withToast } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';
import { createNamed, rename } from './name-dialog.ts';
import { moveToPlace } from './tab-acts.ts';
import { select } from './tabs.ts';
import { markPanes } from './type-to-many.ts';

/** Carries out a line of tmux, or says what to use in its place. */
export function runTmuxLine(model: Model, viewState: ViewState, line: string): Step {
  if (/(^|\s)\\?;(\s|$)/.test(line))
    return told(model, viewState, 'only one tmux command at a time: ; is not supported', true);
  return carryOut(model, viewState, tmuxMeaning(splitWords(line)));
}

function carryOut(model: Model, viewState: ViewState, meaning: TmuxMeaning): Step {
  switch (meaning.kind) {
    case 'command': {
      const { command, argument, loss } = meaning;
      const run = { kind: 'run', command, ...(argument === undefined ? {} : { argument }) } as const;
      const said = loss === undefined ? model : withToast(model, `not done: ${loss}`, viewState.now);
      return step(said, run);
    }
    case 'new':
      return createNamed(model, viewState, meaning.name);
    case 'rename':
      return rename(model, viewState, meaning.name);
    case 'tab':
      return selectNamed(model, viewState, meaning.name);
    case 'pane':
      return selectPane(model, viewState, meaning.number);
    case 'place':
      return moveToPlace(model, meaning.number, viewState.now);
    case 'synchronize':
      return markPanes(model, viewState, meaning.on);
    case 'instead':
      return told(model, viewState, meaning.text, false);
    case 'wrong':
      return told(model, viewState, meaning.text, true);
  }
}

function selectNamed(model: Model, viewState: ViewState, name: string): Step {
  const read = tabNamed(model.tabs, name);
  return read.ok ? select(model, read.terminal.resource) : told(model, viewState, read.error, true);
}

function selectPane(model: Model, viewState: ViewState, number: number): Step {
  const split = splitOf(model, model.active);
  const members = split === undefined ? [activeTab(model)?.resource ?? ''] : membersOf(split);
  const uri = members[number - 1];
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
