import { expect, test } from 'vitest';
import type { ConnectionDetail, ConnectionState } from '../../../src/client/connection/reconnecting.ts';
import type { Message } from '../../../src/tui/model/message.ts';
import { reviveHost } from '../../../src/tui/window/revive-host.ts';

function watched(start: () => Promise<void>, isKept = () => false) {
  const ending = new AbortController();
  const told: Message[] = [];
  let listener = (_state: ConnectionState, _detail: ConnectionDetail): void => {};
  let retried = 0;
  const client = {
    connectionState: 'ready' as ConnectionState,
    onConnectionState: (given: typeof listener) => {
      listener = given;
      return () => {};
    },
    retryNow: () => {
      retried += 1;
    },
  };
  const notify = (message: Message) => void told.push(message);
  const host = { start, isKept, version: '0.2.0', program: [], log: '/run/host.log' };
  reviveHost({ client, host, notify, signal: ending.signal, patienceMs: 1, longMs: 1 });
  const enter = (state: ConnectionState, detail: ConnectionDetail = {}): void => {
    client.connectionState = state;
    listener(state, detail);
  };
  return { enter, told, retried: () => retried };
}

test('a host that stays away is started once, and dialled at once', async () => {
  let started = 0;
  const { enter, told, retried } = watched(async () => {
    started += 1;
  });
  enter('away');
  enter('away');
  await expect.poll(retried).toBe(1);
  expect(started).toBe(1);
  expect(told).toEqual([{ kind: 'revival', text: 'the host has ended: starting it again…' }]);
});

test('a host that does not start is told with the reason, in one line', async () => {
  const { enter, told } = watched(() => Promise.reject(new Error('no room\nits log')));
  enter('away');
  await expect.poll(() => told.at(-1)).toEqual({ kind: 'revival', text: 'the host does not start: no room' });
});

test('a host that was stopped, or is back in time, is not started', async () => {
  let started = 0;
  const { enter } = watched(async () => {
    started += 1;
  });
  enter('away', { stopped: true });
  enter('away');
  enter('ready');
  // Another that is away since is started meanwhile.
  const other = watched(async () => {});
  other.enter('away');
  await expect.poll(other.retried).toBe(1);
  expect(started).toBe(0);
});

test('a host that a keeper brings back is waited for, and after long its log is named', async () => {
  let started = 0;
  let isKept = true;
  const start = async () => {
    started += 1;
  };
  const { enter, told, retried } = watched(start, () => isKept);
  enter('away');
  await expect
    .poll(() => told)
    .toEqual([
      {
        kind: 'revival',
        text: 'the host does not come back, programs go on · its log: /run/host.log',
      },
    ]);
  expect(started).toBe(0);
  // The keeper has given up.
  isKept = false;
  await expect.poll(retried).toBe(1);
  expect(started).toBe(1);
});
