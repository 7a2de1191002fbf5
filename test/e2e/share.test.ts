import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { leftModes, tabLine, waitForBlock } from '../support/face.ts';
import { connectTo, connectToNext, terminalOf, waitForCommands } from '../support/host-client.ts';
import { hostOf, killHost } from '../support/kill-host.ts';
import { Sandbox } from '../support/sandbox.ts';

describe('cotty share', () => {
  let sandbox: Sandbox;
  let client: Client | undefined;
  beforeAll(() => {
    sandbox = new Sandbox();
  });
  afterEach(async () => {
    client?.close();
    client = undefined;
    await sandbox.clear();
  });
  afterAll(() => sandbox.close());

  async function openShared(args: readonly string[] = ['--name', 'mine']) {
    const shared = sandbox.open(['share', ...args], { cols: 90, rows: 20 });
    await shared.waitForText(/\$ $/m);
    return shared;
  }

  test('is an ordinary shell here and a tab with blocks at the host, where typing is refused', async () => {
    const shared = await openShared();
    const window = sandbox.open();
    await window.waitFor('the tab', (screen) => /mine/.test(tabLine(screen)));
    shared.type('echo from-here; false\r');
    await shared.waitForText(/^from-here$/m);
    await waitForBlock(window, '✗ 1 echo from-here; false');
    await window.waitForText(/^\s*from-here$/m);
    await window.waitFor('whose it is', (screen) => tabLine(screen).includes('shared by you'));
    window.type('x');
    await window.waitForText('it runs in another terminal of yours: type there');
    expect(window.screenText()).not.toMatch(/takes it over/);
    expect(shared.screenText()).not.toMatch(/^\$ x/m);
  });

  test('follows the size, passes on the exit code, and gives the terminal back clean', async () => {
    const shared = await openShared();
    client = await connectTo(sandbox);
    const mirror = await client.subscribe(terminalOf(client, 'mine').resource);
    expect(mirror.state).toMatchObject({ cols: 90, rows: 20, executionTarget: 'client' });
    shared.resize(70, 15);
    // Keys could overtake the size on their way to the shell.
    await expect.poll(() => [mirror.state.cols, mirror.state.rows]).toEqual([70, 15]);
    shared.type('stty size\r');
    await shared.waitForText(/^15 70$/m);
    shared.type('exit 7\r');
    expect(await shared.exited).toMatchObject({ exitCode: 7 });
    expect(leftModes(shared.screen)).toEqual([]);
    await expect.poll(() => mirror.state.lifecycle).toEqual({ status: 'exited', exitCode: 7 });
  });

  test('interrupts programs here with Ctrl+C, and shows them as they ended', async () => {
    const shared = await openShared();
    client = await connectTo(sandbox);
    const line = `sh -c 'echo $((40+2)); exec sleep 600'`;
    shared.type(`${line}\r`);
    // Until the program runs, Ctrl+C goes to the shell.
    await shared.waitForText(/^42$/m);
    shared.send('\x03');
    const [command] = await waitForCommands(client, (commands) =>
      commands.some(({ isComplete }) => isComplete),
    );
    expect(command).toMatchObject({ commandLine: line, exitCode: 130 });
  });

  test('ends with the tab: killed at the host, the shell goes and the terminal is clean', async () => {
    const shared = await openShared();
    shared.type("printf '\\033[?1049h\\033[?1000h'\r");
    await shared.waitFor('the other screen', (screen) => screen.alternate);
    expect(await sandbox.run(['kill', 'mine'])).toMatchObject({ code: 0 });
    expect(await shared.exited).toMatchObject({ exitCode: 129 });
    expect(leftModes(shared.screen)).toEqual([]);
    expect(shared.screenText()).toContain('closed at the host');
  });

  test('goes on without the host, and is shown by the next one', async () => {
    const shared = await openShared();
    await sandbox.run(['host', 'stop', '--yes']);
    shared.type('echo still-here\r');
    await shared.waitForText(/^still-here$/m);
    // What it shows first hangs on who is faster: the shell that is shared, or a shell of its own.
    const window = sandbox.open();
    await window.waitFor('the tab', (screen) => /mine/.test(tabLine(screen)));
    shared.type('exit\r');
    expect(await shared.exited).toMatchObject({ exitCode: 0 });
  });

  test('comes back by itself after a kill of the host, with what was printed meanwhile, each line once', async () => {
    const shared = await openShared();
    // A keeper holds the programs of other terminals.
    await sandbox.run(['new', 'other']);
    const window = sandbox.open();
    await window.waitFor('the tab', (screen) => /mine/.test(tabLine(screen)));
    shared.type('echo before\r');
    await shared.waitForText(/^before$/m);
    shared.type('for n in 1 2 3 4 5 6; do echo line-$n; sleep 0.3; done; exec 3<&-; echo done-now\r');
    await shared.waitForText(/^line-2$/m);
    const killed = killHost(sandbox);
    await shared.waitForText(/^done-now$/m);
    await expect.poll(() => hostOf(sandbox) ?? killed).not.toBe(killed);
    await window.waitFor('the tab', (screen) => /mine/.test(tabLine(screen)));
    const observer = await connectToNext(sandbox);
    client = observer;
    // The window still shows the tab of before while it is shared again.
    await expect.poll(() => observer.root.state.terminals?.map(({ title }) => title)).toContain('mine');
    const [command, ...more] = await waitForCommands(
      observer,
      (commands) => commands.some(({ isComplete }) => isComplete),
      { title: 'mine' },
    );
    expect(more).toEqual([]);
    expect(command?.output).toBe(`${[1, 2, 3, 4, 5, 6].map((n) => `line-${n}\r\n`).join('')}done-now\r\n`);
    shared.type('echo after\r');
    await waitForCommands(
      observer,
      (commands) => commands.some(({ commandLine }) => commandLine === 'echo after'),
      {
        title: 'mine',
      },
    );
  });

  test('runs a program instead of the shell, and is refused inside a terminal of cotty', async () => {
    const shared = sandbox.open(['share', '--', 'echo one two; exit 3']);
    expect(await shared.exited).toMatchObject({ exitCode: 3 });
    expect(shared.screenText()).toContain('one two');
    const inside = sandbox.open(['share'], { env: { COTTY_TERMINAL: 'ahp-terminal:/x' } });
    expect(await inside.exited).toMatchObject({ exitCode: 2 });
  });
});
