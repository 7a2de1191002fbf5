import { describe, expect, it } from 'vitest';
import { memoryPair } from '../../src/rpc/transport.ts';
import { MemoryHost, settled } from '../support/memory-host.ts';

const T = 'ahp-terminal:/1';

describe('one client’s trouble', () => {
  it.each([
    'garbage',
    '[]',
    '{}',
    'null',
    '{"jsonrpc":"2.0","method":7,"id":1}',
    '{"jsonrpc":"2.0","method":"initialize","id":1}',
    '{"jsonrpc":"2.0","method":"__proto__","id":1}',
    '{"jsonrpc":"2.0","method":"dispatchAction","params":{"channel":"ahp-terminal:/1","clientSeq":-1,"action":{}}}',
    '{"jsonrpc":"2.0","id":5,"result":null}',
    '{"jsonrpc":"2.0","id":5,"error":"x"}',
    `{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"channel":"${'x'.repeat(5000)}"}}`,
  ])('stays its own: %s', async (frame) => {
    const host = await MemoryHost.start();
    const good = await host.connect('g', { writer: 'user:mara' });
    await good.createTerminal(T);
    await good.subscribe(T);
    const [near, far] = memoryPair();
    host.host.attach(far);
    near.onMessage(() => {});
    near.send(frame);
    near.send(frame);
    await settled();
    host.pty.print('fine');
    await settled();
    expect(good.text(T)).toBe('fine');
    expect(await good.request('ping')).toBeNull();
  });

  it('leaves a connection usable after each bad frame', async () => {
    const host = await MemoryHost.start();
    const [near, far] = memoryPair();
    host.host.attach(far);
    const heard: string[] = [];
    near.onMessage((text) => heard.push(text));
    near.send('garbage');
    near.send('{"jsonrpc":"2.0","id":"a","method":"ping"}');
    await settled();
    expect(heard.map((text) => JSON.parse(text))).toMatchObject([
      { id: null, error: { code: -32700 } },
      { id: 'a', result: null },
    ]);
  });

  it('is not felt when it vanishes in the middle of everything', async () => {
    const host = await MemoryHost.start();
    const good = await host.connect('g', { subscribe: ['ahp-root://'] });
    const bad = await host.connect('b', { subscribe: ['ahp-root://'] });
    await bad.createTerminal(T);
    await bad.subscribe(T);
    await good.subscribe(T);
    host.pty.print('1');
    bad.connection.close(1006);
    host.pty.print('2');
    host.clock.pass(300);
    await settled();
    expect(good.text(T)).toBe('12');
    expect(good.actions('ahp-root://').at(-1)).toMatchObject({
      terminals: [{ _meta: { 'x-cotty': { holder: { connected: false } } } }],
    });
  });

  it('in one terminal’s output is noted and does not reach another', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('g');
    await client.createTerminal(T);
    await client.createTerminal('ahp-terminal:/2');
    await client.subscribe(T);
    await client.subscribe('ahp-terminal:/2');
    const [first, second] = host.ptys;
    if (first === undefined || second === undefined) throw new Error('two terminals were made');
    first.reply = () => {
      throw new Error('the pty is broken');
    };
    first.print('a\x1b[6n');
    second.print('b\x1b[6n');
    await settled();
    expect(host.logged.join()).toContain('ahp-terminal:/1: Error: the pty is broken');
    expect(second.input).toBe('\x1b[1;2R');
    expect([client.text(T), client.text('ahp-terminal:/2')]).toEqual(['a', 'b']);
  });
});
