/** Statistics as a host tells them: of records on the disk and of commands in memory. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StatsResult } from '../../../src/protocol/cotty/stats.ts';
import { MemoryHost, marks, NONCE, type RawClient, type Seen } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let state = '';
let host: MemoryHost;
let client: RawClient;
beforeEach(async () => {
  state = mkdtempSync(join(tmpdir(), 'cotty-stats-'));
  host = await MemoryHost.start({ record: { folder: state } });
  client = await host.connect('m', { writer: 'user:mara' });
  await client.createTerminal('ahp-terminal:/a', { name: 'a', cwd: 'file:///tmp', cols: 100, rows: 30 });
  move('/tmp');
});
afterEach(async () => {
  await host.host.close();
  await removeFolder(state);
});

function move(cwd: string): void {
  host.pty.print(`\x1b]633;P;Cwd=${cwd};${NONCE}\x07`);
}

/** A command of three seconds; without a code it goes on. */
function run(line: string, code?: number): void {
  host.pty.print(`${marks.prompt}$ ${marks.start(line)}text\r\n`);
  host.clock.pass(3000);
  if (code !== undefined) host.pty.print(`${marks.end(code)}${marks.prompt}$ `);
  host.clock.pass(1000);
}

async function ask(query: Seen = {}): Promise<StatsResult> {
  return (await client.request('x-cotty/stats', query)) as StatsResult;
}

describe('x-cotty/stats', () => {
  it('counts recorded, unrecorded and running commands, by command line and folder', async () => {
    for (const code of [0, 1, 0]) run('make', code);
    run(' make', 0);
    move('/var');
    run('make', 0);
    run('tail -f log');
    const stats = await ask();
    expect(stats).toMatchObject({ commands: 6, failed: 1, different: 4, totalMs: 15_000, activeDays: 1 });
    expect(stats.mostRun[0]).toMatchObject({
      commandLine: 'make',
      cwd: 'file:///tmp',
      runs: 3,
      failed: 1,
      medianMs: 3000,
      recent: [{ exitCode: 0 }, { exitCode: 1 }, { exitCode: 0 }],
    });
    expect(stats.flakiest).toMatchObject([{ commandLine: 'make', changes: 2, compared: 3 }]);
    expect(stats.days).toHaveLength(30);
    expect(stats.days.at(-1)).toMatchObject({ commands: 6, failed: 1 });
    expect((await ask({ text: 'tail' })).mostRun).toMatchObject([{ runs: 1, totalMs: 0 }]);
  });

  it('keeps to filters and limit, and tells the days of the time that is asked for', async () => {
    for (const line of ['a', 'b', 'b']) run(line, 0);
    const now = host.clock.now();
    const stats = await ask({ limit: 1, since: now - 3 * 86_400_000 });
    expect(stats.mostRun.map(({ commandLine }) => commandLine)).toEqual(['b']);
    expect(stats.days).toHaveLength(4);
    expect(await ask({ until: 1 })).toMatchObject({ commands: 0, activeDays: 0, mostRun: [] });
  });

  it('is refused to agents', async () => {
    const agent = await host.connect('n', { writer: 'agent:bob' });
    await expect(agent.request('x-cotty/stats', {})).rejects.toThrow('only a user who may type');
  });
});
