/** The commands of the line editor, in RUN and in the field of a dialog. */

import { keyOnly } from './command-info.ts';
import type { KeyTable } from './key-table.ts';

const TYPING: readonly KeyTable[] = ['run', 'dialog'];

export const EDIT_COMMANDS = {
  'edit.left': keyOnly('Editing', 'Left', 'One character left', TYPING),
  'edit.right': keyOnly('Editing', 'Right', 'One character right', TYPING),
  'edit.wordLeft': keyOnly('Editing', 'Word left', 'One word left', TYPING),
  'edit.wordRight': keyOnly('Editing', 'Word right', 'One word right', TYPING),
  'edit.home': keyOnly(
    'Editing',
    'Start of line',
    'Start of the line; press again: start of the text',
    TYPING,
  ),
  'edit.end': keyOnly('Editing', 'End of line', 'End of the line; press again: end of the text', TYPING),
  'edit.deleteLeft': keyOnly('Editing', 'Delete left', 'Delete the character before the cursor', TYPING),
  'edit.deleteRight': keyOnly('Editing', 'Delete right', 'Delete the character at the cursor', TYPING),
  'edit.deleteWordLeft': keyOnly('Editing', 'Cut word left', 'Cut the word before the cursor', TYPING),
  'edit.deleteWordRight': keyOnly('Editing', 'Cut word right', 'Cut the word after the cursor', TYPING),
  'edit.deleteArgumentLeft': keyOnly('Editing', 'Cut argument', 'Cut back to the previous space', TYPING),
  'edit.killToEnd': keyOnly(
    'Editing',
    'Cut to the end',
    'Cut from the cursor to the end of the line',
    TYPING,
  ),
  'edit.killToStart': keyOnly(
    'Editing',
    'Cut to the start',
    'Cut from the cursor to the start of the line',
    TYPING,
  ),
  'edit.yank': keyOnly('Editing', 'Put back', 'Insert what was cut last', TYPING),
  'edit.yankOlder': keyOnly(
    'Editing',
    'Put back older',
    'Replace the text just put back by an older cut',
    TYPING,
  ),
  'edit.transpose': keyOnly('Editing', 'Swap', 'Swap two characters', TYPING),
  'edit.undo': keyOnly('Editing', 'Undo', 'Undo the last edit', TYPING),
  'edit.redo': keyOnly('Editing', 'Redo', 'Redo the undone edit', TYPING),
};
