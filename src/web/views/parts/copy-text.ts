/** Puts text on the clipboard, and says so. */

import type { Page } from '../../model/page.ts';

export async function copyText(page: Page, what: string, text: string): Promise<void> {
  if (await writeClipboard(text)) page.messages.say(`Copied ${what}.`, { ms: 2_500 });
  else page.messages.say('The browser does not let this page use the clipboard.', { kind: 'bad' });
}

/** Resolves with whether the text is on the clipboard now. */
export async function writeClipboard(text: string): Promise<boolean> {
  // Browsers give the interface only to pages of https and of this machine.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) return copyBySelection(text);
  return clipboard.writeText(text).then(
    () => true,
    () => copyBySelection(text),
  );
}

/** Copies what is selected in a field out of sight, as every page may after a click or a key. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'unseen';
  // A dialog keeps the focus inside.
  (before?.closest('dialog') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}
