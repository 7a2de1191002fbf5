/** Default keys of the line editor, in RUN and in the input line of a dialog. They follow readline. */

import type { BindingRow } from '../binding.ts';

export const EDIT_ROWS: readonly BindingRow[] = [
  ['left', 'edit.left'],
  ['right', 'edit.right'],
  ['ctrl+b', 'edit.left'],
  ['ctrl+f', 'edit.right'],
  ['ctrl+left', 'edit.wordLeft'],
  ['ctrl+right', 'edit.wordRight'],
  ['alt+left', 'edit.wordLeft', { when: 'one-pane' }],
  ['alt+right', 'edit.wordRight', { when: 'one-pane' }],
  ['alt+b', 'edit.wordLeft'],
  ['alt+f', 'edit.wordRight'],
  ['home', 'edit.home'],
  ['end', 'edit.end'],
  ['ctrl+a', 'edit.home'],
  ['backspace', 'edit.deleteLeft'],
  ['shift+backspace', 'edit.deleteLeft'],
  ['ctrl+h', 'edit.deleteLeft'],
  ['delete', 'edit.deleteRight'],
  ['ctrl+w', 'edit.deleteArgumentLeft'],
  ['alt+backspace', 'edit.deleteWordLeft'],
  ['ctrl+backspace', 'edit.deleteWordLeft'],
  ['alt+d', 'edit.deleteWordRight'],
  ['ctrl+delete', 'edit.deleteWordRight'],
  ['alt+delete', 'edit.deleteWordRight'],
  // Ctrl+K is one of the smart keys, and VS Code may keep it for itself.
  ['alt+k', 'edit.killToEnd'],
  ['ctrl+u', 'edit.killToStart'],
  ['ctrl+y', 'edit.yank'],
  ['alt+y', 'edit.yankOlder'],
  ['ctrl+t', 'edit.transpose'],
  // Terminals send 0x1f for Ctrl+_, Ctrl+/ and Ctrl+-; the key name depends on the terminal's encoding.
  ['ctrl+_', 'edit.undo'],
  ['ctrl+/', 'edit.undo'],
  ['alt+u', 'edit.undo'],
  ['alt+e', 'edit.redo'],
];
