import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Client, HostClient } from '../../src/client/client.ts';
import { hostAt } from '../../src/client/host-at.ts';
import {
  detach,
  frontTab,
  openTab,
  openWindow,
  tabLine,
  waitForBlock,
  waitForKeysToGo,
  waitForMode,
} from '../support/face.ts';
import { terminalOf } from '../support/host-client.ts';
import { alt, ctrl, key } from '../support/keys.ts';
import { Sandbox } from '../support/sandbox.ts';

const FOCUS_LOST = '\x1b[O';
const FOCUS_BACK = '\x1b[I';

describe('a window that shares its terminals', () => {
  let sandbox: Sandbox;
  const clients: Client[] = [];
  beforeAll(() => {
    sandbox = new Sandbox();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    await sandbox.clear();
  });
  afterAll(() => sandbox.close());

  /** An agent as the host sees one: a client with a handle. */
  async function agent(handle: string): Promise<Client> {
    const client = await HostClient.open({
      ...hostAt({ url: `unix:${join(sandbox.env['COTTY_RUNTIME_DIR'] ?? '', 'host.sock')}` }),
      clientId: `agent-${handle}`,
      clientInfo: { name: 'agent' },
      meta: { writer: `agent:${handle}` },
    });
    clients.push(client);
    return client;
  }

  test('tells on the desktop of what ended where nobody looked, and of nothing else', async () => {
    sandbox.write('.config/cotty/config', 'notifyAfter = 1\nnotifyHow = osc9\n');
    const window = await openWindow(sandbox);
    const told = () => window.raw.match(/\x1b\]9;[^\x1b]*\x1b\\/g) ?? [];
    const notices = (count: number) => window.waitFor(`${count} notices`, () => told().length >= count);

    window.type('sleep 1.2; echo seen\r');
    await waitForBlock(window, '✓ 0 sleep 1.2; echo seen');
    window.send(FOCUS_LOST);
    window.type('sleep 1.2; false\r');
    await notices(1);
    window.type('echo short\r');
    await waitForBlock(window, '✓ 0 echo short');
    window.send(FOCUS_BACK);

    await openTab(window, 'build');
    window.type('sleep 1.2; until ls go; do sleep 0.1; done; echo "$HOME" | grep nothing\r');
    await waitForKeysToGo(window, 'sleep');
    window.send(alt('1'));
    await window.waitFor('the first tab', (screen) => frontTab(screen).includes('home'));
    sandbox.write('go', '');
    await notices(2);
    await window.waitFor('a marker', (screen) => tabLine(screen).includes('! build'));
    expect(told()).toEqual([
      expect.stringMatching(/^\x1b\]9;home: `sleep 1\.2; false` failed with 1 after \d+ s\x1b\\$/),
      expect.stringMatching(
        /^\x1b\]9;build: `sleep 1\.2; until ls go; do sleep 0\.1; done; echo "\$HOME" \| grep nothing` failed with 1 after \d+ s\x1b\\$/,
      ),
    ]);
  });

  test('keeps what an agent ended while no window was open, and leads to its block', async () => {
    const first = await openWindow(sandbox);
    await openTab(first, 'build');
    first.send(alt('1'));
    await detach(first);

    const ada = await agent('ada');
    const uri = terminalOf(ada, 'build').resource;
    const { record } = await ada.cotty.run(uri, { commandLine: 'ls /nowhere' });
    expect(record.exit).toBe(2);

    const window = await openWindow(sandbox);
    await window.waitForText('! 1 ended (F12)');
    window.send(key.f12);
    await window.waitForText(/! \d\d:\d\d build +✗ 2 +\$ ls \/nowhere/);
    await window.waitForText(/@ada \d+\.\ds +ls: cannot access/);
    window.send(key.enter);
    await window.waitForText(/^› ✗ 2 +ls \/nowhere .*@ada/m);
    await window.waitFor('nothing new', (screen) => !screen.text().includes('ended (F12)'));

    // Acknowledged: the next window has nothing to tell.
    window.send('q');
    await waitForMode(window, 'RUN');
    await detach(window);
    const last = await openWindow(sandbox);
    last.send(key.f12);
    await last.waitForText('Nobody waits');
  });

  test('shows who asks, hands over by a key, and takes back by typing', async () => {
    const window = await openWindow(sandbox);
    const ada = await agent('ada');
    const uri = terminalOf(ada).resource;
    await expect(ada.cotty.run(uri, { commandLine: 'true' })).rejects.toThrow(/holds this terminal/);
    window.type('echo mine');
    await ada.cotty.askFor(uri);
    await window.waitForText('@ada asks for this terminal');
    await window.waitFor('the badge', (screen) => tabLine(screen).includes('@ada?'));
    // An Enter that comes now is the command line's.
    window.send(key.enter);
    await waitForBlock(window, '✓ 0 echo mine');
    window.send(ctrl('o'));
    await window.waitForText('handed home over to @ada');

    const run = ada.cotty.run(uri, { commandLine: 'sleep 600' });
    // The list of terminals, and with it the tab, may say so before the terminal itself does.
    await window.waitFor('its tab', (screen) => /● (\S+) @ada/.test(tabLine(screen)));
    await window.waitForText(/● +sleep 600 .*@ada/);
    window.type('x');
    await window.waitForText('@ada is running sleep 600 · Enter takes it over');
    window.send(key.enter);
    await waitForKeysToGo(window, 'sleep');
    window.send(ctrl('c'));
    expect((await run).record.exit).toBe(130);
    await window.waitForText(/\^C +sleep 600 .*@ada/);
    await expect(ada.cotty.run(uri, { commandLine: 'true' })).rejects.toThrow(/holds this terminal/);
  });

  test('lists the agents, with the line that lets another one in', async () => {
    const window = await openWindow(sandbox);
    await agent('ada');
    window.send('?');
    await window.waitForText('A agents');
    window.send('A');
    await window.waitForText(/@ada +connected since \d\d:\d\d/);
    window.send('y');
    await window.waitFor('the copy', (screen) => screen.clipboard.length > 0);
    expect(window.screen.clipboard[0]).toMatch(
      /^claude mcp add cotty -e COTTY_RUNTIME_DIR=\S+ -- \S+ \S+cotty\.js mcp$/,
    );
  });

  test('ends every terminal after a typed yes', async () => {
    const window = await openWindow(sandbox);
    await sandbox.run(['new', 'build', '--detached', '--', 'sleep', '60']);
    await window.waitFor('the tab', (screen) => tabLine(screen).includes('build'));
    window.send(key.escape);
    await waitForMode(window, 'BROWSE');
    window.send('X');
    await window.waitForText('Ends all 2 terminals');
    window.type('yes\r');
    expect((await window.exited).exitCode).toBe(0);
    expect((await sandbox.run(['ls', '--json'])).stdout.trim()).toBe('[]');
  });
});
