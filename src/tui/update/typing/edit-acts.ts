/** Editing commands on RUN's line; a dialog edits its own field. */

import { edit, editOf } from '../../editor/edit.ts';
import type { CommandId } from '../../keys/commands/commands.ts';
import { runColumns } from '../../model/derived/run-line.ts';
import type { Model } from '../../model/model.ts';
import type { Readings } from '../../model/readings.ts';
import { activeView, type Step, step, withView } from '../../model/step.ts';
import { accept } from './suggestions.ts';

type EditId = Extract<CommandId, `edit.${string}`>;

export const EDIT_ACTS: Readonly<Record<EditId, (model: Model, readings: Readings) => Step>> = {
  'edit.left': editing('edit.left'),
  'edit.right': accepting('edit.right', 'all'),
  'edit.wordLeft': editing('edit.wordLeft'),
  'edit.wordRight': accepting('edit.wordRight', 'word'),
  'edit.home': editing('edit.home'),
  'edit.end': accepting('edit.end', 'all'),
  'edit.deleteLeft': editing('edit.deleteLeft'),
  'edit.deleteRight': editing('edit.deleteRight'),
  'edit.deleteWordLeft': editing('edit.deleteWordLeft'),
  'edit.deleteWordRight': editing('edit.deleteWordRight'),
  'edit.deleteArgumentLeft': editing('edit.deleteArgumentLeft'),
  'edit.killToEnd': editing('edit.killToEnd'),
  'edit.killToStart': editing('edit.killToStart'),
  'edit.yank': editing('edit.yank'),
  'edit.yankOlder': editing('edit.yankOlder'),
  'edit.transpose': editing('edit.transpose'),
  'edit.undo': editing('edit.undo'),
  'edit.redo': editing('edit.redo'),
};

/** Makes the act that accepts the suggestion behind the cursor; without one it edits. */
function accepting(id: EditId, part: 'all' | 'word'): (model: Model, readings: Readings) => Step {
  return (model, readings) => accept(model, part) ?? editing(id)(model, readings);
}

/** Makes the act that runs one of the editor's own commands on RUN's line. */
export function editing(id: CommandId): (model: Model, readings: Readings) => Step {
  return (model, readings) => {
    const front = activeView(model);
    const command = editOf(id);
    if (front === undefined || command === undefined) return step(model);
    return step(
      withView(model, front.uri, { editor: edit(front.view.editor, command, runColumns(model, readings)) }),
    );
  };
}
