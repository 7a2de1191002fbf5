/** Pages: the dialogs that fill the window. */

import type { Dialog } from './model.ts';

export type Page = Extract<Dialog, { kind: 'help' | 'feed' | 'agents' }>;

export function isPage(dialog: Dialog): dialog is Page {
  return dialog.kind === 'help' || dialog.kind === 'feed' || dialog.kind === 'agents';
}
