import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listenToEnds } from '../../../../src/cli/scripts/follow/ends.ts';
import { groupMembers } from '../../../../src/cli/scripts/group/group-names.ts';
import { waitGroup } from '../../../../src/cli/scripts/group/wait-group.ts';
import type { Client } from '../../../../src/client/client.ts';
import { fakeIo } from '../../../support/fake-io.ts';
import { RealHost } from '../../../support/real-host.ts';

let host: RealHost;
let client: Client;
beforeEach(async () => {
  host = await RealHost.start();
  client = await host.join('user:mara');
});
afterEach(async () => {
  await host.close();
});

describe('a terminal that has ended before it is waited for', () => {
  let ended: string;
  beforeEach(async () => {
    ended = await host.open(client);
    await client.cotty.run(ended, { commandLine: 'true' });
    await client.cotty.type(ended, 'exit\r');
    await expect.poll(() => client.root.state.terminals?.[0]?.lifecycle.status).toBe('exited');
  });
  const request = { accepts: () => true, timeoutMs: undefined };

  test('has a row that says so, and nobody waits for it', async () => {
    const { io } = fakeIo();
    const members = groupMembers(client.root.state.terminals ?? [], ['t1']);
    expect(await waitGroup(client, members, { ...request, until: 'all' }, io)).toEqual({
      until: 'all',
      code: 123,
      rows: [
        {
          ...{ terminal: 'home', state: 'lost', code: 123 },
          note: 'nothing to wait for: the terminal has ended',
        },
      ],
    });
  });

  test('is told of at once, whoever waits', async () => {
    const told: string[] = [];
    const listener = {
      onCommand: ({ channel }: { channel: string }) => told.push(channel),
      onTerminal: (uri: string) => told.push(uri),
      onOver: ({ message }: { message: string }) => told.push(message),
      onError: () => told.push('error'),
    };
    const stop = listenToEnds(client, new Set([ended]), request, listener, fakeIo().io);
    expect(told).toEqual([ended]);
    stop();
  });
});
