import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/rpc/transport.ts';
import { MemoryHost } from '../support/memory-host.ts';

const T = 'ahp-terminal:/1';
const typed = (data: string) => ({ type: 'terminal/input', data });

describe('a key', () => {
  it('reaches the program before any viewer is told of it', async () => {
    const host = await MemoryHost.start();
    const log: string[] = [];
    const client = await host.connect('m', { writer: 'user:mara', wrap: (end) => noting(end, log) });
    await client.createTerminal(T);
    await client.subscribe(T);
    const { pty } = host;
    const write = pty.write.bind(pty);
    pty.write = (text) => {
      log.push(`pty ${text}`);
      return write(text);
    };
    log.length = 0;
    await client.dispatch(T, typed('x'));
    expect(log).toEqual(['pty x', 'viewer terminal/input']);
  });

  it('comes back to its sender, unless that asked for silence', async () => {
    const host = await MemoryHost.start();
    const [window, other] = [
      await host.connect('w', { writer: 'user:mara', ownInput: false }),
      await host.connect('o', { writer: 'user:mara' }),
    ];
    await window.createTerminal(T);
    for (const each of [window, other]) await each.subscribe(T);
    for (const each of [window, other]) each.envelopes.length = 0;
    await window.dispatch(T, typed('x'));
    expect(window.actions(T)).toEqual([]);
    expect(other.actions(T)).toEqual([typed('x')]);
    expect(host.pty.input).toBe('x');
  });

  it('that is refused is told to its sender in any case', async () => {
    const host = await MemoryHost.start();
    const owner = await host.connect('a', { writer: 'agent:ada' });
    await owner.createTerminal(T);
    const window = await host.connect('w', { writer: 'user:mara', ownInput: false });
    await window.subscribe(T);
    const seq = await window.dispatch(T, typed('x'));
    expect(window.refusal(seq)).toContain('ada');
  });

  it('is answered after the actions that came before the answer', async () => {
    const host = await MemoryHost.start();
    const log: string[] = [];
    const client = await host.connect('m', { writer: 'user:mara', wrap: (end) => noting(end, log) });
    await client.createTerminal(T);
    await client.subscribe(T);
    log.length = 0;
    const before = client.request('ping');
    client.connection.notify('dispatchAction', { channel: T, clientSeq: 1, action: typed('x') });
    await Promise.all([before, client.request('ping')]);
    expect(log).toEqual(['answer', 'viewer terminal/input', 'answer']);
  });
});

/** Notes what the host sends. */
function noting(end: Transport, log: string[]): Transport {
  return {
    get buffered() {
      return end.buffered;
    },
    send(text) {
      const { method, params } = JSON.parse(text);
      log.push(method === 'action' ? `viewer ${params.action.type}` : 'answer');
      end.send(text);
    },
    onMessage: (listener) => end.onMessage(listener),
    onClose: (listener) => end.onClose(listener),
    onDrain: (listener) => end.onDrain(listener),
    hold: (held) => end.hold(held),
    close: (code, reason) => end.close(code, reason),
  };
}
