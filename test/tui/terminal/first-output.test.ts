import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Client, HostClient } from '../../../src/client/client.ts';
import { terminalUri } from '../../../src/protocol/common/uri.ts';
import { memoryPair } from '../../../src/rpc/transport.ts';
import { firstOutput } from '../../../src/tui/terminal/first-output.ts';
import { MemoryHost } from '../../support/memory-host.ts';

describe('the wait for the first output', () => {
  let memory: MemoryHost;
  let client: Client;

  beforeEach(async () => {
    memory = await MemoryHost.start();
    const transportFactory = () => {
      const [near, far] = memoryPair();
      memory.host.attach(far);
      return near;
    };
    client = await HostClient.open({ clientId: 'mara-1', meta: { writer: 'user:mara' }, transportFactory });
  });

  afterEach(async () => {
    client.close();
    await memory.host.close();
  });

  const create = () =>
    client.createTerminal({
      channel: terminalUri('one'),
      claim: { kind: 'client', clientId: client.clientId },
    });

  test('ends when the first terminal has printed, and not before', async () => {
    let ended = false;
    const waited = firstOutput(client, () => undefined).then(() => {
      ended = true;
    });
    await create();
    await client.subscribe(terminalUri('one'));
    expect(ended).toBe(false);
    memory.pty.print('$ ');
    await waited;
  });

  test('ends for a terminal that printed long ago', async () => {
    await create();
    memory.pty.print('$ ');
    await firstOutput(client, () => terminalUri('one'));
  });

  test('listens to nothing any more when it has ended', async () => {
    await create();
    const mirror = await client.subscribe(terminalUri('one'));
    const listening = new Set<unknown>();
    for (const each of [mirror, client.root] as { onChange: (listener: () => void) => () => void }[]) {
      const onChange = each.onChange.bind(each);
      each.onChange = (listener) => {
        const stop = onChange(listener);
        listening.add(listener);
        return () => {
          listening.delete(listener);
          stop();
        };
      };
    }
    const waited = firstOutput(client, () => terminalUri('one'));
    await expect.poll(() => listening.size).toBe(1);
    await waited;
    expect(listening.size).toBe(0);
  });

  test('ends although nothing is ever printed', async () => {
    await create();
    await firstOutput(client, () => terminalUri('one'));
    await firstOutput(client, () => terminalUri('gone'));
  });
});
