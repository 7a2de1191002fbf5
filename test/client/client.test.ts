import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Client, HostClient } from '../../src/client/client.ts';
import type { ClientOptions } from '../../src/client/client-options.ts';
import { ClosedError, RpcError } from '../../src/rpc/errors.ts';
import { ScriptedHost } from './scripted-host.ts';

const T = 'ahp-terminal:/1';

/** Everything that waits on microtasks or on the next turn of the loop has happened. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

const clients: Client[] = [];

async function open(host: ScriptedHost, options: Partial<ClientOptions> = {}): Promise<Client> {
  const client = await HostClient.open({
    transportFactory: host.dial,
    clientId: 'me',
    random: () => 0,
    ...options,
  } as ClientOptions);
  clients.push(client);
  return client;
}

const text = (client: Client, uri = T) =>
  client
    .terminal(uri)
    ?.state.content.map((part) => (part.type === 'command' ? part.output : part.value))
    .join('');

let host: ScriptedHost;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  host = new ScriptedHost();
  host.add(T);
});

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  vi.useRealTimers();
});

describe('open', () => {
  it('introduces itself and has the root list when it resolves', async () => {
    const client = await open(host, { clientInfo: { name: 'test' }, meta: { writer: 'user:ada' } });
    expect(client.connectionState).toBe('ready');
    expect(client.root.state.terminals).toMatchObject([{ resource: T }]);
    expect(client.welcome?.protocolVersion).toBe('1.0.0');
    expect(host.calls[0]).toMatchObject({
      method: 'initialize',
      params: {
        channel: 'ahp-root://',
        clientId: 'me',
        clientInfo: { name: 'test' },
        initialSubscriptions: ['ahp-root://'],
        _meta: { 'x-cotty': { writer: 'user:ada' } },
      },
    });
  });

  it('rejects with what the host said, and does not try again', async () => {
    host.override = () => {
      throw new RpcError(-32005, 'speak newer', { supportedVersions: ['2.0.0'] });
    };
    await expect(open(host)).rejects.toMatchObject({ code: -32005, data: { supportedVersions: ['2.0.0'] } });
    expect(vi.getTimerCount()).toBe(0);
    expect(host.calls.length).toBe(1);
  });

  it('rejects when nobody listens', async () => {
    host.reachable = false;
    await expect(open(host)).rejects.toThrow('nobody listens');
  });

  it('rejects a peer that answers something else than a welcome', async () => {
    host.override = () => ({ hello: true });
    await expect(open(host)).rejects.toThrow('this is not an AHP host');
  });

  it('gives up on a host that accepts the connection and says nothing', async () => {
    host.override = () => new Promise(() => {});
    const opening = open(host);
    const outcome = opening.catch((error: unknown) => error);
    await settle();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toMatchObject({ name: 'TimeoutError' });
  });

  it('asks for the root again if the welcome had no snapshot of it', async () => {
    host.override = ({ method }) =>
      method === 'initialize' ? { protocolVersion: '0.5.0', serverSeq: 3, snapshots: [] } : undefined;
    const client = await open(host);
    expect(client.root.state.terminals).toMatchObject([{ resource: T }]);
  });
});

describe('subscribe', () => {
  it('gives a mirror that follows the host', async () => {
    host.print(T, 'before ');
    const client = await open(host);
    const mirror = await client.subscribe(T);
    const seen: string[] = [];
    mirror.onChange((state, cause) =>
      seen.push(cause.kind === 'action' ? cause.envelope.action.type : `${state.title}!`),
    );
    host.print(T, 'after');
    host.emit(T, { type: 'terminal/titleChanged', title: 'vim' });
    await settle();
    expect(mirror.state).toEqual(host.terminals.get(T));
    expect(text(client)).toBe('before after');
    expect(seen).toEqual(['terminal/data', 'terminal/titleChanged']);
  });

  it('loses and doubles nothing when actions come before the snapshot, in it and right after it', async () => {
    host.print(T, '1');
    const client = await open(host);
    host.override = ({ method }) => {
      if (method !== 'subscribe') return undefined;
      // A host without the rule that joins snapshot and stream: it sends what the snapshot holds already.
      host.sendRaw('action', host.emit(T, { type: 'terminal/data', data: '2' }));
      host.sendRaw('action', { channel: T, serverSeq: 1000, action: { type: 'terminal/data', data: '4' } });
      host.print(T, '3');
      return undefined;
    };
    const mirror = await client.subscribe(T);
    await settle();
    expect(text(client)).toBe('1234');
    expect(mirror.seq).toBe(1000);
  });

  it('shows every change to a caller who listens as soon as the snapshot is there', async () => {
    const client = await open(host);
    host.override = ({ method }) => {
      // The first data follows the answer so closely that both are read in one go.
      if (method === 'subscribe') queueMicrotask(() => host.print(T, 'at once'));
      return undefined;
    };
    const wrapped = async () => (await client.subscribe(T)) ?? undefined;
    const mirror = await wrapped();
    const seen: string[] = [];
    expect(mirror.state.content).toEqual([]);
    mirror.onChange((_state, cause) => seen.push(cause.kind));
    await settle();
    expect(seen).toEqual(['action']);
    expect(text(client)).toBe('at once');
  });

  it('gives everybody the same mirror and asks the host once', async () => {
    const client = await open(host);
    const [one, two] = await Promise.all([client.subscribe(T), client.subscribe(T)]);
    expect(one).toBe(two);
    expect(await client.subscribe(T)).toBe(one);
    expect(host.calls.filter(({ method }) => method === 'subscribe').length).toBe(1);
  });

  it('rejects when the terminal does not exist, and may be tried again', async () => {
    const client = await open(host);
    await expect(client.subscribe('ahp-terminal:/2')).rejects.toMatchObject({ code: -32008 });
    expect(client.terminal('ahp-terminal:/2')).toBeUndefined();
    host.add('ahp-terminal:/2');
    expect((await client.subscribe('ahp-terminal:/2')).state.title).toBe('ahp-terminal:/2');
  });

  it('rejects when a host answers without a state', async () => {
    const client = await open(host);
    host.override = ({ method }) => (method === 'subscribe' ? {} : undefined);
    await expect(client.subscribe(T)).rejects.toThrow('no usable state');
  });

  it('gives up on a channel whose actions pile up without a snapshot', async () => {
    const client = await open(host);
    host.override = ({ method }) => (method === 'subscribe' ? new Promise(() => {}) : undefined);
    const failed = client.subscribe(T).catch((error: unknown) => error);
    await settle();
    for (let n = 0; n <= 4096; n += 1)
      host.sendRaw('action', host.emit(T, { type: 'terminal/data', data: 'x' }));
    expect(await failed).toBeInstanceOf(ClosedError);
  });

  it('ends with unsubscribe, which resolves when the host has taken in all that was sent before', async () => {
    const client = await open(host);
    const mirror = await client.subscribe(T);
    client.dispatch(T, { type: 'terminal/input', data: 'x' });
    await client.unsubscribe(T);
    expect(host.calls.map(({ method }) => method)).toEqual([
      'initialize',
      'subscribe',
      'dispatchAction',
      'unsubscribe',
      'ping',
    ]);
    host.print(T, 'unheard');
    await settle();
    expect(client.terminal(T)).toBeUndefined();
    expect(mirror.state.content).toEqual([]);
    expect(mirror.gone).toBe(false);
  });

  it('passes over stragglers of the old subscription when it is subscribed anew', async () => {
    const client = await open(host);
    await client.subscribe(T);
    host.print(T, 'a');
    void client.unsubscribe(T);
    const again = client.subscribe(T);
    host.print(T, 'b');
    await again;
    await settle();
    expect(text(client)).toBe('ab');
  });
});

describe('what a host sends', () => {
  it('is not reduced when it is rejected, for the dispatcher as for bystanders', async () => {
    const client = await open(host);
    const mirror = await client.subscribe(T);
    const rejected: unknown[] = [];
    const changed = vi.fn();
    mirror.onRejected(({ origin, rejectionReason }) => rejected.push([origin?.clientId, rejectionReason]));
    mirror.onChange(changed);
    host.refuse = () => 'held by ada';
    client.dispatch(T, { type: 'terminal/titleChanged', title: 'mine' });
    host.emit(
      T,
      { type: 'terminal/cleared' },
      { origin: { clientId: 'other', clientSeq: 1 }, rejectionReason: 'no' },
    );
    await settle();
    expect(rejected).toEqual([
      ['other', 'no'],
      ['me', 'held by ada'],
    ]);
    expect(mirror.state.title).toBe(T);
    expect(changed).not.toHaveBeenCalled();
  });

  it('is passed over when it makes no sense, and what follows is heard', async () => {
    const logged: string[] = [];
    const client = await open(host, { log: (message) => logged.push(message) });
    await client.subscribe(T);
    host.sendRaw('action', null);
    host.sendRaw('action', { channel: T, serverSeq: 50, action: { type: 'terminal/resized', cols: 0 } });
    host.sendRaw('action', { channel: T, serverSeq: 51, action: { type: 'future/thing', x: 1 } });
    host.sendRaw('action', { channel: 'ahp-chat:/x', serverSeq: 52, action: { type: 'chat/turn' } });
    host.sendRaw('root/progress', { channel: 'ahp-root://' });
    host.sendRaw('action', { channel: T, serverSeq: 53, action: { type: 'terminal/data', data: 'fine' } });
    await settle();
    expect(text(client)).toBe('fine');
    expect(logged.join('\n')).toContain('malformed terminal/resized');
  });

  it('may have the shapes before 0.9 and another spelling of the root', async () => {
    host.version = '0.5.0';
    host.emit(T, { type: 'terminal/exited', exitCode: 3 });
    const client = await open(host);
    const mirror = await client.subscribe(T);
    expect(mirror.state.lifecycle).toEqual({ status: 'exited', exitCode: 3 });
    host.sendRaw('action', {
      channel: 'ahp-root:',
      serverSeq: 99,
      action: {
        type: 'root/terminalsChanged',
        terminals: [{ resource: T, title: 'x', claim: { kind: 'client', clientId: 'a' }, exitCode: 1 }],
      },
    });
    await settle();
    expect(client.root.state.terminals).toMatchObject([{ lifecycle: { status: 'exited', exitCode: 1 } }]);
  });

  it('is answered with "unknown method" when it is a request', async () => {
    await open(host);
    for (const answer of host.request('resourceRead'))
      await expect(answer).rejects.toMatchObject({ code: -32601 });
    expect(host.connections).toBe(1);
  });
});

describe('dispatch', () => {
  it('numbers actions from one and writes session claims in the shape of the version', async () => {
    const client = await open(host);
    expect(client.dispatch(T, { type: 'terminal/input', data: 'ls\r' })).toBe(1);
    expect(
      client.dispatch(T, {
        type: 'terminal/claimed',
        claim: { kind: 'session', session: 'ahp-session:/ada' },
      }),
    ).toBe(2);
    await settle();
    expect(host.calls.slice(1)).toMatchObject([
      { method: 'dispatchAction', params: { channel: T, clientSeq: 1, action: { data: 'ls\r' } } },
      { params: { clientSeq: 2, action: { claim: { session: 'ahp-session:/ada', chat: 'ahp-chat:/ada' } } } },
    ]);
  });

  it('tells with the echo what became of an action', async () => {
    const client = await open(host);
    await client.subscribe(T);
    host.refuse = ({ action }) => (action.type === 'terminal/cleared' ? 'held by ada' : undefined);
    const title = client.dispatchAndConfirm(T, { type: 'terminal/titleChanged', title: 'x' });
    const clear = client.dispatchAndConfirm(T, { type: 'terminal/cleared' });
    expect(await title).toMatchObject({ ok: true, envelope: { action: { title: 'x' } } });
    expect(await clear).toEqual({ ok: false, reason: 'held by ada' });
  });

  it('stops waiting for an echo that does not come', async () => {
    const client = await open(host);
    const outcome = client.dispatchAndConfirm('ahp-terminal:/none', { type: 'terminal/cleared' }, 500);
    await settle();
    await vi.advanceTimersByTimeAsync(500);
    expect(await outcome).toMatchObject({ ok: false, reason: expect.stringContaining('did not confirm') });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the calls of cotty itself', () => {
  it('go to the host by their names, with the terminal as the channel', async () => {
    const client = await open(host);
    const status = { pid: 1, version: '0.1.0', startedAt: 2, clients: 1, terminals: 1 };
    host.override = ({ method }) => (method === 'x-cotty/status' ? status : { ok: true });
    await client.cotty.park(T);
    await client.cotty.restore(T);
    expect(await client.cotty.status()).toEqual(status);
    await client.cotty.stop();
    expect(host.calls.slice(1)).toEqual([
      { method: 'x-cotty/parkTerminal', params: { channel: T } },
      { method: 'x-cotty/restoreTerminal', params: { channel: T } },
      { method: 'x-cotty/status', params: { channel: 'ahp-root://' } },
      { method: 'x-cotty/stop', params: { channel: 'ahp-root://' } },
    ]);
  });

  it('are refused by other hosts with "unknown method"', async () => {
    const client = await open(host);
    await expect(client.cotty.park(T)).rejects.toMatchObject({ code: -32601 });
    host.override = () => ({ pid: 'one' });
    await expect(client.cotty.status()).rejects.toBeInstanceOf(RpcError);
  });
});

describe('close', () => {
  it('ends everything once, leaves no timer, and may be called twice', async () => {
    const client = await open(host);
    const states: string[] = [];
    client.onConnectionState((state) => states.push(state));
    host.override = () => new Promise(() => {});
    const asked = client.subscribe(T).catch((error: unknown) => error);
    const called = client.disposeTerminal(T).catch((error: unknown) => error);
    const confirmed = client.dispatchAndConfirm(T, { type: 'terminal/cleared' });
    await settle();
    client.close();
    client.close();
    expect(await asked).toBeInstanceOf(ClosedError);
    expect(await called).toBeInstanceOf(ClosedError);
    expect(await confirmed).toMatchObject({ ok: false });
    await settle();
    expect(states).toEqual(['closed']);
    expect(client.dispatch(T, { type: 'terminal/cleared' })).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(host.connections).toBe(0);
    await expect(client.disposeTerminal(T)).rejects.toBeInstanceOf(ClosedError);
  });
});
