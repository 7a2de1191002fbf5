import { describe, expect, it } from 'vitest';
import { limitNames, limitTable, readLimits, withLimits } from '../../../src/host/common/limits.ts';
import { MemoryHost } from '../../support/memory-host.ts';

const T = 'ahp-terminal:/1';

describe('the table of limits', () => {
  it('gives each a value that it could also be set to', () => {
    for (const name of limitNames) {
      const { value, least, most }: { [key in 'value' | 'least' | 'most']: number } = limitTable[name];
      expect([name, value >= least && value <= most]).toEqual([name, true]);
    }
  });

  it('is read with what differs from it', () => {
    expect(readLimits('terminals=3, jsonDepth=8')).toEqual({
      ok: true,
      limits: { terminals: 3, jsonDepth: 8 },
    });
    expect(readLimits('')).toEqual({ ok: true, limits: {} });
    expect(withLimits({ terminals: 3 })).toMatchObject({ terminals: 3, sessionTerminals: 10 });
  });

  it.each([
    ['terminal=3', /there is no limit "terminal"; the limits are: frameBytes, /],
    ['toString=3', /there is no limit/],
    ['terminals', /terminals must be a number from 1 to 10000, not ""/],
    ['terminals=0', /not "0"/],
    ['terminals=1e3', /not "1e3"/],
    ['inputChars=1048577', /from 1024 to 1048576/],
  ])('refuses %s', (text, error) => {
    expect(readLimits(text)).toMatchObject({ ok: false, error: expect.stringMatching(error) });
  });
});

describe('a host at its limits', () => {
  it('makes ten terminals for a session, and one more when one is gone', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('c');
    const forSession = (name: string, session = 's') =>
      client.createTerminal(`ahp-terminal:/${name}`, {
        claim: { kind: 'session', session: `ahp-session:/${session}`, chat: 'ahp-chat:/1' },
      });
    for (let count = 0; count < 10; count += 1) await forSession(String(count));
    await expect(forSession('10')).rejects.toMatchObject({
      message:
        'ahp-session:/s holds 10 terminals already, which is the limit: close one first, or start the host with --limits sessionTerminals=N',
    });
    await forSession('other', 'another');
    await client.request('disposeTerminal', { channel: 'ahp-terminal:/0' });
    await forSession('10');
    expect(host.ptys).toHaveLength(12);
  });

  it('subscribes nobody to more than it may, but gives anew what is subscribed already', async () => {
    const host = await MemoryHost.start({ limits: { subscriptions: 2 } });
    const client = await host.connect('c', { subscribe: ['ahp-root://'] });
    await client.createTerminal(T);
    await client.createTerminal('ahp-terminal:/2');
    await client.subscribe(T);
    const refusal = {
      code: -32600,
      message: 'one connection may have 2 subscriptions: unsubscribe from some first',
    };
    await expect(client.subscribe('ahp-terminal:/2')).rejects.toMatchObject(refusal);
    expect(await client.subscribe(T)).toMatchObject({ resource: T });
    const all = ['ahp-root://', T, 'ahp-terminal:/2'];
    await expect(host.connect('d', { subscribe: all })).rejects.toMatchObject(refusal);
    const params = { clientId: 'c', lastSeenServerSeq: 1, subscriptions: all };
    await expect(host.dial().request('reconnect', params)).rejects.toMatchObject(refusal);
  });

  it('refuses too long an input whole', async () => {
    const host = await MemoryHost.start({ limits: { inputChars: 1024 } });
    const client = await host.connect('c');
    await client.createTerminal(T);
    await client.subscribe(T);
    await client.dispatch(T, { type: 'terminal/input', data: 'x'.repeat(1024) });
    const seq = await client.dispatch(T, { type: 'terminal/input', data: 'x'.repeat(1025) });
    expect(client.refusal(seq)).toBe('the input is longer than 1024 characters: send it in pieces');
    expect(host.pty.input).toHaveLength(1024);
  });

  it('neither keeps nor repeats what was stuffed into an action or a claim', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('c', { subscribe: ['ahp-root://'] });
    await client.createTerminal(T);
    await client.subscribe(T);
    const junk = 'x'.repeat(70_000);
    const seq = await client.dispatch(T, { type: 'terminal/cleared', junk });
    expect(client.refusal(seq)).toBe('the action is too large: the limit is 65536 characters');
    expect(client.envelopes.at(-1)?.action).toEqual({ type: 'terminal/cleared' });
    const claim = { kind: 'client', clientId: 'c', junk };
    await expect(client.createTerminal('ahp-terminal:/2', { claim })).rejects.toMatchObject({
      message: 'this claim is too large',
    });
  });

  it('counts the actions it does not know, on every channel', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('c', { subscribe: ['ahp-root://'] });
    await client.createTerminal(T);
    await client.subscribe(T);
    const seqs = [
      await client.dispatch(T, { type: 'terminal/exploded' }),
      await client.dispatch('ahp-root://', { type: 'x-mine' }),
      await client.dispatch(T, { type: 'terminal/data', data: 'known' }),
    ];
    expect(seqs.map((seq) => client.refusal(seq))).toEqual([
      'unknown action terminal/exploded',
      'unknown action x-mine',
      'terminal/data is not for clients to dispatch',
    ]);
    expect(await client.request('x-cotty/status')).toMatchObject({ unknownActions: 2 });
  });

  it('sends away who does not introduce itself', async () => {
    const host = await MemoryHost.start();
    const silent = host.dial();
    await silent.request('ping');
    const client = await host.connect('c');
    host.clock.pass(30_000);
    await client.request('ping');
    expect(silent.closed).toMatchObject({ code: 4011 });
    expect(client.closed).toBeUndefined();
  });

  it('keeps as much content and as many lines as it was told to', async () => {
    const host = await MemoryHost.start({ limits: { contentChars: 4096, scrollbackLines: 10 } });
    const client = await host.connect('c', { writer: 'user:mara', screens: true });
    await client.createTerminal(T);
    host.pty.print('line\r\n'.repeat(20_000));
    host.clock.pass(300);
    const { state } = await client.subscribe(T);
    const { content, _meta } = state as {
      content: { value: string }[];
      _meta: { 'x-cotty': { screen: string } };
    };
    expect(content.map(({ value }) => value).join('').length).toBeLessThanOrEqual(4096);
    expect(_meta['x-cotty'].screen.split('line')).toHaveLength(1 + 10 + 23);
  });
});
