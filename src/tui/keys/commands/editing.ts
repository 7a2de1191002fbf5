/** Commands of the line editor, in RUN and in the input field of a dialog. Their keys follow readline. */

import { commandsOf, type DefaultKey, type DefaultKeys, TYPING } from './command.ts';

/** The same keys in RUN and in the input field of a dialog. */
function bothLines(...keys: readonly DefaultKey[]): DefaultKeys {
  return { run: keys, dialog: keys };
}

export const EDITING_COMMANDS = commandsOf('Editing', {
  'edit.end': {
    title: 'End of line',
    help: 'End of the line; press again: end of the text',
    modes: TYPING,
    keys: { run: ['end'], dialog: ['ctrl+e', 'end'] },
    hints: { inside: [3, 'to end'] },
    keyOnly: true,
  },
  'edit.killToEnd': {
    title: 'Cut to the end',
    help: 'Cut from the cursor to the end of the line',
    modes: TYPING,
    keys: { run: ['alt+k'], dialog: ['ctrl+k', 'alt+k'] },
    hints: { inside: [2, 'cut to end'] },
    keyOnly: true,
  },
  'edit.deleteRight': {
    title: 'Delete right',
    help: 'Delete the character at the cursor',
    modes: TYPING,
    keys: { run: [['ctrl+d', { when: 'input-not-empty' }], 'delete'], dialog: ['ctrl+d', 'delete'] },
    keyOnly: true,
  },
  'edit.left': {
    title: 'Left',
    help: 'One character left',
    modes: TYPING,
    keys: bothLines('left', 'ctrl+b'),
    keyOnly: true,
  },
  'edit.right': {
    title: 'Right',
    help: 'One character right',
    modes: TYPING,
    keys: bothLines('right', 'ctrl+f'),
    keyOnly: true,
  },
  'edit.wordLeft': {
    title: 'Word left',
    help: 'One word left',
    modes: TYPING,
    keys: bothLines('ctrl+left', ['alt+left', { when: 'one-pane' }], 'alt+b'),
    keyOnly: true,
  },
  'edit.wordRight': {
    title: 'Word right',
    help: 'One word right',
    modes: TYPING,
    keys: bothLines('ctrl+right', ['alt+right', { when: 'one-pane' }], 'alt+f'),
    keyOnly: true,
  },
  'edit.home': {
    title: 'Start of line',
    help: 'Start of the line; press again: start of the text',
    modes: TYPING,
    keys: bothLines('home', 'ctrl+a'),
    keyOnly: true,
  },
  'edit.deleteLeft': {
    title: 'Delete left',
    help: 'Delete the character before the cursor',
    modes: TYPING,
    keys: bothLines('backspace', 'shift+backspace', 'ctrl+h'),
    keyOnly: true,
  },
  'edit.deleteArgumentLeft': {
    title: 'Cut argument',
    help: 'Cut back to the previous space',
    modes: TYPING,
    keys: bothLines('ctrl+w'),
    keyOnly: true,
  },
  'edit.deleteWordLeft': {
    title: 'Cut word left',
    help: 'Cut the word before the cursor',
    modes: TYPING,
    keys: bothLines('alt+backspace', 'ctrl+backspace'),
    keyOnly: true,
  },
  'edit.deleteWordRight': {
    title: 'Cut word right',
    help: 'Cut the word after the cursor',
    modes: TYPING,
    keys: bothLines('alt+d', 'ctrl+delete', 'alt+delete'),
    keyOnly: true,
  },
  'edit.killToStart': {
    title: 'Cut to the start',
    help: 'Cut from the cursor to the start of the line',
    modes: TYPING,
    keys: bothLines('ctrl+u'),
    keyOnly: true,
  },
  'edit.yank': {
    title: 'Put back',
    help: 'Insert what was cut last',
    modes: TYPING,
    keys: bothLines('ctrl+y'),
    keyOnly: true,
  },
  'edit.yankOlder': {
    title: 'Put back older',
    help: 'Replace the text just put back by an older cut',
    modes: TYPING,
    keys: bothLines('alt+y'),
    keyOnly: true,
  },
  'edit.transpose': {
    title: 'Swap',
    help: 'Swap two characters',
    modes: TYPING,
    keys: bothLines('ctrl+t'),
    keyOnly: true,
  },
  'edit.undo': {
    title: 'Undo',
    help: 'Undo the last edit',
    modes: TYPING,
    keys: bothLines('ctrl+_', 'ctrl+/', 'alt+u'),
    keyOnly: true,
  },
  'edit.redo': {
    title: 'Redo',
    help: 'Redo the undone edit',
    modes: TYPING,
    keys: bothLines('alt+e'),
    keyOnly: true,
  },
});
