/**
 * The pictures of the README, as the program shows itself now. `npm run readme` writes them anew. That of the page is only written,
 * where there is Chromium, and not compared: its letters are those of the machine.
 */

import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { PageBrowser, PHONE, pageLink } from '../support/page-browser.ts';
import { PHONE_PICTURE, pictureFile, playReadme, SCENES } from '../support/readme-pictures.ts';
import { Sandbox } from '../support/sandbox.ts';
import { screenPicture } from '../support/screen-picture.ts';

const isMaking = process.env['COTTY_README'] === 'make';
/** Nothing says when a screen is what it will stay; a comparison waits until it is the same. */
const SETTLED_MS = 2000;

const sandbox = new Sandbox();
afterAll(() => sandbox.close());

test('the pictures of the README show the program as it is (npm run readme brings them up to date)', async () => {
  await playReadme(sandbox, async (scene, window) => {
    const file = pictureFile(`${scene}.svg`);
    const picture = () => screenPicture(window.screen, 'cotty', SCENES[scene]);
    if (isMaking) await pause(SETTLED_MS);
    // What differs is told by the expectation.
    else await window.waitFor(scene, () => picture() === readFileSync(file, 'utf8')).catch(() => {});
    await expect(picture()).toMatchFileSnapshot(file);
  });
});

async function photographPhone(): Promise<void> {
  const browser = await PageBrowser.launch();
  try {
    const { page, line } = await browser.open(await pageLink(sandbox), { ...PHONE, colorScheme: 'dark' });
    await line.waitFor();
    await page.getByText('212 passed').first().waitFor();
    await page.screenshot({ path: pictureFile(PHONE_PICTURE) });
  } finally {
    await browser.close();
  }
}

if (isMaking) test('the page on a phone is photographed where there is Chromium', photographPhone);
