/** Pictures that programs draw, in a real browser. */

import { afterEach, beforeEach, test } from 'vitest';
import { PageBrowser, pageLink } from '../support/page-browser.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let browser: PageBrowser;
beforeEach(async () => {
  sandbox = new Sandbox('bash');
  await sandbox.run(['new', 'drawing']);
  browser = await PageBrowser.launch();
});
afterEach(async () => {
  await browser?.close();
  await sandbox.close();
});

test('a picture in sixel is drawn while its program runs', async () => {
  const page = await browser.open(await pageLink(sandbox));
  await page.run("printf '\\033Pq#0;2;100;0;0#0!60~-!60~-\\033\\\\'; cat");
  await page.page.locator('.xterm-image-layer').waitFor();
  await page.page.keyboard.press('Control+d');
  await page.line.waitFor();
});
