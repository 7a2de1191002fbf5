import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { readLedger } from '../../src/ledger/read/read-ledger.ts';
import type { LedgerRecord } from '../../src/ledger/records/record.ts';
import type { CommandPart } from '../../src/protocol/terminal/state.ts';
import { killWhileStarting, startBackgroundHost } from '../support/background-host.ts';
import { commandsOf } from '../support/host-client.ts';
import { Sandbox } from '../support/sandbox.ts';

const T = 'ahp-terminal:/build-1';

/** Side by side, so that the kills come while the machine is busy; together 200. */
const HOSTS = 4;
const LIVES = 50;
/** Of so many lives one ends before it is ready. */
const UNREADY = 5;

const sandboxes: Sandbox[] = [];
afterEach(async () => {
  await Promise.all(sandboxes.splice(0).map((sandbox) => sandbox.close()));
});

test('hosts killed at 200 moments have every finished command on disk, and mark the ones that were cut off', async () => {
  for (let index = 0; index < HOSTS; index += 1) sandboxes.push(new Sandbox());
  const lives = await Promise.allSettled(sandboxes.map((sandbox) => livesOf(sandbox)));
  // All have ended, whatever went wrong with one.
  const checked = lives.map(counted);
  expect(checked.every((count) => count > 0)).toBe(true);
}, 1_200_000);

function counted(lives: PromiseSettledResult<number>): number {
  if (lives.status === 'rejected') throw lives.reason;
  return lives.value;
}

/** The number of commands that were looked for. */
async function livesOf(sandbox: Sandbox): Promise<number> {
  const finished: CommandPart[] = [];
  for (let life = 1; life <= LIVES; life += 1) {
    if (life % UNREADY === 0) await killWhileStarting(sandbox, Math.random() * 700);
    else finished.push(...(await liveUntilKilled(sandbox, life === 1)));
    if (life % UNREADY === 0 || life === LIVES) check(await ledger(sandbox), finished);
  }
  const host = await startBackgroundHost(sandbox);
  const commands = await commandsOf(host.client, 'build');
  expect(commands.every(({ isComplete }) => isComplete)).toBe(true);
  await host.end('SIGTERM');
  const records = await ledger(sandbox);
  expect(records.filter(({ finishedAt }) => finishedAt === undefined)).toEqual([]);
  expect(records.filter(({ killedByRestart }) => killedByRestart).length).toBeGreaterThan(0);
  return finished.length;
}

/** Commands that were seen to end before the kill. */
async function liveUntilKilled(sandbox: Sandbox, isFirst: boolean): Promise<CommandPart[]> {
  const host = await startBackgroundHost(sandbox);
  if (isFirst) await create(host.client);
  const finished = await load(host.client);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 1200));
  await host.kill();
  return finished;
}

async function create(client: Client): Promise<void> {
  await client.createTerminal({
    channel: T,
    name: 'build',
    claim: { kind: 'client', clientId: client.clientId },
    cols: 90,
    rows: 20,
  });
}

/** One command after the other, some with much output; gives those that were seen to end. */
async function load(client: Client): Promise<CommandPart[]> {
  const finished: CommandPart[] = [];
  const mirror = await client.subscribe(T);
  const next = () => {
    const last = finished.length % 10 === 9 ? 50_000 : 103;
    const line = `seq 100 ${last}; (exit ${finished.length % 4})`;
    client.dispatch(T, { type: 'terminal/input', data: `${line}\r` });
  };
  mirror.onChange(({ content }, cause) => {
    if (cause.kind !== 'action' || cause.envelope.action.type !== 'terminal/commandFinished') return;
    const { commandId } = cause.envelope.action;
    const part = content.findLast((other) => other.type === 'command' && other.commandId === commandId);
    if (part?.type === 'command') finished.push(part);
    next();
  });
  next();
  return finished;
}

function check(records: readonly LedgerRecord[], finished: readonly CommandPart[]): void {
  const seqs = records.map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.map((_, index) => seqs.length - index));
  const byId = new Map(records.map((record) => [record.commandId, record]));
  for (const { commandId, commandLine, exitCode, output } of finished) {
    const record = byId.get(commandId);
    expect(record).toMatchObject({ commandLine, exitCode });
    expect(record?.output.head).toMatch(/^100\r\n101\r\n/);
    expect(output.endsWith(record?.output.tail || (record?.output.head ?? '?'))).toBe(true);
  }
  // All but the newest have ended: in this life, or by the mark of a later one.
  expect(records.slice(1).filter(({ finishedAt }) => finishedAt === undefined)).toEqual([]);
}

/** Newest first. */
async function ledger(sandbox: Sandbox): Promise<LedgerRecord[]> {
  const terminals = join(sandbox.home, '.local/state/cotty/terminals');
  const [name = ''] = readdirSync(terminals);
  const records: LedgerRecord[] = [];
  for await (const entries of readLedger(join(terminals, name))) {
    records.push(...entries.flatMap((entry) => (entry.kind === 'record' ? [entry.record] : [])));
  }
  return records;
}
