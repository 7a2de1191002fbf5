/** The table of commands: it does not compile unless it carries out every command. */

import type { CommandId } from '../../client/commands/commands.ts';
import type { Model } from '../model/model.ts';
import { type Step, step, withToast } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';
import { BLOCK_ACTS, browse } from './block-acts.ts';
import { COMPARE_ACTS } from './compare-acts.ts';
import { THEME_ACTS } from './config-rules.ts';
import { COPY_ACTS } from './copy-rules.ts';
import { DIALOG_ACTS } from './dialog-rules.ts';
import { EDIT_ACTS } from './edit-acts.ts';
import { EXPORT_ACTS } from './export-acts.ts';
import { FIND_ACTS } from './find-acts.ts';
import { HISTORY_ACTS } from './history-acts.ts';
import { INPUT_ACTS } from './input-acts.ts';
import { setMode, toggleRaw } from './mode-switches.ts';
import { HOST_ACTS } from './outer-rules.ts';
import { PAGE_ACTS } from './page-acts.ts';
import { PANE_ACTS } from './pane-acts.ts';
import { PASTE_ACTS } from './paste-rules.ts';
import { QUESTION_ACTS } from './question-acts.ts';
import { QUEUE_ACTS } from './queue-acts.ts';
import { REPLAY_ACTS } from './replay-acts.ts';
import { SCROLL_ACTS } from './scroll-acts.ts';
import { SELECT_ACTS } from './select-acts.ts';
import { openPalette, TAB_ACTS } from './tab-acts.ts';
import { TOLD_ACTS } from './told-acts.ts';
import { refusedAtClosed } from './visit.ts';

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
    step({ ...model, quit: { code: 0, farewell: 'detached; the terminals go on' } }),
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
