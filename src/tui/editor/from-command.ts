/** Maps commands of the keymap to edits of the line editor. */

import type { CommandId } from '../keys/commands/commands.ts';
import type { PlainEdit } from './edit.ts';

const EDITS: Partial<Readonly<Record<CommandId, PlainEdit>>> = {
  'input.newline': 'newline',
  'input.historyPrevious': 'up',
  'input.historyNext': 'down',
  'edit.left': 'left',
  'edit.right': 'right',
  'edit.wordLeft': 'wordLeft',
  'edit.wordRight': 'wordRight',
  'edit.home': 'home',
  'edit.end': 'end',
  'edit.deleteLeft': 'deleteLeft',
  'edit.deleteRight': 'deleteRight',
  'edit.deleteWordLeft': 'deleteWordLeft',
  'edit.deleteWordRight': 'deleteWordRight',
  'edit.deleteArgumentLeft': 'deleteArgumentLeft',
  'edit.killToEnd': 'killToEnd',
  'edit.killToStart': 'killToStart',
  'edit.yank': 'yank',
  'edit.yankOlder': 'yankOlder',
  'edit.transpose': 'transpose',
  'edit.undo': 'undo',
  'edit.redo': 'redo',
};

/** Returns undefined when the command does not edit text. */
export function editOf(command: CommandId): { readonly type: PlainEdit } | undefined {
  const type = EDITS[command];
  return type && { type };
}
