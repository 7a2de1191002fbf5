/** Default keys of pages. Plain letters are bound, because a page has no input line. */

import type { BindingRow } from '../binding.ts';

export const PAGE_ROWS: readonly BindingRow[] = [
  ['enter', 'dialog.accept', { text: 'Go to the selected command, or close the page' }],
  ['escape', 'dialog.cancel', { text: 'Close the page' }],
  ['q', 'dialog.cancel', { text: 'Close the page' }],
  ['ctrl+c', 'dialog.cancel', { text: 'Close the page' }],
  ['ctrl+g', 'dialog.cancel', { text: 'Close the page' }],
  ['down', 'dialog.next', { text: 'Down' }],
  ['j', 'dialog.next', { text: 'Down' }],
  ['tab', 'dialog.next', { text: 'Down' }],
  ['ctrl+n', 'dialog.next', { text: 'Down' }],
  ['up', 'dialog.previous', { text: 'Up' }],
  ['k', 'dialog.previous', { text: 'Up' }],
  ['shift+tab', 'dialog.previous', { text: 'Up' }],
  ['ctrl+p', 'dialog.previous', { text: 'Up' }],
  ['pagedown', 'scroll.pageDown'],
  ['space', 'scroll.pageDown'],
  ['pageup', 'scroll.pageUp'],
  ['y', 'page.copyLine'],
  ['Y', 'page.copyJson'],
  ['w', 'feed.open'],
  ['f12', 'feed.open'],
  ['A', 'agents.open'],
  ['?', 'help.open'],
];
