import { describe, expect, it } from 'vitest';
import { MemoryHost, type RawClient } from '../../support/memory-host.ts';

const T = 'ahp-terminal:/1';

type Pair = { readonly host: MemoryHost; readonly mara: RawClient; readonly ben: RawClient };

async function pair(): Promise<Pair> {
  const host = await MemoryHost.start();
  const mara = await host.connect('m', { writer: 'user:mara', screens: true });
  await mara.createTerminal(T, { name: 'work' });
  await mara.subscribe(T);
  const ben = await host.connect('b', { writer: 'user:ben', subscribe: [T] });
  return { host, mara, ben };
}

describe('dispatchAction', () => {
  it('echoes the holder’s input to everybody and writes it to the program', async () => {
    const { host, mara, ben } = await pair();
    await mara.dispatch(T, { type: 'terminal/input', data: 'ls\r' });
    expect(host.pty.input).toBe('ls\r');
    const echo = {
      channel: T,
      action: { type: 'terminal/input', data: 'ls\r' },
      origin: { clientId: 'm', clientSeq: 1 },
    };
    expect(mara.envelopes).toMatchObject([echo]);
    expect(ben.envelopes).toMatchObject([echo]);
  });

  it('writes bytes to the program as bytes, and refuses characters that are none', async () => {
    const { host, mara } = await pair();
    const bytes = (data: string) => ({
      type: 'terminal/input' as const,
      data,
      _meta: { 'x-cotty': { bytes: true } },
    });
    await mara.dispatch(T, bytes('\x1b[M \xff!'));
    await mara.dispatch(T, bytes('漢'));
    expect(host.pty.last).toEqual(Buffer.from('\x1b[M \xff!', 'latin1'));
    expect(mara.envelopes.map(({ rejectionReason }) => rejectionReason)).toEqual([
      undefined,
      'input as bytes may have only characters up to U+00FF',
    ]);
  });

  it('does what the holder wants with size, title and content', async () => {
    const { host, mara, ben } = await pair();
    await mara.dispatch(T, { type: 'terminal/resized', cols: 100, rows: 30 });
    expect(host.pty.sizes).toEqual(['100x30']);
    await mara.dispatch(T, { type: 'terminal/titleChanged', title: 'new' });
    host.pty.print('old');
    await mara.dispatch(T, { type: 'terminal/cleared' });
    const { state } = await ben.subscribe(T);
    expect(state).toMatchObject({ cols: 100, rows: 30, title: 'new', content: [] });
  });

  it.each([
    { type: 'terminal/input', data: 'rm -rf /\r' },
    { type: 'terminal/resized', cols: 10, rows: 10 },
    { type: 'terminal/cleared' },
    { type: 'terminal/titleChanged', title: 'mine' },
    { type: 'terminal/claimed', claim: { kind: 'client', clientId: 'b' } },
  ])('refuses $type by somebody else: told to that one alone, with no effect', async (action) => {
    const { host, mara, ben } = await pair();
    host.pty.print('text');
    const seq = await ben.dispatch(T, action);
    expect(ben.refusal(seq)).toBe('mara holds this terminal');
    expect(ben.envelopes.at(-1)?.action).toEqual(action);
    expect(mara.actions(T)).toEqual([{ type: 'terminal/data', data: 'text' }]);
    expect(host.pty).toMatchObject({ input: '', sizes: [] });
    expect((await mara.subscribe(T)).state).toMatchObject({
      title: 'work',
      cols: 80,
      claim: { clientId: 'm' },
      content: [{ value: 'text' }],
    });
  });

  it.each<[object, string | RegExp]>([
    [{ type: 'terminal/data', data: 'forged' }, 'terminal/data is not for clients to dispatch'],
    [{ type: 'terminal/exited' }, 'terminal/exited is not for clients to dispatch'],
    [{ type: 'x-mine' }, 'unknown action x-mine'],
    [{ type: 'root/configChanged', config: {} }, 'root/configChanged does not belong on a terminal'],
    [{ type: 'terminal/input', data: 7 }, /data/],
    [{ type: 'terminal/input' }, /data/],
    [{ type: 'terminal/input', data: 'x'.repeat(1024 * 1024 + 1) }, /data/],
    [{ type: 'terminal/resized', cols: 0, rows: 1 }, /cols/],
    [{ type: 'terminal/resized', cols: 80.5, rows: 1 }, /cols/],
    [{ type: 'terminal/resized', cols: 65_535, rows: 65_535 }, 'no terminal is larger than 1000×500'],
    [{ type: 'terminal/claimed', claim: { kind: 'nobody' } }, /claim/],
    [{ type: 'terminal/titleChanged', title: 'a\x1b]0;b' }, 'control characters are not allowed in a title'],
  ])('refuses also from the holder what is malformed or no action of clients: %#', async (action, reason) => {
    const { host, mara } = await pair();
    const seq = await mara.dispatch(T, { ...action });
    expect(mara.refusal(seq)).toMatch(reason);
    expect(host.pty).toMatchObject({ input: '', sizes: [] });
  });

  it('refuses every action on the root: this host has no configuration', async () => {
    const { mara } = await pair();
    await mara.subscribe('ahp-root://');
    const seq = await mara.dispatch('ahp-root://', { type: 'root/configChanged', config: { a: 1 } });
    expect(mara.refusal(seq)).toBe('actions on the root are not accepted: this host has no configuration');
  });

  it('ignores an action on a channel that does not exist', async () => {
    const { mara } = await pair();
    const seq = await mara.dispatch('ahp-terminal:/2', { type: 'terminal/cleared' });
    expect(mara.refusal(seq)).toBeUndefined();
  });

  it('refuses input when too much is waiting for the program, and takes it when there is room', async () => {
    const { host, mara } = await pair();
    host.pty.room = 3;
    const seq = await mara.dispatch(T, { type: 'terminal/input', data: 'ää' });
    expect(mara.refusal(seq)).toMatch(/does not read its input/);
    await mara.dispatch(T, { type: 'terminal/input', data: 'abc' });
    expect(host.pty.input).toBe('abc');
  });

  it('refuses input after the exit', async () => {
    const { host, mara } = await pair();
    host.pty.exit();
    const seq = await mara.dispatch(T, { type: 'terminal/input', data: 'x' });
    expect(mara.refusal(seq)).toBe('the terminal has exited');
  });

  it('lets one of two who take over at once win, and names the winner to the other', async () => {
    const { host, mara, ben } = await pair();
    const eve = await host.connect('e', { writer: 'user:eve', subscribe: [T] });
    const takeOver = (clientId: string) => ({
      type: 'terminal/claimed',
      claim: { kind: 'client', clientId },
      _meta: { 'x-cotty': { takeOverFrom: 'm' } },
    });
    const [first, second] = await Promise.all([
      ben.dispatch(T, takeOver('b')),
      eve.dispatch(T, takeOver('e')),
    ]);
    expect(ben.refusal(first)).toBeUndefined();
    expect(eve.refusal(second)).toBe('ben holds this terminal');
    const seq = await mara.dispatch(T, { type: 'terminal/input', data: 'x' });
    expect(mara.refusal(seq)).toBe('ben holds this terminal');
    await ben.dispatch(T, { type: 'terminal/input', data: 'y' });
    expect(host.pty.input).toBe('y');
  });

  it('lets anybody take a terminal whose holder has gone, but only after saying so', async () => {
    const { host, mara, ben } = await pair();
    mara.connection.close();
    const seq = await ben.dispatch(T, { type: 'terminal/input', data: 'x' });
    expect(ben.refusal(seq)).toBe('mara holds this terminal');
    await ben.dispatch(T, { type: 'terminal/claimed', claim: { kind: 'client', clientId: 'b' } });
    await ben.dispatch(T, { type: 'terminal/input', data: 'y' });
    expect(host.pty.input).toBe('y');
  });

  it('gives the claim back to the same client when it returns', async () => {
    const { host, mara, ben } = await pair();
    mara.connection.close();
    const again = await host.connect('m', { writer: 'user:mara', subscribe: [T] });
    await again.dispatch(T, { type: 'terminal/input', data: 'x' });
    const seq = await ben.dispatch(T, { type: 'terminal/claimed', claim: { kind: 'client', clientId: 'b' } });
    expect(host.pty.input).toBe('x');
    expect(ben.refusal(seq)).toBe('mara holds this terminal');
  });

  it('restates the truth to foreign clients, which reduce what was refused', async () => {
    const { host, mara } = await pair();
    const foreign = await host.connect('f', { subscribe: [T] });
    await foreign.dispatch(T, { type: 'terminal/resized', cols: 10, rows: 10 });
    await foreign.dispatch(T, { type: 'terminal/titleChanged', title: 'x' });
    await foreign.dispatch(T, { type: 'terminal/claimed', claim: { kind: 'client', clientId: 'f' } });
    expect(
      foreign.envelopes.map(({ action, rejectionReason }) => [action, rejectionReason !== undefined]),
    ).toEqual([
      [{ type: 'terminal/resized', cols: 10, rows: 10 }, true],
      [{ type: 'terminal/resized', cols: 80, rows: 24 }, false],
      [{ type: 'terminal/titleChanged', title: 'x' }, true],
      [{ type: 'terminal/titleChanged', title: 'work' }, false],
      [{ type: 'terminal/claimed', claim: { kind: 'client', clientId: 'f' } }, true],
      [{ type: 'terminal/claimed', claim: { kind: 'client', clientId: 'm' } }, false],
    ]);
    expect(mara.actions(T)).toHaveLength(3);
    expect(host.pty.sizes).toEqual([]);
  });

  it('keeps the holder’s name and presence on the root list', async () => {
    const { host, mara, ben } = await pair();
    const { state } = await ben.subscribe('ahp-root://');
    const holder = (connected: boolean) => ({
      terminals: [{ _meta: { 'x-cotty': { holder: { name: 'mara', connected } } } }],
    });
    expect(state).toMatchObject(holder(true));
    mara.connection.close();
    await ben.request('ping');
    host.clock.pass(1000);
    expect((await ben.subscribe('ahp-root://')).state).toMatchObject(holder(false));
  });
});
