import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Client, HostClient } from '../../../src/client/client.ts';
import { AgentInbox } from '../../../src/mcp/agent/agent-inbox.ts';
import type { Wake } from '../../../src/protocol/cotty/wake.ts';
import { memoryPair, type Transport } from '../../../src/rpc/transport.ts';
import { MemoryHost, marks, type RawClient, settled } from '../../support/memory-host.ts';

const BUILD = 'ahp-terminal:/build-1';
const OTHER = 'ahp-terminal:/other-1';

let host: MemoryHost;
let mara: RawClient;
let client: Client;
let line: Transport;
let inbox: AgentInbox;
let told: Wake[];
let logged: string[];

beforeEach(async () => {
  told = [];
  logged = [];
  host = await MemoryHost.start();
  mara = await host.connect('m', { writer: 'user:mara' });
  for (const uri of [BUILD, OTHER]) {
    await mara.createTerminal(uri, { name: uri === BUILD ? 'build' : 'other' });
    host.pty.print(`${marks.prompt}$ `);
  }
  client = await HostClient.open({
    clientId: 'pm-1',
    meta: { writer: 'agent:pm' },
    transportFactory: () => {
      const [near, far] = memoryPair();
      host.host.attach(far);
      line = near;
      return near;
    },
  });
  inbox = new AgentInbox({ client, onWake: (wake) => told.push(wake), log: (text) => logged.push(text) });
  await client.cotty.watch(BUILD);
  await client.cotty.watch(OTHER);
  await inbox.load();
});
afterEach(async () => {
  inbox.close();
  client.close();
  await host.host.close();
});

/** Runs a command typed by mara. Resolves when the wake-up has arrived, if the agent is connected. */
async function run(uri: string, cmd: string): Promise<void> {
  const pty = host.ptys[uri === BUILD ? 0 : 1];
  const before = told.length;
  await mara.dispatch(uri, { type: 'terminal/input', data: `${cmd}\r` });
  pty?.print(`${marks.start(cmd)}out of ${cmd}\r\n`);
  host.clock.pass(10);
  pty?.print(`${marks.end(0)}${marks.prompt}$ `);
  await settled();
  if (client.connectionState === 'ready') await expect.poll(() => told.length).toBe(before + 1);
}

const commands = (wakes: readonly Wake[]) => wakes.map(({ cmd }) => cmd);
const atHost = async () => commands((await client.cotty.wakes()).wakes);
const all = () => true;
const from =
  (uri: string) =>
  ({ channel }: Wake) =>
    channel === uri;

describe('the wake-ups of an agent', () => {
  test('wait until they are taken, and are then acknowledged', async () => {
    await run(BUILD, 'one');
    await run(OTHER, 'two');
    expect(commands(inbox.waiting)).toEqual(['one', 'two']);
    expect(await atHost()).toEqual(['one', 'two']);
    expect(commands(await inbox.take(all))).toEqual(['one', 'two']);
    expect(inbox.waiting).toEqual([]);
    expect(await atHost()).toEqual([]);
    expect(await inbox.take(all)).toEqual([]);
  });

  test('are not lost when they overtake an answer that does not have them yet', async () => {
    const read = client.cotty.wakes.bind(client.cotty);
    vi.spyOn(client.cotty, 'wakes').mockImplementationOnce(async () => {
      const answer = await read();
      await run(BUILD, 'one');
      return answer;
    });
    await inbox.load();
    expect(commands(inbox.waiting)).toEqual(['one']);
    expect(commands(await inbox.take(all))).toEqual(['one']);
  });

  test('are delivered once if an answer that lists them comes after they were acknowledged', async () => {
    await run(BUILD, 'one');
    const old = await client.cotty.wakes();
    expect(commands(await inbox.take(all))).toEqual(['one']);
    vi.spyOn(client.cotty, 'wakes').mockResolvedValueOnce(old);
    await inbox.load();
    expect(inbox.waiting).toEqual([]);
  });

  test('are listed once if they come while an answer that lists them is on its way', async () => {
    const read = client.cotty.wakes.bind(client.cotty);
    vi.spyOn(client.cotty, 'wakes').mockImplementationOnce(async () => {
      await run(BUILD, 'one');
      return read();
    });
    await inbox.load();
    expect(commands(inbox.waiting)).toEqual(['one']);
  });

  test('taken out of order are not delivered again, and those before them are not lost', async () => {
    await run(OTHER, 'first');
    await run(BUILD, 'second');
    await run(OTHER, 'third');
    expect(commands(await inbox.take(from(BUILD)))).toEqual(['second']);
    // The cursor cannot pass the one that still waits.
    expect(await atHost()).toEqual(['first', 'second', 'third']);
    await inbox.load();
    expect(commands(inbox.waiting)).toEqual(['first', 'third']);
    expect(commands(await inbox.take(all))).toEqual(['first', 'third']);
    expect(await atHost()).toEqual([]);
  });

  test('arrive after a lost connection, each once', async () => {
    await run(BUILD, 'seen');
    line.close(1006);
    await settled();
    await run(BUILD, 'missed');
    client.retryNow();
    await expect.poll(() => commands(inbox.waiting)).toEqual(['seen', 'missed']);
    expect(commands(await inbox.take(all))).toEqual(['seen', 'missed']);
    expect(await atHost()).toEqual([]);
  });

  test('taken but not acknowledged before a lost connection are not delivered again', async () => {
    await run(BUILD, 'one');
    await run(OTHER, 'two');
    // The acknowledgement of the second is held back by the first; then the connection is lost.
    await inbox.take(from(OTHER));
    line.close(1006);
    await settled();
    client.retryNow();
    await expect.poll(() => client.connectionState).toBe('ready');
    await inbox.load();
    expect(commands(inbox.waiting)).toEqual(['one']);
  });

  test('call the listeners until these are removed', async () => {
    let arrivals = 0;
    const stop = inbox.onArrival(() => {
      arrivals += 1;
    });
    await run(BUILD, 'one');
    expect(arrivals).toBe(1);
    stop();
    await run(BUILD, 'two');
    expect(arrivals).toBe(1);
    expect(inbox.watches.map(({ channel }) => channel)).toEqual([BUILD, OTHER]);
    expect(logged).toEqual([]);
  });
});
