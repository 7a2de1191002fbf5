import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { terminalUri } from '../../../src/protocol/common/uri.ts';
import { MemoryHost, settled } from '../../support/memory-host.ts';
import { windowClient } from '../../support/window-client.ts';

const ONE = terminalUri('one');

describe('the last lines of terminals', () => {
  let memory: MemoryHost;
  let client: Client;

  beforeEach(async () => {
    memory = await MemoryHost.start();
    ({ client } = await windowClient(memory, 'mara'));
    await client.createTerminal({ channel: ONE, claim: { kind: 'client', clientId: client.clientId } });
  });

  afterEach(async () => {
    client.close();
    await memory.host.close();
  });

  async function linesAfter(text: string): Promise<readonly string[]> {
    memory.pty.print(text);
    memory.clock.pass(50);
    await settled();
    return await client.cotty.lastLines([ONE]);
  }

  test('are what was printed last, and nothing of a program that has the whole screen', async () => {
    expect(await linesAfter('one\r\ntwo\r\n')).toEqual(['two']);
    expect(await linesAfter('\x1b[?1049h\x1b[5;5Hmenu')).toEqual(['']);
    expect(await linesAfter('\x1b[?1049l')).toEqual(['two']);
  });

  test('are empty for a terminal that does not exist', async () => {
    expect(await client.cotty.lastLines([terminalUri('none'), ONE])).toEqual(['', '']);
  });
});
