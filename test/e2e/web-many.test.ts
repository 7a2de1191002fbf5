/** The page on a terminal of which it is sent the newest commands only: an address finds one of the oldest. */

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PageBrowser, pageLink } from '../support/page-browser.ts';
import { Sandbox } from '../support/sandbox.ts';

/** The page is sent the newest 400. */
const MANY = 1_000;
const manyBlocks = fileURLToPath(new URL('../bench/many-blocks.mjs', import.meta.url));

let sandbox: Sandbox;
let browser: PageBrowser;
beforeAll(async () => {
  browser = await PageBrowser.launch();
  sandbox = new Sandbox();
});
afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
});

test('a terminal of a thousand commands opens on the newest, and an address finds one of the oldest', async () => {
  // A shell that cotty has no marks for: with its own, those of a program are only text.
  sandbox.env['SHELL'] = '/bin/sh';
  const made = await sandbox.run([
    ...['new', 'many', '--detached', '--'],
    `'${process.execPath}' '${manyBlocks}' ${MANY}`,
  ]);
  expect(made).toMatchObject({ code: 0 });
  const recorded = async () => (await sandbox.run(['history', '--terminal', 'many', '--limit', '1'])).stdout;
  await expect.poll(recorded, { timeout: 120_000 }).toContain(`echo ${MANY}`);
  const page = await browser.open(await pageLink(sandbox));
  await page.page.locator('article', { hasText: `echo ${MANY}` }).waitFor();
  const { stdout } = await sandbox.run(['ls', '--json']);
  const id = /ahp-terminal:\/([\w-]+)/.exec(stdout)?.[1];
  // The first number is that of the program itself, which was run in the shell.
  await page.page.goto(`${new URL(page.page.url()).origin}/#/term/${id}/block/6`);
  await page.page.locator('article.selected', { hasText: 'echo 5' }).waitFor();
  expect(page.errors).toEqual([]);
});
