/** A note and a bookmark on a command, from the window of a person to agents, the page, the command line, and the next host. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWindow, waitForMode } from '../support/face.ts';
import { key } from '../support/keys.ts';
import { exchangeHost } from '../support/kill-host.ts';
import { McpAgent } from '../support/mcp-agent.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { type OpenPage, PageBrowser, pageLink } from '../support/page-browser.ts';
import { Sandbox } from '../support/sandbox.ts';

const NOTE = 'this is the failure I mean';

let sandbox: Sandbox;
let browser: PageBrowser;
let window: OuterTerminal;
let page: OpenPage;

beforeAll(async () => {
  browser = await PageBrowser.launch();
  sandbox = new Sandbox();
  await sandbox.openTerminals('work');
  expect(await sandbox.run(['run', 'work', '--', 'ls /nowhere'])).not.toMatchObject({ code: 0 });
  window = await openWindow(sandbox, { args: ['attach', 'work'] });
  await window.waitForText('ls /nowhere');
  page = await browser.open(await pageLink(sandbox));
  await page.block('ls /nowhere').waitFor();
});

afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
});

test('a note by a person in the window is seen on the page, by an agent and on the command line, and outlives a killed host', async () => {
  const bob = await McpAgent.open(sandbox, 'bob');
  await bob.ok('term_subscribe', { name: 'work' });
  window.send(key.escape);
  await waitForMode(window, 'BROWSE');
  window.type('*');
  await window.waitForText('★ ls /nowhere');
  window.type('C');
  await window.waitForText('Note on ls /nowhere');
  window.type(NOTE);
  window.send(key.enter);
  await window.waitForText(NOTE);
  await page.block('ls /nowhere').locator('.block-note', { hasText: NOTE }).waitFor();
  await page.block('ls /nowhere').getByLabel('bookmarked').waitFor();
  await page.picture('notes');

  expect((await bob.ok('term_wait', { name: 'work' })).text).toMatch(
    new RegExp(`\\$ ls /nowhere.*\nnoted by user:\\w+: ${NOTE}\nexit `),
  );
  expect((await bob.ok('term_list')).text).toMatch(
    new RegExp(`1 note on #1 by user:\\w+: "${NOTE}"; 1 bookmark`),
  );
  const read = await bob.ok('term_read', { name: 'work', last_n: 5 });
  expect(read.text).toMatch(new RegExp(`bookmarked by a person\nnote by user:\\w+: ${NOTE}`));
  expect((await bob.call('term_note', { name: 'work', seq: 1, note: 'mine' })).text).toContain(
    'agents change their own',
  );

  await exchangeHost(sandbox);
  const marked = await sandbox.run(['history', '--noted', '--bookmarked', '--json']);
  expect(JSON.parse(marked.stdout)).toMatchObject({ cmd: 'ls /nowhere', note: NOTE, bookmarked: true });
  expect((await sandbox.run(['note', 'work'])).stdout).toBe(`#1 * ${NOTE}\n`);

  expect(await sandbox.run(['run', 'work', '--', 'echo fine'])).toMatchObject({ code: 0 });
  await expect
    .poll(async () => (await bob.call('term_note', { name: 'work', seq: 2, note: 'it is flaky' })).text)
    .toContain('work #2 is noted');
  const second = await openWindow(sandbox, { args: ['attach', 'work'] });
  await second.waitForText(`★ ls /nowhere`);
  await second.waitForText(NOTE);
  await second.waitForText('@bob: it is flaky');
  await page.block('echo fine').locator('.block-note', { hasText: '@bob: it is flaky' }).waitFor();

  expect(await sandbox.run(['note', 'work:1', '--remove', '--no-bookmark'])).toMatchObject({
    stdout: '#1 (no note)\n',
  });
  await second.waitFor('no note', (screen) => !screen.text().includes(NOTE) && !screen.text().includes('★'));
  await page.block('ls /nowhere').locator('.block-note').waitFor({ state: 'detached' });
  expect(page.errors).toEqual([]);
});
