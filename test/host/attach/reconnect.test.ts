import { describe, expect, it } from 'vitest';
import { type Envelope, MemoryHost, type RawClient, type Seen, settled } from '../../support/memory-host.ts';

const T = 'ahp-terminal:/1';
const ROOT = 'ahp-root://';

type Scene = { readonly host: MemoryHost; readonly client: RawClient };

async function scene(version = '1.0.0'): Promise<Scene> {
  const host = await MemoryHost.start();
  const client = await host.connect('m', { writer: 'user:mara', version, subscribe: [ROOT] });
  await client.createTerminal(T);
  await client.subscribe(T);
  host.pty.print('seen ');
  await settled();
  return { host, client };
}

async function lose({ client }: Scene): Promise<number> {
  client.connection.close(1006);
  await settled();
  return Math.max(0, ...client.envelopes.map(({ serverSeq }) => serverSeq));
}

async function comeBack({ host }: Scene, params: Seen): Promise<{ again: RawClient; result: Seen }> {
  const again = host.dial();
  again.clientId = 'm';
  return { again, result: await again.request('reconnect', { clientId: 'm', ...params }) };
}

const numbers = (actions: unknown) => (actions as Envelope[]).map(({ serverSeq }) => serverSeq);

describe('reconnect', () => {
  it('replays exactly what was missed, in order, and goes on from there', async () => {
    const one = await scene();
    const lastSeenServerSeq = await lose(one);
    one.host.pty.print('missed ');
    one.host.pty.print('waiting');
    const { again, result } = await comeBack(one, { lastSeenServerSeq, subscriptions: [ROOT, T] });
    expect(result).toMatchObject({ type: 'replay', missing: [] });
    const actions = result['actions'] as Envelope[];
    expect(numbers(actions)).toEqual([...numbers(actions)].sort((left, right) => left - right));
    expect(numbers(actions)[0]).toBe(lastSeenServerSeq + 1);
    const text = actions.filter(({ channel }) => channel === T).map(({ action }) => action['data']);
    expect(text.join('')).toBe('missed waiting');
    await again.dispatch(T, { type: 'terminal/input', data: 'still mine' });
    expect(one.host.pty.input).toBe('still mine');
    one.host.pty.print('!');
    await settled();
    expect(again.text(T)).toBe('!');
  });

  it('names what is gone', async () => {
    const one = await scene();
    const lastSeenServerSeq = await lose(one);
    const { again, result } = await comeBack(one, {
      lastSeenServerSeq,
      subscriptions: [T, 'ahp-terminal:/gone'],
    });
    expect(result).toMatchObject({ type: 'replay', missing: ['ahp-terminal:/gone'] });
    await again.createTerminal('ahp-terminal:/gone');
    one.host.pty.print('x');
    await settled();
    expect(again.actions('ahp-terminal:/gone')).toEqual([]);
  });

  it('answers once for a channel that is named again and again, from the earliest number on', async () => {
    const one = await scene();
    const lastSeenServerSeq = await lose(one);
    one.host.pty.print('missed ');
    const cursor = { channel: T, lastSeenServerSeq };
    const { result } = await comeBack(one, {
      subscriptions: [{ ...cursor, lastSeenServerSeq: lastSeenServerSeq + 1 }, ...Array(500).fill(cursor)],
    });
    const channels = result['channels'] as Seen[];
    expect(channels).toMatchObject([{ kind: 'replay', channel: T }]);
    expect(numbers(channels[0]?.['actions'])[0]).toBe(lastSeenServerSeq + 1);
  });

  it('gives snapshots when too much was missed', async () => {
    const one = await scene();
    const lastSeenServerSeq = await lose(one);
    for (let count = 0; count < 4200; count += 1) {
      one.host.pty.print(`${count} `);
      one.host.clock.pass(5);
    }
    const { again, result } = await comeBack(one, { lastSeenServerSeq, subscriptions: [ROOT, T] });
    expect(result).toMatchObject({
      type: 'snapshot',
      snapshots: [{ resource: ROOT }, { resource: T, state: { title: 'home' } }],
    });
    expect(result).not.toHaveProperty('missing');
    one.host.pty.print('on');
    await settled();
    expect(again.text(T)).toBe('on');
  });

  it('gives snapshots when the replay would weigh more', async () => {
    const one = await scene();
    const lastSeenServerSeq = await lose(one);
    for (let count = 0; count < 30; count += 1) {
      one.host.pty.print(`${'x'.repeat(65_000)}\r\n`);
      one.host.clock.pass(300);
    }
    const { result } = await comeBack(one, { lastSeenServerSeq, subscriptions: [T] });
    expect(result).toMatchObject({ type: 'snapshot', snapshots: [{ resource: T }] });
  });

  it('gives snapshots for a number of another life of the host, or of the terminal', async () => {
    const one = await scene();
    const lastSeenServerSeq = await lose(one);
    const future = await comeBack(one, { lastSeenServerSeq: 1_000_000, subscriptions: [T] });
    expect(future.result).toMatchObject({ type: 'snapshot' });
    await future.again.request('disposeTerminal', { channel: T });
    await future.again.createTerminal(T);
    one.host.pty.print('new life');
    const { result } = await comeBack(one, { lastSeenServerSeq, subscriptions: [T] });
    expect(result).toMatchObject({
      type: 'snapshot',
      snapshots: [{ state: { content: [{ value: 'new life' }] } }],
    });
  });

  it('answers each channel for itself when asked so', async () => {
    const one = await scene();
    const lastSeenServerSeq = await lose(one);
    one.host.pty.print('missed');
    const subscriptions = [
      { channel: T, lastSeenServerSeq },
      { channel: ROOT, lastSeenServerSeq: 1_000_000 },
      { channel: 'ahp-terminal:/gone', lastSeenServerSeq },
    ];
    const { again, result } = await comeBack(one, { subscriptions });
    expect(result).toMatchObject({
      channels: [
        { kind: 'replay', channel: T, actions: [{ action: { type: 'terminal/data', data: 'missed' } }] },
        { kind: 'snapshot', channel: ROOT, snapshot: { resource: ROOT, state: { agents: [] } } },
        { kind: 'missing', channel: 'ahp-terminal:/gone' },
      ],
    });
    one.host.pty.print('!');
    one.host.clock.pass(10);
    await settled();
    expect(again.text(T)).toBe('!');
  });

  it('replays nothing on a channel that was quiet, however much others have said', async () => {
    const one = await scene();
    const quiet = await lose(one);
    const other = await one.host.connect('o', { writer: 'user:ben', subscribe: [ROOT] });
    await other.createTerminal('ahp-terminal:/2');
    for (let count = 0; count < 4200; count += 1) {
      one.host.pty.print(`${count} `);
      one.host.clock.pass(5);
    }
    const subscriptions = [
      { channel: T, lastSeenServerSeq: quiet },
      { channel: ROOT, lastSeenServerSeq: quiet },
    ];
    const { result } = await comeBack(one, { subscriptions });
    expect(result).toMatchObject({
      channels: [{ kind: 'replay', channel: T, actions: [] }, { kind: 'snapshot' }],
    });
  });

  it('replays a client’s own refusals as refusals, and nobody else’s', async () => {
    const one = await scene();
    const other = await one.host.connect('o', { writer: 'user:ben', subscribe: [T] });
    const lastSeenServerSeq = Math.max(...one.client.envelopes.map(({ serverSeq }) => serverSeq));
    await other.dispatch(T, { type: 'terminal/input', data: 'no' });
    await one.client.dispatch(T, { type: 'terminal/data', data: 'no' });
    await lose(one);
    const { result } = await comeBack(one, { lastSeenServerSeq, subscriptions: [T] });
    expect(result['actions']).toMatchObject([
      {
        action: { type: 'terminal/data' },
        origin: { clientId: 'm' },
        rejectionReason: 'terminal/data is not for clients to dispatch',
      },
    ]);
    expect(result['actions']).toHaveLength(1);
  });

  it('keeps the version that was agreed on', async () => {
    const one = await scene('0.5.0');
    const lastSeenServerSeq = await lose(one);
    one.host.pty.exit({ code: 4 });
    const { result } = await comeBack(one, { lastSeenServerSeq, subscriptions: [ROOT] });
    const [last] = (result['actions'] as Envelope[]).slice(-1);
    expect(last?.action).toMatchObject({ terminals: [{ exitCode: 4 }] });
    expect(JSON.stringify(last)).not.toContain('lifecycle');
  });

  it('refuses a stranger, who can then introduce itself on the same connection', async () => {
    const { host } = await scene();
    const client = host.dial();
    const params = { clientId: 'nobody', lastSeenServerSeq: 1, subscriptions: [ROOT] };
    await expect(client.request('reconnect', params)).rejects.toMatchObject({ code: -32008 });
    await client.initialize('nobody');
    expect(await client.request('ping')).toBeNull();
  });

  it('refuses to guess where a client was', async () => {
    const one = await scene();
    await lose(one);
    const client = one.host.dial();
    await expect(client.request('reconnect', { clientId: 'm', subscriptions: [T] })).rejects.toMatchObject({
      code: -32602,
    });
    await client.initialize('m', { writer: 'user:mara' });
  });
});
