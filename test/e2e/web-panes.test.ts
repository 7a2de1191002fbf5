/** Panes and the palette in the page, beside a real window on the same host: what one changes the other shows. */

import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWindow, tabLine } from '../support/face.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { type OpenPage, PageBrowser, pageLink } from '../support/page-browser.ts';
import { left, right, SIZE, splitInTwo, zoom } from '../support/panes.ts';
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

/** The panes in view, in the order in which they were opened. */
const places = () => page.page.locator('.pane-place:not([hidden])');
const inFront = () => page.page.locator('.pane-place.front');

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The rectangles of the panes in view, from the left and from above. */
async function boxes(): Promise<readonly Box[]> {
  const all = await Promise.all((await places().all()).map((place) => place.boundingBox()));
  return all.flatMap((box) => box ?? []).sort((one, other) => one.x - other.x || one.y - other.y);
}

async function frontBox(): Promise<Box | null> {
  return inFront().boundingBox();
}

function block(pane: Locator, text: string): Locator {
  return pane.locator('article', { hasText: text });
}

async function palette(words: string): Promise<void> {
  await page.page.keyboard.press('F9');
  await page.page.getByRole('combobox', { name: 'Name of a command' }).fill(words);
}

describe('panes', () => {
  it('are seen in the page when the window divides, and come to the front by a click and by keys', async () => {
    await splitInTwo(window);
    await expect.poll(() => places().count()).toBe(2);
    const [one, other] = await boxes();
    expect(one?.width).toBeCloseTo(other?.width ?? 0, -1);
    await page.picture('panes-two');
    await page.page.mouse.click((other?.x ?? 0) + 200, 400);
    await expect.poll(frontBox).toEqual(other);
    await page.page.keyboard.type('echo at the right');
    await page.page.keyboard.press('Enter');
    await block(inFront(), 'at the right').waitFor();
    await page.page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(frontBox).toEqual(one);
    await page.page.keyboard.type('echo at the left');
    await page.page.keyboard.press('Enter');
    await block(inFront(), 'at the left').waitFor();
    await window.waitFor(
      'both outputs',
      (screen) => left(screen).includes('at the left') && right(screen).includes('at the right'),
    );
    expect(await page.page.evaluate('history.length')).toBeLessThan(4);
  });

  it('divide in the page, and the window shows it', async () => {
    await page.page.keyboard.press('Alt+Shift+ArrowDown');
    await expect.poll(() => places().count()).toBe(3);
    await window.waitFor('three panes', (screen) => left(screen).includes('─────'));
    const [above, below, beside] = await boxes();
    expect(above?.x).toBe(below?.x);
    expect(beside?.height).toBeGreaterThan((above?.height ?? 0) * 1.9);
    await expect.poll(frontBox).toEqual(below);
    await page.page.keyboard.type('stty size');
    await page.page.keyboard.press('Enter');
    await block(inFront(), 'stty size').waitFor();
    await page.picture('panes-three');
  });

  it('change their shares when a border is dragged, in the window when it is let go', async () => {
    const [above] = await boxes();
    const edge = (above?.x ?? 0) + (above?.width ?? 0);
    await page.page.mouse.move(edge, 300);
    await page.page.mouse.down();
    await page.page.mouse.move(edge - 150, 310, { steps: 4 });
    await page.page.mouse.up();
    await expect.poll(async () => (await boxes())[0]?.width).toBeLessThan((above?.width ?? 0) - 100);
    await window.waitFor('the border further left', (screen) => /^.{30,50}│/.test(screen.line(4)));
  });

  it('are zoomed here and there', async () => {
    await palette('zoom');
    await page.picture('palette');
    await page.page.keyboard.press('Enter');
    await expect.poll(() => places().count()).toBe(1);
    await window.waitForText(/zoomed/);
    await page.page.getByRole('navigation', { name: 'Panes' }).waitFor();
    await page.picture('panes-zoomed');
    // A command chosen in the palette gives the keys back to the line.
    await page.page.keyboard.type('echo zoomed');
    await page.page.keyboard.press('Enter');
    await block(inFront(), 'echo zoomed').waitFor();
    window.send(zoom);
    await expect.poll(() => places().count()).toBe(3);
    await inFront().getByRole('button', { name: 'Zoom pane' }).click();
    await expect.poll(() => places().count()).toBe(1);
    await page.page.keyboard.press('F11');
    await expect.poll(() => places().count()).toBe(3);
  });

  it('are arranged and stacked by commands and by lines of tmux', async () => {
    await palette('select-layout even-horizontal');
    await page.page.keyboard.press('Enter');
    await expect.poll(async () => new Set((await boxes()).map(({ y }) => y)).size).toBe(1);
    await palette('Stack of panes');
    await page.page.keyboard.press('Enter');
    await expect.poll(() => places().count()).toBe(1);
    await expect.poll(() => page.page.locator('.pane-name').count()).toBe(2);
    await page.picture('panes-stack');
    await expect.poll(() => block(inFront(), 'echo zoomed').count()).toBe(1);
    await page.page.locator('.pane-name').first().click();
    await block(inFront(), 'at the left').waitFor();
    await palette('Stack of panes');
    await page.page.keyboard.press('Enter');
    await expect.poll(() => places().count()).toBe(3);
  });

  it('show the one in front and the names of all where the page is narrow', async () => {
    await page.page.setViewportSize({ width: 780, height: 860 });
    await expect.poll(() => places().count()).toBe(1);
    await expect.poll(() => page.page.locator('.pane-strip .pane-name').count()).toBe(3);
    await page.picture('panes-narrow');
    await page.page.setViewportSize({ width: 1400, height: 860 });
    await expect.poll(() => places().count()).toBe(3);
  });

  it('are gone when their terminal is closed, and the one beside comes to the front', async () => {
    await inFront().getByRole('button', { name: 'Close terminal' }).click();
    await expect.poll(() => places().count()).toBe(2);
    await expect.poll(() => inFront().count()).toBe(1);
    await window.waitFor('two panes', (screen) => (tabLine(screen).match(/│/g) ?? []).length < 3);
  });

  it('are broken out, and another tab is shown beside', async () => {
    await palette('Break out');
    await page.page.keyboard.press('Enter');
    await expect.poll(() => places().count()).toBe(1);
    await palette('tab beside');
    await page.page.keyboard.press('Enter');
    await page.page.getByRole('combobox', { name: 'Words of a tab' }).waitFor();
    await page.page.keyboard.press('Enter');
    await expect.poll(() => places().count()).toBe(2);
    expect(page.errors).toEqual([]);
  });
});
