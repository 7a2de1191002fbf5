/** The page on a phone and for everybody: the key row, the drawer, history and agents, and what axe finds wrong. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { agentAt } from '../support/host-client.ts';
import { type OpenPage, PageBrowser, PHONE, pageLink } from '../support/page-browser.ts';
import { pageFaults } from '../support/page-faults.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let browser: PageBrowser;
let page: OpenPage;
let agent: Client;

beforeAll(async () => {
  browser = await PageBrowser.launch();
  sandbox = new Sandbox();
  expect((await sandbox.run(['new', 'gone'])).code).toBe(0);
  page = await browser.open(await pageLink(sandbox));
  await page.line.waitFor();
  agent = await agentAt(sandbox, 'ada');
});

afterAll(async () => {
  agent?.close();
  await browser?.close();
  await sandbox?.close();
});

/** Returns the name of what has the focus. */
async function focused({ page: shown }: OpenPage): Promise<unknown> {
  return shown.evaluate(
    "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
  );
}

describe('the history of all terminals', () => {
  it('has the commands of closed terminals, with what is kept of their outputs', async () => {
    await page.run('echo "kept $((40 + 2))"');
    await page.block('echo "kept').waitFor();
    await page.page.getByRole('button', { name: 'Close terminal' }).click();
    await page.page.getByText('No terminal is open').waitFor();
    expect((await sandbox.run(['new', 'build'])).code).toBe(0);
    await page.line.waitFor();
    await page.run('sh -c "exit 3"');
    await page.block('exit 3').waitFor();
    await page.run('sh -c "exit 3"');
    await page.block('exit 3').nth(1).waitFor();
    await page.page.getByRole('link', { name: 'History' }).click();
    const rows = page.page.locator('.found');
    await expect.poll(() => rows.count()).toBe(3);
    await rows.first().getByTitle('of the last 2 runs 2 failed').waitFor();
    await expect.poll(() => rows.first().textContent()).toContain('exit 3');
    await page.page.getByRole('button', { name: /echo "kept.*closed/ }).click();
    await page.page.locator('.kept-output').getByText('kept 42').waitFor();
    await page.picture('history');
    expect(await pageFaults(page)).toEqual([]);
  });

  it('has a menu and keys for each command, as the window has', async () => {
    const row = page.page.locator('.found', { hasText: 'echo "kept' });
    await row.getByRole('button', { name: /^More about/ }).click();
    await page.page.getByRole('menuitem', { name: 'Mark to compare' }).click();
    await row.getByText('marked to compare').waitFor();
    await row.locator('[data-row]').press('*');
    await row.getByTitle('Bookmarked').waitFor();
    await row.locator('[data-row]').press('Shift+E');
    const [download] = await Promise.all([
      page.page.waitForEvent('download'),
      page.page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain('kept 42');
    expect(await pageFaults(page)).toEqual([]);
  });

  it('is searched by text and filters, which the address keeps', async () => {
    const field = page.page.getByRole('searchbox', { name: 'Search commands of all terminals' });
    await page.page.getByRole('button', { name: 'Failed', exact: true }).click();
    await expect.poll(() => page.page.locator('.found').count()).toBe(2);
    await expect.poll(() => new URL(page.page.url()).hash).toBe('#/history/is%3Afailed');
    await field.fill('kept');
    await page.page.locator('.found', { hasText: 'echo "kept' }).waitFor();
    await page.page.getByLabel('Order').selectOption('Oldest first');
    await field.fill('');
    await page.page.locator('.found').first().getByText('echo "kept').waitFor();
    await field.fill('since:yesterdayish');
    await page.page.getByText('since:yesterdayish wants').waitFor();
  });

  it('leads to the block of an open terminal, by the keyboard alone', async () => {
    const field = page.page.getByRole('searchbox', { name: 'Search commands of all terminals' });
    await field.fill('exit 3');
    await expect.poll(() => page.page.locator('.found').count()).toBe(2);
    await field.press('ArrowDown');
    await page.page.keyboard.press('Enter');
    await page.page.locator('article.selected', { hasText: 'exit 3' }).waitFor();
    expect(await pageFaults(page)).toEqual([]);
  });
});

describe('the page of agents', () => {
  it('tells who is there and waits for what, and gives the line for another one', async () => {
    const uri = agent.root.state.terminals?.[0]?.resource ?? '';
    await agent.cotty.askFor(uri);
    await page.page.getByRole('link', { name: 'Agents' }).click();
    const card = page.page.locator('.agent', { hasText: '@ada' });
    await card.getByText('waits for').waitFor();
    await page.picture('agents');
    expect(await pageFaults(page)).toEqual([]);
    await page.page.getByRole('button', { name: 'Copy the line' }).click();
    await expect
      .poll(() => page.page.evaluate('navigator.clipboard.readText()'))
      .toMatch(/^claude mcp add cotty .*-- cotty mcp$/);
    await card.getByRole('button', { name: 'Not now' }).click();
    await card.getByText('holds nothing').waitFor();
    await page.page.keyboard.press('Escape');
    await page.line.waitFor();
  });
});

describe('dialogs', () => {
  it.each(['New terminal', 'Settings', 'Keys'])('has nothing that axe finds wrong: %s', async (name) => {
    const opener = page.page.getByRole('button', { name, exact: true });
    await opener.click();
    await page.page.getByRole('dialog').waitFor();
    expect(await pageFaults(page)).toEqual([]);
    await page.page.keyboard.press('Escape');
    await expect.poll(() => page.page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => focused(page)).toBe(name);
  });
});

describe('on a phone', () => {
  it('types with the key row, which leaves the focus in the line', async () => {
    const phone = await browser.open(await pageLink(sandbox), { ...PHONE, colorScheme: 'dark' });
    await phone.line.waitFor();
    await phone.line.tap();
    await phone.page.keyboard.type('echo a ');
    await phone.page.getByRole('button', { name: 'Bar' }).tap();
    await phone.page.keyboard.type(' tr a b');
    await expect.poll(() => phone.line.inputValue()).toBe('echo a | tr a b');
    expect(await focused(phone)).toBe('Command line');
    await phone.picture('phone-keys');
    await phone.page.getByRole('button', { name: /^Ctrl/ }).tap();
    await phone.page.keyboard.insertText('c');
    await expect.poll(() => phone.line.inputValue()).toBe('');
    await phone.run('cat');
    await phone.page.getByText('keys go to cat').waitFor();
    await phone.page.locator('.live-grid .xterm-helper-textarea').focus();
    await phone.page.keyboard.type('typed');
    await phone.page.getByRole('button', { name: /^Ctrl/ }).tap();
    await phone.page.keyboard.insertText('c');
    await phone.block('cat').getByText('typed').waitFor();
    expect(await pageFaults(phone)).toEqual([]);
    await phone.page.touchscreen.tap(24, 24);
    await phone.page.getByRole('link', { name: 'History' }).waitFor();
    await phone.page.keyboard.press('Escape');
    await phone.page.goto(`${new URL(phone.page.url()).origin}/#/history`);
    await phone.page.locator('.found').first().waitFor();
    expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await phone.picture('phone-history');
    expect(phone.errors).toEqual([]);
    await phone.close();
  });
});
