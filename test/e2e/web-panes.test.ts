/** Panes and the palette in the page, beside a real window on the same host: what one changes the other shows. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWindow } from '../support/face.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { type OpenPage, PageBrowser, pageLink } from '../support/page-browser.ts';
import { SIZE, splitInTwo } from '../support/panes.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let browser: PageBrowser;
let page: OpenPage;
let window: OuterTerminal;

beforeAll(async () => {
  browser = await PageBrowser.launch();
  sandbox = new Sandbox();
  window = await openWindow(sandbox, SIZE);
  page = await browser.open(await pageLink(sandbox), { viewport: { width: 1400, height: 860 } });
  await page.line.waitFor();
});

afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
});

/** The panes in view, the one that was opened first at the beginning. */
const places = () => page.page.locator('.pane-place:not([hidden])');

describe('panes', () => {
  it('are seen in the page when the window divides', async () => {
    await splitInTwo(window);
    await expect.poll(() => places().count()).toBe(2);
    await page.picture('panes-two');
  });
});
