/** Pictures of every view of the page, to be looked at, and what axe finds wrong in each: light, dark, and on a phone. */

import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { agentSession } from '../../src/protocol/common/uri.ts';
import { agentAt } from '../support/host-client.ts';
import { type OpenPage, PageBrowser, PHONE, pageLink } from '../support/page-browser.ts';
import { pageFaults } from '../support/page-faults.ts';
import { Sandbox } from '../support/sandbox.ts';

const SMALL = { ...PHONE, viewport: { width: 360, height: 740 } };

const STILL = { reducedMotion: 'reduce' } as const;

const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { ...STILL, colorScheme: 'light' }],
  ['dark', { ...STILL, colorScheme: 'dark' }],
  ['phone', { ...STILL, ...SMALL, colorScheme: 'light' }],
  ['phone-dark', { ...STILL, ...SMALL, colorScheme: 'dark' }],
];

let sandbox: Sandbox;
let browser: PageBrowser;
let agent: Client;
let pages: readonly { readonly look: string; readonly page: OpenPage }[];

beforeAll(async () => {
  browser = await PageBrowser.launch();
  sandbox = new Sandbox();
  const opened: { look: string; page: OpenPage }[] = [];
  for (const [look, options] of LOOKS)
    opened.push({ look, page: await browser.open(await pageLink(sandbox), options) });
  for (const { page } of opened) page.page.setDefaultTimeout(10_000);
  pages = opened;
  agent = await agentAt(sandbox, 'ada');
});

afterAll(async () => {
  agent?.close();
  await browser?.close();
  await sandbox?.close();
});

/** Takes a picture in each look of what `show` brings up, asks axe, and goes back by `leave`. */
async function see(name: string, show: Show, leave: Show = async () => {}): Promise<void> {
  const faults: string[] = [];
  for (const { look, page } of pages) {
    const isPhone = look.startsWith('phone');
    await show(page, isPhone);
    await page.picture(`view-${name}-${look}`);
    faults.push(...(await pageFaults(page)).map((fault) => `${look}: ${fault}`));
    expect(await page.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await leave(page, isPhone);
  }
  expect(faults).toEqual([]);
}

type Show = (page: OpenPage, isPhone: boolean) => Promise<void>;

const dialog = ({ page }: OpenPage) => page.getByRole('dialog');
const press = (page: OpenPage, name: string | RegExp) =>
  page.page.getByRole('button', { name, exact: true }).first().click();

async function openList(page: OpenPage, isPhone: boolean): Promise<void> {
  if (isPhone) await press(page, /^Terminals/);
}

/** Closes what lies over the terminal. */
async function closeAll(page: OpenPage): Promise<void> {
  await page.page.keyboard.press('Escape');
  // A closed dialog has no role, but is there until the page has heard of it.
  await expect.poll(() => page.page.locator('dialog').count()).toBe(0);
}

async function closeDrawer(page: OpenPage, isPhone: boolean): Promise<void> {
  if (!isPhone) return;
  await page.page.locator('.app[data-drawer="open"]').waitFor();
  await page.page.keyboard.press('Escape');
  await page.page.locator('.app[data-drawer="shut"]').waitFor();
}

async function closeBoth(page: OpenPage, isPhone: boolean): Promise<void> {
  await closeAll(page);
  await closeDrawer(page, isPhone);
}

describe('the page without a terminal', () => {
  it('says what one can do', () =>
    see('empty', async ({ page }) => {
      await page.getByText('No terminal is open').waitFor();
    }));
});

describe('the page with terminals', () => {
  beforeAll(async () => {
    expect(await sandbox.run(['new', 'build'])).toMatchObject({ code: 0 });
    for (const { page } of pages) await page.line.waitFor();
  });

  it('is calm in a fresh terminal: there is one prompt', () =>
    see('fresh', async (page) => {
      await page.line.waitFor();
      await expect.poll(() => page.page.locator('.live-clip').getAttribute('style')).toContain('height: 0px');
    }));

  it('shows blocks, and terminals of people and agents', async () => {
    for (const name of ['agent-work', 'broken'])
      expect(await sandbox.run(['new', name, '--detached'])).toMatchObject({ code: 0 });
    expect(await sandbox.run(['new', 'watch', '--detached', '--', 'sleep 600'])).toMatchObject({ code: 0 });
    const [first] = pages;
    await first?.page.run('date +%N; ls /');
    await first?.page.block('date +%N').waitFor();
    await first?.page.run('date +%N; ls /');
    await expect.poll(() => first?.page.block('date +%N').count()).toBe(2);
    await first?.page.run('ls /nowhere');
    await first?.page.block('ls /nowhere').locator('.chip.failed').waitFor();
    const byName = (name: string) =>
      agent.root.state.terminals?.find(({ title }) => title === name)?.resource ?? '';
    agent.dispatch(byName('agent-work'), {
      type: 'terminal/claimed',
      claim: { kind: 'session', session: agentSession('ada') },
    });
    const uri = 'ahp-terminal:/of-ada';
    await agent.createTerminal({
      channel: uri,
      claim: { kind: 'session', session: agentSession('ada') },
      name: 'tests of ada',
    });
    expect((await sandbox.run(['run', 'broken', '--', 'exit 3 | false'])).code).not.toBe(0);
    await see('terminal', async (page) => {
      await page.block('ls /nowhere').waitFor();
      await page.page.locator('.row', { hasText: 'tests of ada' }).waitFor({ state: 'attached' });
    });
  });

  it('has the list, in a drawer on phones', async () => {
    await see('list', openList, closeDrawer);
  });

  it('has a menu of a block', async () => {
    await see(
      'block-menu',
      async (page) => {
        await page.block('ls /nowhere').getByRole('button', { name: 'More about this block' }).click();
        await page.page.getByRole('menu').waitFor();
      },
      closeAll,
    );
  });

  it('has a menu of a terminal', async () => {
    await see(
      'terminal-menu',
      async (page) => {
        await press(page, 'More about this terminal');
        await page.page.getByRole('menu').waitFor();
      },
      closeAll,
    );
  });

  it('compares two runs', async () => {
    await see(
      'compare',
      async (page) => {
        await page.block('date +%N').last().getByRole('button', { name: 'More about this block' }).click();
        await page.page.getByRole('menuitem', { name: 'Compare', exact: true }).click();
        await page.page.locator('.diff-line.new').first().waitFor();
      },
      closeAll,
    );
  });

  it('has a selected block', () =>
    see('selected', async (page) => {
      await page.block('ls /nowhere').locator('.block-title').click();
      await page.block('ls /nowhere').locator('.block-title').click();
      await page.page.locator('article.selected').waitFor();
    }));

  it('searches', async () => {
    await see(
      'search',
      async (page) => {
        await press(page, 'Search commands and outputs');
        await page.page.getByRole('textbox', { name: 'Search commands and outputs' }).fill('nowhere');
        await page.page.locator('.find-count', { hasText: ' of ' }).waitFor();
      },
      (page) => press(page, 'End the search'),
    );
  });

  it.each([
    ['Keys', 'keys'],
    ['Settings', 'settings'],
    ['End all…', 'end-all'],
    ['New terminal', 'new'],
  ])('has a dialog: %s', async (name, picture) => {
    await see(
      picture,
      async (page, isPhone) => {
        await openList(page, isPhone);
        await press(page, name);
        await dialog(page).waitFor();
      },
      closeBoth,
    );
  });

  it.each([
    ['Rename tab', 'rename'],
    ['Kill', 'kill'],
  ])('has a dialog from the menu: %s', async (name, picture) => {
    await see(
      picture,
      async (page) => {
        await press(page, 'More about this terminal');
        await page.page.getByRole('menuitem', { name }).click();
        await dialog(page).getByRole('button', { name: 'Cancel' }).waitFor();
      },
      closeAll,
    );
  });

  it.each([
    ['History', 'history'],
    ['Agents', 'agents'],
  ])('has a page over the terminal: %s', async (name, picture) => {
    await see(
      picture,
      async (page, isPhone) => {
        await openList(page, isPhone);
        await page.page.getByRole('link', { name, exact: true }).click();
        await page.page.locator('.found, .agent').first().waitFor();
      },
      async ({ page }) => void (await page.goBack()),
    );
  });

  it('lists the sessions, and says so where one has ended', async () => {
    await see('sessions', async (page, isPhone) => {
      await openList(page, isPhone);
      await press(page, 'Settings');
      await press(page, 'Sessions');
      await dialog(page).locator('.session').first().waitFor();
    });
    expect(await sandbox.run(['web', 'revoke', '--all'])).toMatchObject({ code: 0 });
    await see('ended', async ({ page }) => {
      await page.getByRole('heading', { name: 'This session has ended' }).waitFor();
    });
  });

  it('has broken none of its own rules', () => {
    expect(pages.flatMap(({ page }) => page.errors)).toEqual([]);
  });
});
