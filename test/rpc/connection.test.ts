import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, type ConnectionOptions } from '../../src/rpc/connection.ts';
import { ClosedError, RpcError, TimeoutError } from '../../src/rpc/errors.ts';
import { memoryPair, type Transport } from '../../src/rpc/transport.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A connection and the bare other end, which records what it gets. */
function against(options: ConnectionOptions = {}) {
  const [left, peer] = memoryPair();
  const received: unknown[] = [];
  peer.onMessage((text) => received.push(JSON.parse(text)));
  return { connection: new Connection(left, options), peer, received };
}

function pair(): [Connection, Connection] {
  const [left, right] = memoryPair();
  return [new Connection(left), new Connection(right)];
}

/** What the near end sends waits until it is opened. */
function shutBehind() {
  const [near, peer] = memoryPair();
  let isOpen = false;
  const waiting: string[] = [];
  const transport: Transport = {
    get buffered() {
      return near.buffered + waiting.reduce((sum, text) => sum + text.length, 0);
    },
    send: (text) => (isOpen ? near.send(text) : waiting.push(text)),
    onMessage: (listener) => near.onMessage(listener),
    onClose: (listener) => near.onClose(listener),
    onDrain: (listener) => near.onDrain(listener),
    hold: (held) => near.hold(held),
    close: (code, reason) => near.close(code, reason),
  };
  const open = () => {
    isOpen = true;
    for (const text of waiting.splice(0)) near.send(text);
  };
  return { transport, peer, open };
}

const say = (peer: Transport, message: object) => peer.send(JSON.stringify({ jsonrpc: '2.0', ...message }));

describe('a request', () => {
  it('gets the answer with its id, in any order', async () => {
    const { connection, peer, received } = against();
    const first = connection.request('a', { x: 1 });
    const second = connection.request('b');
    await turn();
    expect(received).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'a', params: { x: 1 } },
      { jsonrpc: '2.0', id: 2, method: 'b' },
    ]);
    say(peer, { id: 2, result: 'two' });
    say(peer, { id: 1, result: null });
    expect(await Promise.all([first, second])).toEqual([null, 'two']);
  });

  it('is rejected with the code, message and data of the peer', async () => {
    const { connection, peer } = against();
    const answer = connection.request('a');
    say(peer, { id: 1, error: { code: -32008, message: 'gone', data: { uri: 'x' } } });
    const error = await answer.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RpcError);
    expect(error).toMatchObject({ code: -32008, message: 'gone', data: { uri: 'x' } });
  });

  it('runs its reader before the next message is taken', async () => {
    const { connection, peer } = against();
    const events: string[] = [];
    connection.onNotification((method) => events.push(method));
    const answer = connection.request('a', {}, { read: (result) => events.push(`read ${String(result)}`) });
    say(peer, { id: 1, result: 'it' });
    say(peer, { method: 'after' });
    await answer;
    expect(events).toEqual(['read it', 'after']);
  });

  it('is rejected with what its reader throws', async () => {
    const { connection, peer } = against();
    const read = () => {
      throw new Error('not what I asked for');
    };
    const answer = connection.request('a', {}, { read });
    say(peer, { id: 1, result: 1 });
    await expect(answer).rejects.toThrow('not what I asked for');
  });

  it('is rejected when the connection ends, and later ones at once', async () => {
    const { connection, peer } = against();
    const answer = connection.request('a');
    peer.close(1001, 'the host is stopping');
    const error = await answer.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ClosedError);
    expect(error).toMatchObject({ why: { code: 1001, reason: 'the host is stopping', clean: true } });
    await expect(connection.request('b')).rejects.toBeInstanceOf(ClosedError);
  });

  it('is refused when far too many wait already', async () => {
    const { connection } = against();
    const waiting = Array.from({ length: 1024 }, () => connection.request('a').catch(() => 'closed'));
    await expect(connection.request('a')).rejects.toThrow('too many requests');
    connection.close();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['closed']));
  });

  describe('that is not answered', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it('is given up after its time, and the late answer is passed over', async () => {
      const { connection, peer } = against({ timeoutMs: 1000 });
      const settled = vi.fn();
      const answer = connection.request('slow').catch(settled);
      vi.advanceTimersByTime(999);
      await turn();
      expect(settled).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      await answer;
      expect(settled.mock.lastCall?.[0]).toBeInstanceOf(TimeoutError);
      say(peer, { id: 1, result: 'late' });
      const next = connection.request('next');
      say(peer, { id: 2, result: 'fine' });
      expect(await next).toBe('fine');
    });

    it('leaves no timer behind once it is answered', async () => {
      const { connection, peer } = against();
      const answer = connection.request('a');
      say(peer, { id: 1, result: 1 });
      await answer;
      expect(vi.getTimerCount()).toBe(0);
    });
  });
});

describe('serving', () => {
  it('answers with the result, null when there is none', async () => {
    const [client, host] = pair();
    host.serve((method) => (method === 'double' ? (params) => Number(params) * 2 : () => undefined));
    expect(await client.request('double', 21)).toBe(42);
    expect(await client.request('nothing')).toBe(null);
  });

  it('answers a plain value before anything that is sent afterwards', async () => {
    const { connection, peer, received } = against();
    connection.serve(() => () => {
      queueMicrotask(() => connection.notify('later'));
      return 'now';
    });
    say(peer, { id: 1, method: 'x' });
    await turn();
    expect(received).toMatchObject([{ id: 1, result: 'now' }, { method: 'later' }]);
  });

  it('answers an unknown method with -32601', async () => {
    const [client, host] = pair();
    host.serve(() => undefined);
    await expect(client.request('what')).rejects.toMatchObject({ code: -32601 });
  });

  it('passes on an RpcError and hides any other', async () => {
    const logged: string[] = [];
    const [left, right] = memoryPair();
    const client = new Connection(left);
    const host = new Connection(right, { log: (message) => logged.push(message) });
    const refused = new RpcError(-32010, 'exists', { uri: 'x' });
    host.serve((method) => async () => {
      throw method === 'known' ? refused : new Error('a path of this machine');
    });
    await expect(client.request('known')).rejects.toMatchObject({ code: -32010, data: { uri: 'x' } });
    await expect(client.request('unknown')).rejects.toMatchObject({
      code: -32603,
      message: 'internal error',
    });
    expect(logged.join()).toContain('a path of this machine');
  });

  it('refuses more requests than it may have under way', async () => {
    const [client, host] = pair();
    host.serve(() => () => new Promise(() => {}));
    const many = Array.from({ length: 257 }, () => client.request('wait').catch((error: unknown) => error));
    expect(await Promise.race(many)).toMatchObject({
      code: -32603,
      message: '256 requests are already running: wait for their answers',
    });
    client.close();
  });

  it('refuses what is nested too deeply before it is parsed, and serves what comes after', async () => {
    const { connection, peer, received } = against({ maxDepth: 8 });
    connection.serve(() => (params) => params);
    const params = JSON.parse(`${'['.repeat(7)}${']'.repeat(7)}`);
    say(peer, { id: 1, method: 'echo', params });
    say(peer, { id: 2, method: 'echo', params: [params] });
    peer.send('['.repeat(1_000_000));
    say(peer, { id: 3, method: 'echo', params: '[[[[[[[[[' });
    await turn();
    const error = { code: -32600, message: 'nested more than 8 levels deep' };
    expect(received).toEqual([
      { jsonrpc: '2.0', id: 1, result: params },
      { jsonrpc: '2.0', id: null, error },
      { jsonrpc: '2.0', id: null, error },
      { jsonrpc: '2.0', id: 3, result: '[[[[[[[[[' },
    ]);
  });

  it('reads no further from a peer that does not take its answers, until it does', async () => {
    const { transport, peer, open } = shutBehind();
    const connection = new Connection(transport, { maxUnreadBytes: 10_000 });
    let served = 0;
    connection.serve(() => () => {
      served += 1;
      return 'x'.repeat(1000);
    });
    const answers: string[] = [];
    peer.onMessage((text) => answers.push(text));
    for (let id = 0; id < 500; id += 1) say(peer, { id, method: 'much' });
    await turn();
    expect(served).toBe(10);
    expect(transport.buffered).toBeLessThan(12_000);
    open();
    await turn();
    expect(served).toBe(500);
    expect(answers.map((text) => JSON.parse(text).id)).toEqual(Array.from({ length: 500 }, (_, id) => id));
  });

  it('notes the nonsense of a peer only so often', async () => {
    const logged: string[] = [];
    const { peer, received } = against({ log: (message) => logged.push(message) });
    for (let count = 0; count < 1000; count += 1) peer.send('garbage');
    await turn();
    expect(logged).toHaveLength(21);
    expect(received).toHaveLength(1000);
  });

  it('never answers a notification, not even an unknown or a failing one', async () => {
    const { connection, peer, received } = against();
    connection.onNotification(() => {
      throw new Error('a listener fails');
    });
    say(peer, { method: 'unheard/of' });
    say(peer, { method: 'unheard/of', params: null });
    await turn();
    expect(received).toEqual([]);
    const answer = connection.request('still there?');
    say(peer, { id: 1, result: 'yes' });
    expect(await answer).toBe('yes');
  });
});

describe('garbage', () => {
  it('is answered with an error that names what could be read', async () => {
    const { peer, received } = against();
    peer.send('{');
    peer.send('[]');
    say(peer, { id: 'x', method: 1 });
    await turn();
    expect(received).toMatchObject([
      { id: null, error: { code: -32700 } },
      { id: null, error: { code: -32600 } },
      { id: 'x', error: { code: -32600 } },
    ]);
  });

  it('leaves the connection usable both ways, and no request settled by accident', async () => {
    const garbage = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record(
          {
            jsonrpc: fc.constantFrom('2.0', '1.0', 2),
            id: fc.oneof(fc.integer({ min: 100 }), fc.string(), fc.constant(null), fc.jsonValue()),
            method: fc.oneof(fc.string(), fc.jsonValue()),
            params: fc.jsonValue(),
            error: fc.jsonValue(),
          },
          { requiredKeys: [] },
        )
        .map((message) => JSON.stringify(message)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(garbage, { maxLength: 10 }), async (frames) => {
        const { connection, peer, received } = against();
        connection.serve((method) => (method === 'mine' ? () => 'ok' : undefined));
        const pending = connection.request('theirs');
        for (const frame of frames) peer.send(frame);
        say(peer, { id: 'probe', method: 'mine' });
        say(peer, { id: 1, result: 'ok' });
        expect(await pending).toBe('ok');
        await turn();
        expect(received).toContainEqual({ jsonrpc: '2.0', id: 'probe', result: 'ok' });
      }),
    );
  });

  it('does not make two connections answer each other for ever', async () => {
    const [left, right] = memoryPair();
    let frames = 0;
    const counted = (end: Transport): Transport => ({
      ...end,
      buffered: 0,
      onMessage: (listener) =>
        end.onMessage((text) => {
          frames += 1;
          listener(text);
        }),
      send: (text) => end.send(text),
      onClose: (listener) => end.onClose(listener),
      onDrain: (listener) => end.onDrain(listener),
      close: () => end.close(),
    });
    new Connection(counted(left));
    new Connection(counted(right));
    left.send('garbage');
    await turn();
    expect(frames).toBe(2);
  });
});

describe('the end', () => {
  it('is told once, also to those who ask late', async () => {
    const { connection, peer } = against();
    const codes: number[] = [];
    connection.onClose(({ code }) => codes.push(code));
    peer.close(1011);
    peer.close(1000);
    await turn();
    connection.onClose(({ code }) => codes.push(code));
    expect(codes).toEqual([1011, 1011]);
  });

  it('may be asked for twice', async () => {
    const { connection } = against();
    connection.close();
    connection.close();
    await turn();
    connection.notify('into the void');
  });
});
