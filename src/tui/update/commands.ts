/** The table of commands: it does not compile unless it carries out every command. */

import type { CommandId } from '../keys/commands/commands.ts';
import type { Model } from '../model/model.ts';
import type { Readings } from '../model/readings.ts';
import type { Step } from '../model/step.ts';
import { BLOCK_ACTS } from './block-acts.ts';
import { THEME_ACTS } from './config-rules.ts';
import { COPY_ACTS } from './copy-rules.ts';
import { DIALOG_ACTS } from './dialog-rules.ts';
import { EDIT_ACTS } from './edit-acts.ts';
import { FIND_ACTS } from './find-acts.ts';
import { INPUT_ACTS } from './input-acts.ts';
import { MODE_ACTS } from './mode-acts.ts';
import { HOST_ACTS } from './outer-rules.ts';
import { PAGE_ACTS } from './page-acts.ts';
import { PANE_ACTS } from './pane-acts.ts';
import { SCROLL_ACTS } from './scroll-acts.ts';
import { SELECT_ACTS } from './select-acts.ts';
import { TAB_ACTS } from './tab-acts.ts';
import { refusedAtClosed } from './visit.ts';

type Act = (model: Model, readings: Readings, argument: number | undefined) => Step;

const ACTS: Readonly<Record<CommandId, Act>> = {
  ...TAB_ACTS,
  ...PANE_ACTS,
  ...MODE_ACTS,
  ...INPUT_ACTS,
  ...EDIT_ACTS,
  ...SCROLL_ACTS,
  ...BLOCK_ACTS,
  ...FIND_ACTS,
  ...SELECT_ACTS,
  ...PAGE_ACTS,
  ...COPY_ACTS,
  ...THEME_ACTS,
  ...HOST_ACTS,
  ...DIALOG_ACTS,
};

export function runCommand(model: Model, readings: Readings, id: CommandId, argument?: number): Step {
  return refusedAtClosed(model, readings, id) ?? ACTS[id](model, readings, argument);
}
