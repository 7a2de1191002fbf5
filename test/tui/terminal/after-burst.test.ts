import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { terminalUri } from '../../../src/protocol/common/uri.ts';
import type { WindowTerminals } from '../../../src/tui/terminal/window-terminals.ts';
import { MemoryHost, settled } from '../../support/memory-host.ts';
import { windowClient, windowTerminals } from '../../support/window-client.ts';

const URIS = ['a', 'b', 'c', 'd', 'e', 'f'].map(terminalUri);

describe('after a burst of output, a window', () => {
  let memory: MemoryHost;
  let client: Client;
  let terminals: WindowTerminals;
  let told: number;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    memory = await MemoryHost.start();
    ({ client } = await windowClient(memory, 'mara'));
    told = 0;
    terminals = windowTerminals(client, {
      afterBurst: () => {
        told += 1;
      },
    });
    for (const channel of URIS) {
      await client.createTerminal({ channel, claim: { kind: 'client', clientId: client.clientId } });
      await terminals.show(channel);
    }
    await burst();
  });

  afterEach(async () => {
    vi.useRealTimers();
    terminals.close();
    client.close();
    await memory.host.close();
  });

  /** Prints a megabyte in the newest terminal and paints it. */
  async function burst(): Promise<void> {
    const line = `${'a line of a burst '.repeat(50)}\r\n`;
    for (let round = 0; round < 80; round += 1) {
      memory.pty.print(line.repeat(20));
      memory.clock.pass(5);
      await settled();
      terminals.painted(() => false);
      await settled();
    }
    memory.clock.pass(1000);
    await settled();
    terminals.painted(() => false);
  }

  const kept = () => URIS.filter((uri) => terminals.get(uri) !== undefined);

  it('keeps the terminal in front and those shown last, and tells', async () => {
    await terminals.show(URIS[0] as string);
    await terminals.show(URIS[5] as string);
    expect(kept()).toEqual(URIS);
    vi.advanceTimersByTime(2000);
    expect(kept()).toEqual([URIS[0], URIS[3], URIS[4], URIS[5]]);
    expect(told).toBe(1);
  });

  it('waits for somebody who types', () => {
    vi.advanceTimersByTime(900);
    terminals.touched();
    vi.advanceTimersByTime(200);
    expect(told).toBe(0);
    vi.advanceTimersByTime(2000);
    expect(told).toBe(1);
  });

  it('counts what the host has left out because the window was behind', async () => {
    vi.advanceTimersByTime(2000);
    expect(told).toBe(1);
    for (let round = 0; round < 80; round += 1) {
      memory.pty.print(`${'a line of a burst '.repeat(50)}\r\n`.repeat(20));
      memory.clock.pass(5);
      await settled();
    }
    // A few frames for all of it: the host sends a screen for each.
    for (let frame = 0; frame < 3; frame += 1) {
      terminals.painted(() => false);
      memory.clock.pass(1000);
      await settled();
    }
    terminals.painted(() => false);
    vi.advanceTimersByTime(2000);
    expect(told).toBe(2);
  });

  it('shows a terminal again that it has let go of', async () => {
    vi.advanceTimersByTime(2000);
    await terminals.show(URIS[1] as string);
    expect(kept()).toContain(URIS[1]);
  });
});
