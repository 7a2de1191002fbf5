/** Several at one terminal: two pages and a window, somebody who only looks, and an agent that asks. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { agentSession } from '../../src/protocol/common/uri.ts';
import { isAtPrompt } from '../support/face.ts';
import { agentAt } from '../support/host-client.ts';
import { type OpenPage, PageBrowser, pageLink } from '../support/page-browser.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let browser: PageBrowser;
let page: OpenPage;
let agent: Client;

beforeAll(async () => {
  browser = await PageBrowser.launch();
  sandbox = new Sandbox();
  expect(await sandbox.run(['new', 'shared'])).toMatchObject({ code: 0 });
  page = await browser.open(await pageLink(sandbox));
  await page.line.waitFor();
  agent = await agentAt(sandbox, 'ada');
});

afterAll(async () => {
  agent?.close();
  await browser?.close();
  await sandbox?.close();
});

const uri = () => agent.root.state.terminals?.[0]?.resource ?? '';

describe('two pages and a window on one terminal', () => {
  it('show the same, whoever of them types', async () => {
    const other = await browser.open(await pageLink(sandbox));
    await other.line.waitFor();
    const window = sandbox.open();
    await window.waitFor('a prompt', isAtPrompt);
    await page.run('echo from the first page');
    await other.block('echo from the first').getByText('from the first page', { exact: true }).waitFor();
    await window.waitForText('from the first page');
    await other.run('echo from the second page');
    await page.block('echo from the second').getByText('from the second page', { exact: true }).waitFor();
    await window.waitForText('from the second page');
    window.type('echo from the window\r');
    await page.block('echo from the window').getByText('from the window', { exact: true }).waitFor();
    await page.picture('two-pages');
    await window.close();
    await other.close();
  });
});

describe('the title of the page', () => {
  it('tells that a command has ended in another terminal, until somebody looks', async () => {
    expect(await sandbox.run(['new', 'other', '--detached'])).toMatchObject({ code: 0 });
    await page.page.getByRole('link', { name: /other/ }).or(page.page.getByText('other')).first().waitFor();
    expect(await page.page.title()).not.toMatch(/^\(/);
    expect(await sandbox.run(['run', 'other', '--', 'true'])).toMatchObject({ code: 0 });
    // Asked from here: the policy of the page refuses a predicate that its own timer would evaluate again.
    await expect.poll(() => page.page.title()).toMatch(/^\(1\) /);
    await expect
      .poll(() => page.page.locator('link[rel="icon"]').getAttribute('href'))
      .toBe('/icon-news.svg');
    await page.page.getByText('other').first().click();
    await expect.poll(() => page.page.title()).not.toMatch(/^\(/);
    expect(await sandbox.run(['kill', 'other'])).toMatchObject({ code: 0 });
    await page.line.waitFor();
  });
});

describe('somebody with a link that only looks', () => {
  it('sees everything, and has nothing to type in', async () => {
    const watcher = await browser.open(await pageLink(sandbox, '--watch'));
    await watcher.page.getByText('This link only looks').waitFor();
    await page.run('echo seen by others');
    await watcher.block('echo seen by others').waitFor();
    expect(await watcher.line.count()).toBe(0);
    expect(await watcher.page.getByRole('button', { name: 'New terminal' }).count()).toBe(0);
    // What is typed into the screen goes nowhere, and is told why.
    await watcher.page.locator('.live-grid .xterm-helper-textarea').focus();
    await watcher.page.keyboard.type('echo intruder');
    await page.run('echo "after it"');
    await page.block('echo "after it"').waitFor();
    expect(await page.block('intruder').count()).toBe(0);
    await watcher.picture('watcher');
    expect(watcher.errors).toEqual([]);
    await watcher.close();
  });
});

describe('an agent', () => {
  it('asks, is given the terminal, and is asked before it is taken back', async () => {
    await agent.cotty.askFor(uri());
    await page.page.getByText('@ada asks for this terminal').waitFor();
    await page.picture('agent-asks');
    await page.page.getByRole('button', { name: 'Hand over' }).click();
    await expect
      .poll(() => agent.root.state.terminals?.[0]?.claim)
      .toMatchObject({ kind: 'session', session: agentSession('ada') });
    await page.page.getByRole('button', { name: 'Take over' }).waitFor();
    // The line says whose terminal it is, and what was written stays where the question is answered with no.
    await page.page.getByPlaceholder('@ada types here').waitFor();
    await page.run('echo mine again');
    await page.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await page.line.inputValue()).toBe('echo mine again');
    await page.line.press('Enter');
    await page.page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click();
    await page.block('echo mine again').waitFor();
    await page.page.getByRole('button', { name: 'Hand back to @ada' }).waitFor();
  });

  it('is told: not now', async () => {
    await agent.cotty.askFor(uri());
    await page.page.getByRole('button', { name: 'Not now' }).click();
    await page.page.getByText('@ada was answered').waitFor();
    await expect.poll(() => page.page.getByRole('alert').count()).toBe(0);
    expect(page.errors).toEqual([]);
  });
});

describe('a terminal that an agent closes', () => {
  it('takes what was being typed for it along: the rest of the line, and Enter, reach no other', async () => {
    const claim = { kind: 'session', session: agentSession('ada'), toolCallId: 'claim-1' } as const;
    await agent.createTerminal({ channel: 'ahp-terminal:/prod', claim, name: 'prod' });
    await page.page.getByText('prod', { exact: true }).first().click();
    await page.page.getByRole('heading', { name: 'prod' }).waitFor();
    await page.line.click();
    await page.page.keyboard.type('echo MEANT-');
    await agent.disposeTerminal('ahp-terminal:/prod');
    await page.page.getByText('What you were typing there reaches no other terminal.').waitFor();
    await page.page.keyboard.type('FOR prod');
    await page.page.keyboard.press('Enter');
    await expect.poll(() => page.page.getByRole('dialog').count()).toBe(0);
    await page.run('echo clean');
    await page.block('echo clean').getByText('clean', { exact: true }).last().waitFor();
    expect(await page.page.getByText('FOR prod').count()).toBe(0);
  });
});

describe('the list of terminals', () => {
  it('opens one in a folder, names it, closes it and brings it back', async () => {
    await page.page.getByRole('button', { name: 'New terminal' }).click();
    const dialog = page.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('second');
    await dialog.getByText('More', { exact: true }).click();
    await dialog.getByLabel('Folder').fill('/tmp');
    await dialog.getByLabel('Purpose').fill('to be closed');
    await dialog.getByRole('button', { name: 'Open' }).click();
    await page.page.getByRole('heading', { name: 'second' }).waitFor();
    await page.line.waitFor();
    await page.run('pwd');
    await page.block('pwd').getByText('/tmp', { exact: true }).last().waitFor();
    await page.page.getByRole('button', { name: 'Close terminal' }).click();
    await page.page.getByRole('button', { name: 'Undo' }).click();
    await page.page.getByRole('heading', { name: 'second' }).waitFor();
  });

  it('ends all only when the word was typed', async () => {
    await page.page.getByRole('button', { name: 'End all…' }).click();
    const end = page.page.getByRole('button', { name: 'End all', exact: true });
    expect(await end.isDisabled()).toBe(true);
    await page.page.getByLabel('to go on').fill('end all');
    await end.click();
    await page.page.getByText('No terminal is open').waitFor();
    // Each client is told on a connection of its own.
    await expect.poll(() => agent.root.state.terminals ?? []).toEqual([]);
  });
});
