/** An agent that made a terminal does not end what another agent, or a person, runs there by now. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { frontTab, openWindow, tabLine, waitForBlock } from '../support/face.ts';
import { key } from '../support/keys.ts';
import { McpAgent } from '../support/mcp-agent.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let window: OuterTerminal;
let ada: McpAgent;
let bob: McpAgent;

beforeAll(async () => {
  sandbox = new Sandbox();
  window = await openWindow(sandbox);
  ada = await McpAgent.open(sandbox, 'ada', ['--handle', 'ada']);
  bob = await McpAgent.open(sandbox, 'bob', ['--handle', 'bob']);
});
afterAll(() => sandbox?.close());

async function look(name: string): Promise<void> {
  await window.waitFor(`the tab ${name}`, (screen) => tabLine(screen).includes(name));
  const at = tabLine(window.screen)
    .trim()
    .split(/\s{2,}/)
    .findIndex((tab) => tab.includes(name));
  window.send(`\x1b${at + 1}`);
  await window.waitFor(`${name} in front`, (screen) => frontTab(screen).includes(name));
}

it('another agent runs something there', async () => {
  await ada.ok('term_spawn', { name: 'own' });
  await ada.ok('term_run', { name: 'own', cmd: 'echo made' });
  await ada.ok('term_release', { name: 'own' });
  await bob.ok('term_claim', { name: 'own' });
  await bob.ok('term_run', { name: 'own', cmd: 'until [ -e go ]; do sleep 0.1; done', wait: false });
  const refused = await ada.call('term_close', { name: 'own' });
  expect(refused).toMatchObject({
    isError: true,
    text: expect.stringContaining('agent bob holds this terminal'),
  });
  sandbox.write('go', '');
  const { data } = await bob.ok('term_wait', { name: 'own', seq: 2, timeout: 60 });
  expect(data).toMatchObject({ record: { exit: 0 } });
  // Whoever holds it may, and what nobody uses any more is again for those to close who made it.
  await bob.ok('term_release', { name: 'own' });
  await ada.ok('term_close', { name: 'own' });
});

it('a person has taken it over, and is asked before closing or renaming what the agent has', async () => {
  await ada.ok('term_spawn', { name: 'mine' });
  await ada.ok('term_claim', { name: 'mine' });
  await look('mine');
  window.send('\x1bw');
  await window.waitForText('@ada holds it.');
  window.send('n');
  window.send(key.f8);
  await window.waitForText('Rename this terminal');
  window.type('er\r');
  await window.waitForText('@ada holds this terminal. Rename it to mineer?');
  window.send('y');
  await window.waitFor('the name', (screen) => frontTab(screen).includes('mineer'));
  window.type('sleep 0; echo person');
  window.send(key.enter);
  await window.waitForText('@ada holds this terminal');
  window.send(key.enter);
  await waitForBlock(window, '✓ 0 sleep 0; echo person');
  const refused = await ada.call('term_close', { name: 'mineer' });
  expect(refused).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^mineer: (?!agent )\S+ holds this terminal/),
  });
});
