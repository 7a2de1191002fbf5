import { beforeEach, describe, expect, it } from 'vitest';
import { tokenAccess, WATCH_ONLY, watchAccess } from '../../../src/host/common/access.ts';
import { MemoryHost, type RawClient } from '../../support/memory-host.ts';

const T = 'ahp-terminal:/1';

let host: MemoryHost;
let mara: RawClient;
let watcher: RawClient;

beforeEach(async () => {
  host = await MemoryHost.start();
  mara = await host.connect('m', { writer: 'user:mara' });
  await mara.createTerminal(T, { name: 'work' });
  await mara.subscribe(T);
  watcher = await host.connect('w', { access: watchAccess, subscribe: ['ahp-root://', T] });
});

describe('who came with a token only to watch', () => {
  it('sees what everybody sees', async () => {
    host.pty.print('hello');
    await mara.dispatch(T, { type: 'terminal/titleChanged', title: 'new' });
    expect(watcher.actions(T)).toEqual(mara.actions(T));
    expect((await watcher.subscribe(T)).state).toMatchObject({ title: 'new' });
    expect(await watcher.request('x-cotty/status')).toMatchObject({ clients: 2 });
  });

  it.each([
    { type: 'terminal/input', data: 'rm -rf /\r' },
    { type: 'terminal/resized', cols: 10, rows: 10 },
    { type: 'terminal/cleared' },
    { type: 'terminal/titleChanged', title: 'mine' },
    { type: 'terminal/claimed', claim: { kind: 'client', clientId: 'w' } },
    {
      type: 'terminal/claimed',
      claim: { kind: 'client', clientId: 'w' },
      _meta: { 'x-cotty': { takeOverFrom: 'm' } },
    },
    { type: 'x-unknown' },
  ])('is refused $type, even when nobody holds the terminal', async (action) => {
    mara.connection.close();
    const seq = await watcher.dispatch(T, action);
    expect(watcher.refusal(seq)).toBe(WATCH_ONLY);
    expect(host.pty).toMatchObject({ input: '', sizes: [] });
    expect((await watcher.subscribe(T)).state).toMatchObject({
      title: 'work',
      cols: 80,
      claim: { clientId: 'm' },
    });
  });

  it.each([
    ['createTerminal', { channel: 'ahp-terminal:/2', claim: { kind: 'client', clientId: 'w' } }],
    ['disposeTerminal', { channel: T }],
    ['x-cotty/parkTerminal', { channel: T }],
    ['x-cotty/restoreTerminal', { channel: T }],
    ['x-cotty/stop', {}],
  ])('may not ask for %s', async (method, params) => {
    await expect(watcher.request(method, params)).rejects.toMatchObject({
      code: -32009,
      message: WATCH_ONLY,
    });
    expect(host.ptys).toHaveLength(1);
    expect(host.pty.ended).toBe(false);
    expect(await watcher.request('ping')).toBeNull();
  });
});

describe('the name of an agent', () => {
  it('is not taken by who only watches', async () => {
    await host.connect('x', { writer: 'agent:build', access: watchAccess });
    await host.connect('a', { writer: 'agent:build' });
    expect(await mara.request('x-cotty/status')).toMatchObject({
      agents: [{ handle: 'build' }],
    });
  });
});

describe('a clientId', () => {
  it('is not to be had with another token, connected or not', async () => {
    const other = host.dial(undefined, tokenAccess);
    const refusal = { code: -32009, message: 'this clientId belongs to a client with another token' };
    await expect(other.initialize('m')).rejects.toMatchObject(refusal);
    mara.connection.close();
    await expect(other.initialize('m')).rejects.toMatchObject(refusal);
    const params = { clientId: 'm', lastSeenServerSeq: 0, subscriptions: [T] };
    await expect(other.request('reconnect', params)).rejects.toMatchObject({ code: -32008 });
    await other.initialize('o');
    expect(other.closed).toBeUndefined();
  });

  it('is taken up again with the same one', async () => {
    const again = await host.connect('w', { access: watchAccess });
    expect(watcher.closed).toMatchObject({ code: 4009 });
    expect(again.closed).toBeUndefined();
  });
});
