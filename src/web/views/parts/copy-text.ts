/** Puts text on the clipboard, and says so. */

import type { Page } from '../../model/page.ts';

export async function copyText(page: Page, what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    page.messages.say(`Copied ${what}.`, { ms: 2_500 });
  } catch {
    // Browsers give the clipboard only to pages of https and of this machine, and ask for it.
    page.messages.say('The browser does not let this page use the clipboard.', { kind: 'bad' });
  }
}
