/** What is typed for a terminal that an agent closes meanwhile: it goes with that terminal, and reaches no other one. */

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  frontTab,
  hasGoneNotice,
  openTab,
  openWindow,
  tabLine,
  waitForBlock,
  waitForMode,
} from '../support/face.ts';
import { key } from '../support/keys.ts';
import { McpAgent } from '../support/mcp-agent.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let window: OuterTerminal;
let ada: McpAgent;
let count = 0;

beforeAll(async () => {
  sandbox = new Sandbox();
  window = await openWindow(sandbox);
  await openTab(window, 'w');
  ada = await McpAgent.open(sandbox, 'ada', ['--handle', 'ada']);
});
/** A terminal of ada's comes to the front, beside `w`. */
beforeEach(async () => {
  count += 1;
  await ada.ok('term_spawn', { name: `prod${count}` });
  await ada.ok('term_claim', { name: `prod${count}` });
  await window.waitFor('the tab', (screen) => tabLine(screen).includes(`prod${count}`));
  window.send('\x1b3');
  await window.waitFor('it in front', (screen) => frontTab(screen).includes(`prod${count}`));
});
afterAll(() => sandbox?.close());

/** Runs a command in `w`, which is in front now, and returns what the window shows of it. */
async function shownOfNext(command: string): Promise<string> {
  await window.waitFor('no notice', (screen) => !hasGoneNotice(screen));
  await waitForMode(window, 'RUN');
  expect(frontTab(window.screen)).toContain('w');
  window.type(command);
  window.send(key.enter);
  await waitForBlock(window, `✓ 0 ${command}`);
  return window.screen.text();
}

it('a line that waits for the answer whether to take over ends with its terminal', async () => {
  window.type('echo MEANT-FOR-prod');
  window.send(key.enter);
  await window.waitForText('@ada holds this terminal');
  await ada.ok('term_close', { name: `prod${count}` });
  await window.waitForText('What you were typing there reaches no other terminal.');
  expect(window.screen.text()).toMatch(/echo MEANT-FOR-prod\s+│/);
  window.send(key.enter);
  expect(await shownOfNext('echo one')).not.toContain('MEANT-FOR-prod');
});

it('the rest of a half-written line, and Enter, reach no other terminal', async () => {
  window.type('echo MEANT-');
  await window.waitFor('the line', (screen) => screen.text().includes('echo MEANT-'));
  await ada.ok('term_close', { name: `prod${count}` });
  await window.waitFor('the notice', hasGoneNotice);
  window.type('FOR-prod');
  window.send(key.enter);
  expect(await shownOfNext('echo two')).not.toMatch(/FOR-prod/);
});

it('a new name is not given to the terminal that comes to the front', async () => {
  window.send(key.f8);
  await window.waitForText('Rename this terminal');
  window.type('mine');
  await ada.ok('term_close', { name: `prod${count}` });
  await window.waitFor('the notice', hasGoneNotice);
  window.type('-now\r');
  expect(await shownOfNext('echo three')).not.toMatch(/now|mine/);
});
