import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { openWindow } from '../support/face.ts';
import { connectTo, waitForCommands } from '../support/host-client.ts';
import { endedCommands, expectNumbered, numberedLine } from '../support/numbered-commands.ts';
import { Sandbox } from '../support/sandbox.ts';

const COUNT = 200;

describe.each(['bash', 'zsh', 'fish'] as const)('%s', (shell) => {
  let sandbox: Sandbox;
  let client: Client | undefined;
  beforeAll(() => {
    sandbox = new Sandbox(shell);
  });
  afterAll(async () => {
    client?.close();
    await sandbox?.close();
  });

  test(`makes one block of each of ${COUNT} commands typed as fast as they are taken`, async () => {
    const window = await openWindow(sandbox);
    client = await connectTo(sandbox);
    for (let number = 0; number < COUNT; number += 1) {
      window.send(`${numberedLine(number)}\r`);
      await waitForCommands(client, endedCommands(number + 1));
    }
    const commands = await waitForCommands(client, endedCommands(COUNT));
    expect(commands).toHaveLength(COUNT);
    expectNumbered(commands, COUNT);
  }, 600_000);
});
