import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, HostClient } from '../../../src/client/client.ts';
import { SharedTerminal, type ShareParams } from '../../../src/client/share/shared-terminal.ts';
import { memoryPair, type Transport } from '../../../src/rpc/transport.ts';
import { MemoryHost, type RawClient, settled } from '../../support/memory-host.ts';
import { ScriptedHost } from '../scripted-host.ts';

const uri = 'ahp-terminal:/mine';
const NONCE = '0123456789abcdef';
const params: ShareParams = { uri, name: 'mine', cols: 80, rows: 24, runs: { shell: 'bash', nonce: NONCE } };
const mark = (text: string) => `\x1b]633;${text};${NONCE}\x07`;

let host: MemoryHost;
let client: Client;
let line: Transport;
let reachable: boolean;
let ends: string[];
let watcher: RawClient;

async function connect(): Promise<Client> {
  return HostClient.open({
    clientId: 'mara-1',
    meta: { writer: 'user:mara', screens: true },
    transportFactory: () => {
      if (!reachable) throw new Error('not reachable');
      const [near, far] = memoryPair();
      host.host.attach(far);
      line = near;
      return near;
    },
  });
}

function share(): Promise<SharedTerminal> {
  return SharedTerminal.open(client, params, { onEnd: (why) => ends.push(why), onBehind: () => {} });
}

beforeEach(async () => {
  reachable = true;
  ends = [];
  host = await MemoryHost.start();
  client = await connect();
});
afterEach(async () => {
  client.close();
  await host.host.close();
});

async function watch(): Promise<void> {
  watcher = await host.connect('ben', { writer: 'user:ben', screens: true });
  await watcher.subscribe(uri);
}

/** The connection is lost and, when the host can be reached, back. */
async function back(): Promise<void> {
  line.close(1006);
  await settled();
  if (!reachable) return;
  client.retryNow();
  await expect.poll(() => client.connectionState).toBe('ready');
  await settled();
}

describe('a terminal shared with a host', () => {
  it('shows its output to others, and ends with its exit code', async () => {
    const shared = await share();
    await watch();
    shared.write(`${mark('E;ls')}${mark('C')}file\r\n${mark('D;0')}$ `);
    shared.resize(100, 30);
    await shared.exit(4);
    const { state } = await watcher.subscribe(uri);
    expect(state).toMatchObject({ cols: 100, rows: 30, lifecycle: { status: 'exited', exitCode: 4 } });
    expect(state['content']).toMatchObject([
      { commandLine: 'ls', output: 'file\r\n', exitCode: 0 },
      { value: '$ ' },
    ]);
    expect(ends).toEqual([]);
  });

  it('sends what was printed while the connection was lost, and nothing twice', async () => {
    const shared = await share();
    await watch();
    shared.write('one ');
    await settled();
    // Arrived, but the answer is lost.
    shared.write('two ');
    await back();
    shared.write('three ');
    reachable = false;
    await back();
    shared.write('four ');
    reachable = true;
    await back();
    shared.write('five');
    await settled();
    expect(watcher.text(uri)).toBe('one two three four five');
  });

  it('sends nothing twice where the host can only give a snapshot', async () => {
    const shared = await share();
    await watch();
    shared.write('one ');
    await settled();
    line.close(1006);
    await settled();
    // More than a replay holds.
    const other = await host.connect('noise');
    await other.createTerminal('ahp-terminal:/noise');
    for (let count = 0; count < 5000; count += 1)
      await other.dispatch('ahp-terminal:/noise', { type: 'terminal/cleared' });
    shared.write('two');
    client.retryNow();
    await expect.poll(() => watcher.text(uri)).toBe('one two');
    await settled();
    expect(watcher.text(uri)).toBe('one two');
  });

  it('says that it was closed when somebody there disposes it', async () => {
    const shared = await share();
    await watch();
    await watcher.request('disposeTerminal', { channel: uri });
    await settled();
    expect(ends).toEqual(['closed']);
    shared.write('to nobody');
    await shared.exit(0);
    expect(ends).toEqual(['closed']);
  });

  it('says that it was lost when it comes back after the time of grace', async () => {
    const shared = await share();
    reachable = false;
    await back();
    host.clock.pass(30_000);
    expect(ends).toEqual([]);
    reachable = true;
    await back();
    expect(ends).toEqual(['lost']);
    await shared.exit(0);
  });

  it('goes on without a word when the host ends', async () => {
    await share();
    await host.host.close();
    await settled();
    expect(ends).toEqual([]);
  });

  it('shows the next host the commands that have ended since the last one was killed, each once', async () => {
    const shared = await share();
    const run = (line: string) =>
      shared.write(`${mark(`E;${line}`)}${mark('C')}${line} ran\r\n${mark('D;0')}$ `);
    run('before');
    await settled();
    reachable = false;
    await back();
    run('one');
    run('two');
    await host.host.close();
    host = await MemoryHost.start();
    reachable = true;
    await back();
    await watch();
    run('after');
    await settled();
    const { state } = await watcher.subscribe(uri);
    const parts = state['content'] as readonly { readonly commandLine?: string; readonly output?: string }[];
    expect(parts.flatMap(({ commandLine, output }) => (commandLine ? [[commandLine, output]] : []))).toEqual([
      ['one', 'one ran\r\n'],
      ['two', 'two ran\r\n'],
      ['after', 'after ran\r\n'],
    ]);
    expect(ends).toEqual([]);
  });

  it('is lost when the client is closed', async () => {
    await share();
    client.close();
    expect(ends).toEqual(['lost']);
  });
});

describe('a host that cannot show it', () => {
  const open = async (scripted: ScriptedHost) => {
    client.close();
    client = await HostClient.open({ clientId: 'mara-1', transportFactory: scripted.dial });
    return share();
  };

  it('is not asked, if it has not said that it can: it would start a shell of its own', async () => {
    const scripted = new ScriptedHost();
    await expect(open(scripted)).rejects.toThrow('does not show terminals that run elsewhere');
    expect(scripted.calls.map(({ method }) => method)).not.toContain('createTerminal');
  });

  it('is told to end the shell that it started all the same', async () => {
    const scripted = new ScriptedHost();
    const able = {
      protocolVersion: '1.0.0',
      serverSeq: 0,
      snapshots: [],
      _meta: { 'x-cotty': { clientTerminals: true } },
    };
    scripted.override = ({ method }) => {
      if (method === 'initialize') return able;
      if (method === 'createTerminal') scripted.add(uri);
      return undefined;
    };
    await expect(open(scripted)).rejects.toThrow('only shows terminals that it runs itself');
    expect(scripted.calls.at(-1)).toMatchObject({ method: 'disposeTerminal', params: { channel: uri } });
  });
});
