/** The table of commands: it does not compile unless it carries out every command. */

import type { CommandId } from '../../client/commands/commands.ts';
import { farewell } from '../model/lessons.ts';
import type { Model } from '../model/model.ts';
import { type Step, step, withToast } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';
import { BLOCK_ACTS, browse } from './blocks/block-acts.ts';
import { COMPARE_ACTS } from './blocks/compare-acts.ts';
import { EXPORT_ACTS } from './blocks/export-acts.ts';
import { FIND_ACTS } from './blocks/find-acts.ts';
import { HISTORY_ACTS } from './blocks/history-acts.ts';
import { REPLAY_ACTS } from './blocks/replay-acts.ts';
import { SCROLL_ACTS } from './blocks/scroll-acts.ts';
import { SELECT_ACTS } from './blocks/select-acts.ts';
import { THEME_ACTS } from './dialogs/config-rules.ts';
import { DIALOG_ACTS } from './dialogs/dialog-rules.ts';
import { PASTE_ACTS } from './dialogs/paste-rules.ts';
import { EDIT_ACTS } from './line/edit-acts.ts';
import { INPUT_ACTS } from './line/input-acts.ts';
import { setMode, toggleRaw } from './line/mode-switches.ts';
import { HOST_ACTS } from './outer/outer-rules.ts';
import { COPY_ACTS } from './terminals/copy-rules.ts';
import { PANE_ACTS } from './terminals/pane-acts.ts';
import { openPalette, TAB_ACTS } from './terminals/tab-acts.ts';
import { refusedAtClosed } from './terminals/visit.ts';
import { PAGE_ACTS } from './waiting/page-acts.ts';
import { QUESTION_ACTS } from './waiting/question-acts.ts';
import { QUEUE_ACTS } from './waiting/queue-acts.ts';
import { TOLD_ACTS } from './waiting/told-acts.ts';

// Commands that change the mode, open the palette, or concern the window as a whole.

const MODE_ACTS = {
  'mode.toggleRaw': toggleRaw,
  'mode.raw': (model: Model) => setMode(model, 'raw'),
  'mode.run': (model: Model) => setMode(model, 'run'),
  'mode.lock': (model: Model) => setMode(model, 'lock'),
  'mode.unlock': (model: Model) => setMode(model, 'run'),
  'mode.browse': browse,
  'palette.open': (model: Model) => openPalette(model),
  'app.detach': (model: Model) =>
    step({ ...model, quit: { code: 0, farewell: farewell(model, 'detached; the terminals go on') } }),
  'app.suspend': (model: Model) => step(model, { kind: 'suspend' }),
  'app.redraw': (model: Model) => step(model, { kind: 'redraw' }),
  'mouse.toggle': (model: Model, viewState: ViewState) =>
    step(
      withToast(
        { ...model, mouse: !model.mouse },
        model.mouse ? 'mouse off: selecting text is up to the terminal' : 'mouse on',
        viewState.now,
      ),
    ),
};

type Act = (model: Model, viewState: ViewState, argument: number | undefined) => Step;

const ACTS: Readonly<Record<CommandId, Act>> = {
  ...TAB_ACTS,
  ...QUEUE_ACTS,
  ...QUESTION_ACTS,
  ...PANE_ACTS,
  ...MODE_ACTS,
  ...INPUT_ACTS,
  ...EDIT_ACTS,
  ...SCROLL_ACTS,
  ...BLOCK_ACTS,
  ...COMPARE_ACTS,
  ...REPLAY_ACTS,
  ...FIND_ACTS,
  ...EXPORT_ACTS,
  ...SELECT_ACTS,
  ...PAGE_ACTS,
  ...HISTORY_ACTS,
  ...COPY_ACTS,
  ...THEME_ACTS,
  ...HOST_ACTS,
  ...DIALOG_ACTS,
  ...PASTE_ACTS,
  ...TOLD_ACTS,
};

export function runCommand(model: Model, viewState: ViewState, id: CommandId, argument?: number): Step {
  return refusedAtClosed(model, viewState, id) ?? ACTS[id](model, viewState, argument);
}
