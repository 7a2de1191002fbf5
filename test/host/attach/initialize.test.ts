import { describe, expect, it } from 'vitest';
import { MemoryHost, settled } from '../../support/memory-host.ts';

const T = 'ahp-terminal:/1';

describe('a connection', () => {
  it('is welcomed with the version, the number and the snapshots it asked for', async () => {
    const host = await MemoryHost.start();
    const client = host.dial();
    const result = await client.initialize('a', { subscribe: ['ahp-root://', 'ahp-terminal:/none'] });
    expect(result).toEqual({
      protocolVersion: '1.0.0',
      serverSeq: 0,
      snapshots: [{ resource: 'ahp-root://', state: { agents: [], terminals: [] }, fromSeq: 0 }],
      defaultDirectory: 'file:///',
      serverInfo: { name: 'cotty', version: '1.2.3' },
      _meta: { 'x-cotty': { clientTerminals: true, byteInput: true, via: 'local' } },
    });
  });

  it('is refused when it shares no version, and then closed', async () => {
    const host = await MemoryHost.start();
    const client = host.dial();
    await expect(client.initialize('a', { version: '7.0.0' })).rejects.toMatchObject({
      code: -32005,
      data: { supportedVersions: expect.arrayContaining(['^1.0.0', '^0.9.0']) },
    });
    expect(client.closed).toBeUndefined();
    host.clock.turn();
    await settled();
    expect(client.closed).toMatchObject({ code: 4010 });
  });

  it('answers a ping before anything else, and nothing else', async () => {
    const host = await MemoryHost.start();
    const client = host.dial();
    expect(await client.request('ping')).toBeNull();
    await expect(client.request('subscribe', { channel: 'ahp-root://' })).rejects.toMatchObject({
      code: -32600,
      message: 'initialize first',
    });
    await expect(client.request('createTerminal', {})).rejects.toMatchObject({ code: -32600 });
    await expect(client.request('x-cotty/stop')).rejects.toMatchObject({ code: -32600 });
    await expect(client.request('createSession', {})).rejects.toMatchObject({ code: -32601 });
    client.connection.notify('dispatchAction', {
      channel: T,
      clientSeq: 1,
      action: { type: 'terminal/cleared' },
    });
    await client.initialize('a');
    expect(host.logged).toEqual([]);
  });

  it('introduces itself once', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('a');
    await expect(client.initialize('b')).rejects.toMatchObject({
      code: -32600,
      message: 'initialized already',
    });
    await expect(
      client.request('reconnect', { clientId: 'a', lastSeenServerSeq: 0, subscriptions: [] }),
    ).rejects.toMatchObject({ code: -32600 });
    expect(await client.request('listSessions')).toEqual({ items: [] });
  });

  it.each([
    [{ protocolVersions: 'x', clientId: 'a' }],
    [{ protocolVersions: ['1.0.0'] }],
    [{ protocolVersions: ['1.0.0'], clientId: 'a\n' }],
    [{ protocolVersions: ['1.0.0'], clientId: 'a', _meta: { 'x-cotty': { writer: 'root' } } }],
    [{ protocolVersions: ['1.0.0'], clientId: 'a', _meta: { 'x-cotty': { writer: 'agent:two words' } } }],
    [{ protocolVersions: ['1.0.0'], clientId: 'a', _meta: { 'x-cotty': { writer: 'user:a\x1bb' } } }],
  ])('stays fresh after a malformed introduction: %j', async (params) => {
    const host = await MemoryHost.start();
    const client = host.dial();
    await expect(client.request('initialize', params)).rejects.toMatchObject({ code: -32602 });
    await client.initialize('a');
  });

  it('takes the place of an older one of the same client', async () => {
    const host = await MemoryHost.start();
    const older = await host.connect('a', { writer: 'user:mara' });
    await older.createTerminal(T);
    await older.subscribe(T);
    const newer = await host.connect('a', { writer: 'user:mara' });
    await settled();
    expect(older.closed).toMatchObject({ code: 4009 });
    await newer.subscribe(T);
    await newer.dispatch(T, { type: 'terminal/input', data: 'x' });
    expect(host.pty.input).toBe('x');
    expect(await newer.request('x-cotty/status')).toMatchObject({ clients: 1, terminals: 1 });
  });

  it('cannot be an agent that another connection already is', async () => {
    const host = await MemoryHost.start();
    const agent = await host.connect('a', { writer: 'agent:build' });
    await expect(host.connect('b', { writer: 'agent:build' })).rejects.toMatchObject({
      code: -32010,
      message: 'agent build is connected already',
    });
    agent.connection.close();
    await settled();
    await host.connect('b', { writer: 'agent:build' });
  });

  it('cannot become a second connection of an agent by coming back', async () => {
    const host = await MemoryHost.start();
    const first = await host.connect('a', { writer: 'agent:build' });
    first.connection.close();
    await settled();
    await host.connect('b', { writer: 'agent:build' });
    const back = host.dial();
    const params = { clientId: 'a', lastSeenServerSeq: 0, subscriptions: [] };
    await expect(back.request('reconnect', params)).rejects.toMatchObject({
      code: -32010,
      message: 'agent build is connected already',
    });
  });

  it('has no id of somebody else, and with it what that one holds', async () => {
    const host = await MemoryHost.start();
    const mara = await host.connect('m', { writer: 'user:mara' });
    const refusal = { code: -32009, message: 'the clientId m belongs to user:mara' };
    await expect(host.connect('m', { writer: 'agent:build' })).rejects.toMatchObject(refusal);
    await expect(host.connect('m')).rejects.toMatchObject(refusal);
    expect(mara.closed).toBeUndefined();
  });

  it('is told nothing of a method that does not exist, but -32601', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('a');
    await expect(client.request('resourceRead', {})).rejects.toMatchObject({ code: -32601 });
    await expect(client.request('toString', {})).rejects.toMatchObject({ code: -32601 });
    await expect(client.request('unsubscribe', {})).rejects.toMatchObject({ code: -32601 });
    await expect(client.request('authenticate', { resource: 'r', token: 't' })).rejects.toMatchObject({
      code: -32602,
    });
    client.connection.notify('whatever', {});
    client.connection.notify('subscribe', {});
    expect(await client.request('ping')).toBeNull();
  });

  it('tells the state of the host', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('a');
    expect(await client.request('x-cotty/status')).toEqual({
      pid: process.pid,
      version: '1.2.3',
      startedAt: host.clock.now(),
      clients: 1,
      terminals: 0,
      unknownActions: 0,
      agents: [],
    });
  });

  it('can end the host, unless it is an agent', async () => {
    const host = await MemoryHost.start();
    const [person, agent] = [await host.connect('a'), await host.connect('b', { writer: 'agent:build' })];
    await person.createTerminal(T);
    await expect(agent.request('x-cotty/stop')).rejects.toMatchObject({ code: -32009 });
    expect(await person.request('x-cotty/stop')).toBeNull();
    host.clock.turn();
    await host.host.closed;
    await settled();
    expect(host.pty.ended).toBe(true);
    expect(person.closed).toMatchObject({ code: 1001, reason: 'the host is stopping' });
    const late = host.dial();
    await settled();
    expect(late.closed).toMatchObject({ code: 1001 });
  });
});

describe('an idle host', () => {
  const start = () => MemoryHost.start({ exitWhenIdleMs: 60_000 });
  const isOver = async (host: MemoryHost) =>
    Promise.race([host.host.closed.then(() => true), settled().then(() => false)]);

  it('ends when nobody came', async () => {
    const host = await start();
    host.clock.pass(59_999);
    expect(await isOver(host)).toBe(false);
    host.clock.pass(1);
    expect(await isOver(host)).toBe(true);
  });

  it('lives as long as there is a client or a terminal, also a parked one', async () => {
    const host = await start();
    const client = await host.connect('a');
    host.clock.pass(200_000);
    await client.createTerminal(T);
    await client.request('x-cotty/parkTerminal', { channel: T });
    client.connection.close();
    await settled();
    host.clock.pass(200_000);
    expect(await isOver(host)).toBe(false);
    host.clock.pass(5 * 60_000 - 200_000);
    host.clock.pass(59_999);
    expect(await isOver(host)).toBe(false);
    host.clock.pass(1);
    expect(await isOver(host)).toBe(true);
  });

  it('lives on without such a wish', async () => {
    const host = await MemoryHost.start();
    host.clock.pass(10_000_000);
    expect(await isOver(host)).toBe(false);
  });
});
