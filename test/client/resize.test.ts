import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { MemoryHost } from '../support/memory-host.ts';
import { windowClient } from '../support/window-client.ts';

const T = 'ahp-terminal:/1';
const WHOLE = { cols: 100, rows: 28 };
const SMALL = { cols: 70, rows: 18 };

describe('the size that a client asks for', () => {
  let memory: MemoryHost;
  let client: Client;
  beforeEach(async () => {
    memory = await MemoryHost.start();
    ({ client } = await windowClient(memory, 'me'));
    await client.createTerminal({ channel: T, claim: { kind: 'client', clientId: 'me' }, ...WHOLE });
    await client.subscribe(T);
  });
  afterEach(() => client.close());

  const asked = () => memory.pty.sizes;
  const size = () => {
    const state = client.terminal(T)?.state;
    return { cols: state?.cols, rows: state?.rows };
  };

  test('is asked for when it is the one before, as long as another one is under way', async () => {
    client.resize(T, SMALL);
    client.resize(T, WHOLE);
    await expect.poll(asked).toEqual(['70x18', '100x28']);
    await expect.poll(size).toEqual(WHOLE);
  });

  test('is not asked for again, whether the terminal has it or is about to get it', async () => {
    client.resize(T, WHOLE);
    client.resize(T, SMALL);
    client.resize(T, SMALL);
    await expect.poll(size).toEqual(SMALL);
    client.resize(T, SMALL);
    client.resize(T, WHOLE);
    await expect.poll(size).toEqual(WHOLE);
    expect(asked()).toEqual(['70x18', '100x28']);
  });
});
