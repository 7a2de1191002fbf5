import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWindow, tabLine, waitForBlock, waitForMode } from '../support/face.ts';
import { key } from '../support/keys.ts';
import { McpAgent } from '../support/mcp-agent.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { Sandbox } from '../support/sandbox.ts';

/** A person at a local window is the user of the machine. */
const { username } = userInfo();

describe('a terminal that a person hands over', () => {
  let sandbox: Sandbox;
  let agent: McpAgent;
  let window: OuterTerminal;
  beforeAll(async () => {
    sandbox = new Sandbox();
    window = await openWindow(sandbox);
    agent = await McpAgent.open(sandbox, 'ada');
  });
  afterAll(() => sandbox.close());

  const name = async (): Promise<string> => (await agent.ok('term_list')).data.terminals[0].name;
  const holder = async (): Promise<string> =>
    JSON.parse((await sandbox.run(['ls', '--json'])).stdout)[0].holder;
  const bar = () => window.screen.line(window.screen.rows - 1);
  const handOver = async (): Promise<void> => {
    const asking = agent.ok('term_claim', { name: await name(), ask: true, timeout: 90 });
    await window.waitForText('@ada asks for this terminal');
    window.send('\x0f');
    expect((await asking).data).toEqual({ held: true });
    await window.waitFor('the badge', (screen) => tabLine(screen).includes('@ada'));
    expect(await holder()).toBe('agent ada');
  };

  test('is theirs again when the agent releases it, in ls, tab and bar, and typing there asks nothing', async () => {
    await handOver();
    const { text } = await agent.ok('term_release', { name: await name() });
    expect(text).toBe(`${await name()} is released: ${username} has it back`);
    expect(await holder()).toBe(username);
    await window.waitFor('no badge', (screen) => !tabLine(screen).includes('@ada'));
    expect(bar()).not.toContain('watching');
    window.type('echo mine');
    window.send(key.enter);
    await waitForBlock(window, '✓ 0 echo mine');
    expect((await agent.ok('term_release', { name: await name() })).text).toMatch(/you do not hold/);
  });

  test('is taken over after one question in RUN', async () => {
    await handOver();
    window.type('echo run');
    await window.waitFor('the line', () => bar().includes('asks first'));
    expect(window.screenText()).not.toMatch(/take over|takes it over/);
    window.send(key.enter);
    await window.waitForText('@ada holds this terminal · Enter takes it over');
    window.send(key.enter);
    await waitForBlock(window, '✓ 0 echo run');
    expect(await holder()).toBe(username);
  });

  test('is taken over after one question in RAW, and the key is not lost', async () => {
    await handOver();
    window.send('\x0b');
    await waitForMode(window, 'RAW');
    window.type('e');
    await window.waitForText('@ada holds this terminal · Enter takes it over');
    window.send(key.enter);
    await window.waitForText(/^\$ e$/m);
    window.type('cho raw\r');
    await window.waitForText(/^raw$/m);
    expect(await holder()).toBe(username);
  });

  test('goes back to the person also after the host was killed meanwhile', async () => {
    window.send('\x0b');
    await waitForMode(window, 'RUN');
    await handOver();
    process.kill(JSON.parse((await sandbox.run(['host', 'status', '--json'])).stdout).pid, 'SIGKILL');
    await window.waitForText('the host was brought back');
    expect((await agent.ok('term_release', { name: await name() })).text).toContain(
      `${username} has it back`,
    );
    expect(await holder()).toBe(username);
  });
});
