/** Default keys of SELECT. They follow tmux's copy mode with vi keys. */

import type { BindingRow } from '../binding.ts';

export const SELECT_ROWS: readonly BindingRow[] = [
  ['y', 'select.copy'],
  ['enter', 'select.copy'],
  ['o', 'select.openLink'],
  ['escape', 'select.leave'],
  ['q', 'select.leave'],
  ['?', 'help.open'],
];
