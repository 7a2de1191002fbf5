import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { type Client, HostClient } from '../../src/client/client.ts';
import { hostAt } from '../../src/client/host-at.ts';
import { readLedger } from '../../src/ledger/read/read-ledger.ts';
import type { LedgerRecord } from '../../src/ledger/records/record.ts';
import type { Wake } from '../../src/protocol/cotty/wake.ts';
import { startBackgroundHost } from '../support/background-host.ts';
import { Sandbox } from '../support/sandbox.ts';

const T = 'ahp-terminal:/build-1';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

/** Somebody who watches: told of each wake whether it was pushed or asked for. */
class Agent {
  readonly client: Client;
  readonly told: Wake[] = [];

  private constructor(client: Client) {
    this.client = client;
    client.onWake((wake) => this.told.push(wake));
  }

  static async connect(handle: string): Promise<Agent> {
    const client = await HostClient.open({
      ...hostAt({ url: `unix:${join(sandbox.env['COTTY_RUNTIME_DIR'] ?? '', 'host.sock')}` }),
      clientId: `test-${handle}`,
      clientInfo: { name: 'test' },
      meta: { writer: `agent:${handle}` },
      retry: false,
    });
    return new Agent(client);
  }

  async ask(ack?: number): Promise<readonly Wake[]> {
    const { wakes } = await this.client.cotty.wakes(ack === undefined ? {} : { ack });
    this.told.push(...wakes);
    return wakes;
  }

  close(): void {
    this.client.close();
  }
}

async function create(client: Client): Promise<void> {
  await client.createTerminal({
    channel: T,
    name: 'build',
    cwd: pathToFileURL(sandbox.home).href,
    claim: { kind: 'client', clientId: client.clientId },
    cols: 90,
    rows: 20,
  });
}

/** One command after the other, until the host is gone. */
async function keepBusy(client: Client): Promise<void> {
  let count = 0;
  const mirror = await client.subscribe(T);
  const next = () => {
    count += 1;
    client.dispatch(T, { type: 'terminal/input', data: `echo line ${count}; (exit ${count % 3})\r` });
  };
  mirror.onChange((_state, cause) => {
    if (cause.kind === 'action' && cause.envelope.action.type === 'terminal/commandFinished') next();
  });
  next();
}

/** Types behind what runs now; resolves when its turn has come and its beginning is on the disk. */
async function leaveRunning(client: Client): Promise<void> {
  client.dispatch(T, { type: 'terminal/input', data: 'sleep 60\r' });
  while ((await ledger()).at(-1)?.commandLine !== 'sleep 60') {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Oldest first. */
async function ledger(): Promise<LedgerRecord[]> {
  const folder = join(sandbox.home, '.local/state/cotty/terminals');
  const [name = ''] = readdirSync(folder);
  const records: LedgerRecord[] = [];
  for await (const entries of readLedger(join(folder, name))) {
    records.push(...entries.flatMap((entry) => (entry.kind === 'record' ? [entry.record] : [])));
  }
  return records.reverse();
}

async function until(seen: () => boolean): Promise<void> {
  while (!seen()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a subscriber of a host that is killed at any moment', () => {
  const LIVES = 10;

  /** Any moment, may be between two commands; the last one is in the middle of one. */
  const momentOf = (life: number, client: Client): Promise<unknown> =>
    life === LIVES
      ? leaveRunning(client)
      : new Promise((resolve) => setTimeout(resolve, Math.random() * 400));

  test('is told of every command that ended, and of none again that it has acknowledged', async () => {
    sandbox = new Sandbox();
    const bySeq = new Map<number, Wake>();
    let acked = 0;
    const take = (wakes: readonly Wake[]) => {
      for (const wake of wakes) {
        expect(wake.n).toBeGreaterThan(acked);
        bySeq.set(wake.seq, wake);
      }
    };
    for (let life = 1; life <= LIVES; life += 1) {
      const host = await startBackgroundHost(sandbox);
      if (life === 1) await create(host.client);
      const ada = await Agent.connect('ada');
      if (life === 1) await ada.client.cotty.watch(T);
      take(await ada.ask());
      await keepBusy(host.client);
      const from = ada.told.length;
      await until(() => ada.told.length > from + 1);
      // What it has seen until now it need never see again; of what comes then it acknowledges nothing.
      const seen = ada.told.splice(0);
      take(seen);
      await ada.ask(seen.at(-1)?.n);
      acked = seen.at(-1)?.n ?? acked;
      await momentOf(life, host.client);
      take(ada.told);
      await host.kill();
      ada.close();
    }
    const host = await startBackgroundHost(sandbox);
    const ada = await Agent.connect('ada');
    take(await ada.ask());
    const last = ada.told.at(-1)?.n ?? acked;
    expect(await ada.ask(last)).toEqual([]);
    ada.close();
    await host.end('SIGTERM');

    const records = await ledger();
    expect(records.length).toBeGreaterThan(2 * LIVES);
    expect(records.filter(({ seq }) => !bySeq.has(seq)).map(({ seq }) => seq)).toEqual([]);
    const cutOff = records.filter(({ killedByRestart }) => killedByRestart === true);
    expect(cutOff.length).toBeGreaterThan(0);
    // Of one that ended just before the kill the wake may have been written, and the record not.
    for (const { seq, commandLine, exitCode, killedByRestart } of records) {
      const exit = killedByRestart === true ? {} : { exit: exitCode };
      expect(bySeq.get(seq)).toMatchObject({ cmd: commandLine, ...exit });
    }

    const again = await startBackgroundHost(sandbox);
    const back = await Agent.connect('ada');
    expect(await back.ask()).toEqual([]);
    expect((await back.client.cotty.wakes()).watches).toMatchObject([{ channel: T, filter: {} }]);
    back.close();
    await again.end('SIGTERM');
  }, 600_000);
});
