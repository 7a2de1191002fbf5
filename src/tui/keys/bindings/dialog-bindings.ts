/** Default keys of dialogs; the editing keys act on the dialog's input line. */

import type { BindingRow } from '../binding.ts';
import { EDIT_ROWS } from './edit-bindings.ts';

export const DIALOG_ROWS: readonly BindingRow[] = [
  ['enter', 'dialog.accept'],
  ['y', 'dialog.accept', { when: 'yes-or-no' }],
  ['escape', 'dialog.cancel'],
  ['n', 'dialog.cancel', { when: 'yes-or-no' }],
  ['w', 'dialog.cancel', { when: 'take-over', text: 'Only watch' }],
  ['ctrl+c', 'dialog.cancel'],
  ['ctrl+g', 'dialog.cancel'],
  ['down', 'dialog.next'],
  ['up', 'dialog.previous'],
  ['tab', 'dialog.next'],
  ['shift+tab', 'dialog.previous'],
  ['ctrl+n', 'dialog.next'],
  ['ctrl+p', 'dialog.previous'],
  ['alt+a', 'find.scope'],
  ['pagedown', 'scroll.pageDown'],
  ['pageup', 'scroll.pageUp'],
  ['ctrl+e', 'edit.end'],
  ['ctrl+k', 'edit.killToEnd'],
  ['ctrl+d', 'edit.deleteRight'],
  ...EDIT_ROWS,
];
