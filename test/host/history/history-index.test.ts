/** The index of the history from one request, and from one host, to the next. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { History } from '../../../src/host/history/history.ts';
import { indexHere } from '../../../src/host/history/index-place.ts';
import { databasePath } from '../../../src/ledger/index/database.ts';
import type { HistoryResult } from '../../../src/protocol/cotty/history.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { MemoryHost, marks, NONCE, type RawClient } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const oldCommands = fileURLToPath(new URL('../../bench/old-commands.mjs', import.meta.url));
const DEV = 'ahp-terminal:/dev';

let state = '';
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'cotty-history-'));
  execFileSync(process.execPath, [oldCommands, state, '3', '200']);
});
afterEach(() => removeFolder(state));

const file = () => databasePath(state);

async function ask(client: RawClient): Promise<HistoryResult> {
  return (await client.request('x-cotty/history', { limit: 1 })) as HistoryResult;
}

async function withHost(use: (host: MemoryHost, client: RawClient) => Promise<void>): Promise<void> {
  const host = await MemoryHost.start({ record: { folder: state } });
  try {
    await use(host, await host.connect('m', { writer: 'user:mara' }));
  } finally {
    await host.host.close();
  }
}

it('goes on from the file of the last host, and has nothing in it that was forgotten since', async () => {
  await withHost(async (host, client) => {
    await client.createTerminal(DEV, { name: 'dev', cwd: 'file:///tmp', cols: 100, rows: 30 });
    host.pty.print(`\x1b]633;P;Cwd=/tmp;${NONCE}\x07`);
    host.pty.print(
      `${marks.prompt}$ ${marks.start('echo forgettable')}one\r\n${marks.end(0)}${marks.prompt}$ `,
    );
    expect((await ask(client)).total).toBe(601);
  });
  expect(readFileSync(file()).includes('forgettable')).toBe(true);
  await withHost(async (_host, client) => {
    await client.request('x-cotty/forget', { channel: DEV, seq: 1 });
    expect(readFileSync(file()).includes('forgettable')).toBe(false);
    expect((await ask(client)).total).toBe(600);
  });
  expect(readFileSync(file()).includes('forgettable')).toBe(false);
});

it('reads on when the one who asked has left, and the next request has what was read', async () => {
  const recorder = { folder: state, recordOf: () => ({ folder: undefined }) };
  const history = new History({
    clock: new HandClock(),
    terminals: { listed: [] },
    recorder,
    startIndex: indexHere,
  } as unknown as ConstructorParameters<typeof History>[0]);
  await expect(history.find({ limit: 1 }, () => Promise.reject(new Error('it has left')))).rejects.toThrow(
    'it has left',
  );
  expect((await history.find({ limit: 1 }, () => Promise.resolve())).total).toBe(600);
  await history.close();
});
