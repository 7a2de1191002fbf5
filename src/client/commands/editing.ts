/** Commands of the line editor, in RUN and in the input field of a dialog. Their keys follow readline. */

import { commandsOf, type DefaultKey, type DefaultKeys, TYPING } from './command.ts';

/** The same keys in RUN and in the input field of a dialog. */
function bothLines(...keys: readonly DefaultKey[]): DefaultKeys {
  return { run: keys, dialog: keys };
}

export const EDITING_COMMANDS = commandsOf(
  { group: 'Editing', modes: TYPING, keyOnly: true },
  {
    'edit.end': {
      title: 'End of line',
      help: 'End of the line; press again: end of the text',
      keys: { run: ['end'], dialog: ['ctrl+e', 'end'] },
      hints: { inside: [3, 'to end'] },
    },
    'edit.killToEnd': {
      title: 'Cut to the end',
      help: 'Cut from the cursor to the end of the line',
      keys: { run: ['alt+k'], dialog: ['ctrl+k', 'alt+k'] },
      hints: { inside: [2, 'cut to end'] },
    },
    'edit.deleteRight': {
      title: 'Delete right',
      help: 'Delete the character at the cursor',
      keys: { run: [['ctrl+d', { when: 'input-not-empty' }], 'delete'], dialog: ['ctrl+d', 'delete'] },
    },
    'edit.left': { title: 'Left', help: 'One character left', keys: bothLines('left', 'ctrl+b') },
    'edit.right': { title: 'Right', help: 'One character right', keys: bothLines('right', 'ctrl+f') },
    'edit.wordLeft': {
      title: 'Word left',
      help: 'One word left',
      keys: bothLines('ctrl+left', ['alt+left', { when: 'one-pane' }], 'alt+b'),
    },
    'edit.wordRight': {
      title: 'Word right',
      help: 'One word right',
      keys: bothLines('ctrl+right', ['alt+right', { when: 'one-pane' }], 'alt+f'),
    },
    'edit.home': {
      title: 'Start of line',
      help: 'Start of the line; press again: start of the text',
      keys: bothLines('home', 'ctrl+a'),
    },
    'edit.deleteLeft': {
      title: 'Delete left',
      help: 'Delete the character before the cursor',
      keys: bothLines('backspace', 'shift+backspace', 'ctrl+h'),
    },
    'edit.deleteArgumentLeft': {
      title: 'Cut argument',
      help: 'Cut back to the previous space',
      keys: bothLines('ctrl+w'),
    },
    'edit.deleteWordLeft': {
      title: 'Cut word left',
      help: 'Cut the word before the cursor',
      keys: bothLines('alt+backspace', 'ctrl+backspace'),
    },
    'edit.deleteWordRight': {
      title: 'Cut word right',
      help: 'Cut the word after the cursor',
      keys: bothLines('alt+d', 'ctrl+delete', 'alt+delete'),
    },
    'edit.killToStart': {
      title: 'Cut to the start',
      help: 'Cut from the cursor to the start of the line',
      keys: bothLines('ctrl+u'),
    },
    'edit.yank': { title: 'Put back', help: 'Insert what was cut last', keys: bothLines('ctrl+y') },
    'edit.yankOlder': {
      title: 'Put back older',
      help: 'Replace the text just put back by an older cut',
      keys: bothLines('alt+y'),
    },
    'edit.transpose': { title: 'Swap', help: 'Swap two characters', keys: bothLines('ctrl+t') },
    'edit.undo': { title: 'Undo', help: 'Undo the last edit', keys: bothLines('ctrl+_', 'ctrl+/', 'alt+u') },
    'edit.redo': { title: 'Redo', help: 'Redo the undone edit', keys: bothLines('alt+e') },
  },
);
