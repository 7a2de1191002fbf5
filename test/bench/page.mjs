/** A flood in the page and the same flood in a window, of the same host, one after the other: how fast, and how soon a prompt is back. */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { cotty, GREETING, Place } from './subjects.mjs';

/** The browser, which the machine must have. */
export const CHROMIUM = '/usr/bin/chromium';

const SETTLE_MS = 1500;
const WAIT_MS = 120_000;
const LINE = '.run-line textarea';

/** Samples of `rounds` floods each, in seconds. */
export async function page({ load, warmUp, size, rounds }) {
  const place = new Place();
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const outer = cotty.start(place, size);
    await outer.seen(GREETING);
    await sleep(SETTLE_MS);
    const samples = { window: [], page: [] };
    await inWindow(outer, warmUp);
    const shown = await opened(browser, place);
    await inPage(shown, warmUp);
    for (let round = 0; round < rounds; round += 1) {
      samples.window.push(await inWindow(outer, load));
      samples.page.push(await inPage(shown, load));
    }
    await outer.close();
    return samples;
  } finally {
    await browser.close();
    cotty.stop(place);
    place.remove();
  }
}

/** The page has a terminal of its own, so that the window does not show its flood. */
async function opened(browser, place) {
  cotty.shell(place, 'page');
  const made = cotty.web(place);
  const shown = await browser.newPage({ viewport: { width: 1680, height: 1000 } });
  await shown.goto(made.link);
  await shown
    .getByRole('button', { name: /^(?!Close|Rename).*page/ })
    .first()
    .click();
  await shown.locator(LINE).waitFor({ timeout: WAIT_MS });
  await sleep(SETTLE_MS);
  return shown;
}

/** From Enter to the next line that can be written. */
async function inPage(shown, { path }) {
  const line = shown.locator(LINE);
  await line.fill(`cat ${path}`);
  const gone = line.waitFor({ state: 'detached', timeout: WAIT_MS });
  const from = performance.now();
  await line.press('Enter');
  await gone;
  await line.waitFor({ timeout: WAIT_MS });
  return (performance.now() - from) / 1000;
}

/** From Enter to the chip of the command in its block, behind which the next line can be written. */
async function inWindow(outer, { path }) {
  const end = outer.seen('✓');
  const from = performance.now();
  outer.write(`cat ${path}\r`);
  const seconds = ((await end) - from) / 1000;
  await sleep(SETTLE_MS);
  return seconds;
}
