/** Whoever asks for much in one write does not make others wait until all of it is answered. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Transport } from '../../src/rpc/transport.ts';
import { connect } from '../../src/rpc/ws-client.ts';
import { type Listening, listen } from '../../src/rpc/ws-server.ts';
import { removeFolder } from '../support/remove-folder.ts';

/** Long enough that two of them fill a turn. */
const WORK_MS = 5;
const COUNT = 100;

/** Keeps the process busy, as a costly request does. */
function work(): void {
  const end = performance.now() + WORK_MS;
  while (performance.now() < end);
}

describe('a listener', () => {
  let folder: string;
  let path: string;
  let listening: Listening;
  const served: string[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cotty-turns-'));
    path = join(folder, 'host.sock');
    listening = await listen({ path }, { onTransport: serve });
  });
  afterEach(async () => {
    await listening.close();
    removeFolder(folder);
    served.splice(0);
  });

  function serve(transport: Transport): void {
    transport.onMessage((text) => {
      if (text.startsWith('costly')) work();
      served.push(text);
      transport.send(text);
    });
  }

  it('serves another connection between costly messages of one, loses none and keeps their order', async () => {
    const greedy = await connect(`unix:${path}`);
    const other = await connect(`unix:${path}`);
    const wanted = Array.from({ length: COUNT }, (_, index) => `costly ${index}`);
    const all = new Promise<void>((resolve) => {
      greedy.onMessage((text) => {
        if (text === wanted.at(-1)) resolve();
        // It asks when the first answer comes: all that its neighbour has sent was read by then.
        if (text === wanted[0]) other.send('quick');
      });
    });
    for (const text of wanted) greedy.send(text);
    await all;
    expect(served.filter((text) => text !== 'quick')).toEqual(wanted);
    expect(served.indexOf('quick')).toBeGreaterThan(0);
    expect(served.indexOf('quick')).toBeLessThan(COUNT / 2);
  });
});
