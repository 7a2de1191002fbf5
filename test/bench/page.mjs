/** A flood in the page and the same flood in a window, of the same host, one after the other: how soon its end is seen. */

import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { cotty, GREETING, Place, stopQuietly } from './subjects.mjs';

/** The browser, which the machine must have. */
export const CHROMIUM = '/usr/bin/chromium';

const SETTLE_MS = 1500;
/** For each step: a browser on a busy machine takes long for anything, and a step that takes longer never ends. */
const WAIT_MS = 60_000;
const LINE = '.run-line textarea';
/** Marks of ends, one a flood: an old one that is painted again must not be taken for the new one. In no load. */
const FIRST_MARK = 0x0416;

/**
 * Samples of `rounds` floods each, in seconds from Enter: to the end of the output on the screen of window and page, and
 * in the page to the next line that can be written.
 */
export async function page({ load, warmUp, size, rounds }) {
  const place = new Place();
  let browser;
  try {
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu'],
      timeout: WAIT_MS,
    });
    const outer = cotty.start(place, size);
    await outer.seen(GREETING);
    await sleep(SETTLE_MS);
    const samples = { window: [], page: [], line: [] };
    let floods = 0;
    const next = ({ path }) => {
      const code = FIRST_MARK + floods++;
      // The line spells the mark, so that only the output has it.
      return {
        command: `cat ${path}; printf '\\u${code.toString(16).padStart(4, '0')}\\n'`,
        mark: String.fromCodePoint(code),
      };
    };
    await inWindow(outer, next(warmUp));
    const shown = await opened(browser, place);
    await inPage(shown, next(warmUp));
    for (let round = 0; round < rounds; round += 1) {
      samples.window.push(await inWindow(outer, next(load)));
      const { end, line } = await inPage(shown, next(load));
      samples.page.push(end);
      samples.line.push(line);
    }
    await outer.close();
    return samples;
  } finally {
    await browser?.close();
    stopQuietly(cotty, place);
    place.remove();
  }
}

/** The page has a terminal of its own, so that the window does not show its flood. */
async function opened(browser, place) {
  cotty.shell(place, 'page');
  const { link } = cotty.web(place);
  const shown = await browser.newPage({ viewport: { width: 1680, height: 1000 } });
  shown.setDefaultTimeout(WAIT_MS);
  shown.on('pageerror', (error) => console.error(`the page: ${error}`));
  await step('to load it', shown.goto(link));
  const tab = shown.getByRole('button', { name: /^(?!Close|Rename).*page/ }).first();
  await step('to choose its terminal', tab.click());
  await step('to get a line that can be written', shown.locator(LINE).waitFor());
  await sleep(SETTLE_MS);
  return shown;
}

/** The page itself looks once a frame and has the clock: what asks it from outside sees it late. */
async function inPage(shown, { command, mark }) {
  const line = shown.locator(LINE);
  await step('to write a line', line.fill(command));
  await shown.evaluate(watch, { mark, LINE, WAIT_MS });
  await step('to press Enter', line.press('Enter'));
  const found = await step('to see the end of a flood', shown.evaluate('window.floodSeen'));
  await sleep(SETTLE_MS);
  return found;
}

/** Runs in the page: from Enter on it looks at every frame for the mark, and then for the line. */
function watch({ mark, LINE, WAIT_MS }) {
  const text = () => document.querySelector('.pane')?.textContent ?? '';
  const whenever = (holds, from) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const ms = performance.now() - from;
        if (holds()) resolve(ms / 1000);
        else if (ms > WAIT_MS) reject(new Error(`not in ${WAIT_MS} ms; it shows …${text().slice(-200)}`));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  window.floodSeen = new Promise((resolve) => {
    const enter = (event) => {
      if (event.key !== 'Enter') return;
      removeEventListener('keydown', enter, true);
      resolve(performance.now());
    };
    addEventListener('keydown', enter, true);
  }).then(async (from) => {
    const end = await whenever(() => text().includes(mark), from);
    return { end, line: await whenever(() => document.querySelector(LINE) !== null, from) };
  });
}

async function inWindow(outer, { command, mark }) {
  const end = outer.seen(mark);
  const from = performance.now();
  outer.write(`${command}\r`);
  const seconds = ((await end) - from) / 1000;
  await sleep(SETTLE_MS);
  return seconds;
}

async function step(what, promise) {
  try {
    return await promise;
  } catch (error) {
    throw new Error(`the page took too long, or failed, ${what}: ${error.message}`);
  }
}
