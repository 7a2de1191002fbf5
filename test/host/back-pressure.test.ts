import { describe, expect, it } from 'vitest';
import { watchAccess } from '../../src/host/common/access.ts';
import { STALL_MS } from '../../src/host/stream/broadcast.ts';
import type { Transport } from '../../src/rpc/transport.ts';
import { MemoryHost, type RawClient, settled } from '../support/memory-host.ts';

const T = 'ahp-terminal:/1';

/** A reader that takes nothing until it is told to: its frames wait on the host's side. */
class Tap {
  #waiting: string[] = [];
  #open = true;
  #drained: () => void = () => {};
  #target: Transport | undefined;

  readonly wrap = (transport: Transport): Transport => {
    this.#target = transport;
    transport.onDrain(() => this.#drained());
    const held = () => this.#waiting.reduce((sum, text) => sum + text.length, 0);
    return {
      get buffered() {
        return transport.buffered + held();
      },
      send: (text) => {
        if (this.#open) transport.send(text);
        else this.#waiting.push(text);
      },
      onMessage: (listener) => transport.onMessage(listener),
      onClose: (listener) => transport.onClose(listener),
      onDrain: (listener) => {
        this.#drained = listener;
      },
      hold: (held) => transport.hold(held),
      close: (code, reason) => transport.close(code, reason),
    };
  };

  shut(): void {
    this.#open = false;
  }

  async open(): Promise<void> {
    this.#open = true;
    for (const text of this.#waiting.splice(0)) this.#target?.send(text);
    await settled();
  }
}

type Scene = { readonly host: MemoryHost; readonly client: RawClient; readonly tap: Tap };

async function scene(): Promise<Scene> {
  const host = await MemoryHost.start();
  const tap = new Tap();
  const client = await host.connect('m', { writer: 'user:mara', screens: true, wrap: tap.wrap });
  await client.createTerminal(T);
  await client.subscribe(T);
  return { host, client, tap };
}

/** Prints lines, a piece a turn, until the pty is paused or that much was printed. */
async function flood(host: MemoryHost, chars: number): Promise<string> {
  let printed = '';
  for (let line = 0; printed.length < chars && !host.pty.paused; line += 1) {
    const text = `line ${line} ${'.'.repeat(4000)}\r\n`;
    printed += text;
    host.pty.print(text);
    if (line % 8 !== 7) continue;
    host.clock.pass(4);
    await settled();
  }
  host.clock.pass(300);
  await settled();
  return printed;
}

describe('a flood', () => {
  it('is held back while its only viewer does not read, and then loses nothing', async () => {
    const { host, client, tap } = await scene();
    tap.shut();
    let printed = await flood(host, 10_000_000);
    expect(host.pty.paused).toBe(true);
    expect(printed.length).toBeLessThan(600_000);
    host.pty.print('held in the kernel\r\n');
    printed += 'held in the kernel\r\n';
    await tap.open();
    expect(host.pty.paused).toBe(false);
    printed += await flood(host, 500_000);
    await settled();
    expect(client.text(T) === printed).toBe(true);
    expect(client.closed).toBeUndefined();
  });

  it('is not held back for ever: a viewer that takes nothing is sent away, also the only one', async () => {
    const { host, client, tap } = await scene();
    tap.shut();
    await flood(host, 10_000_000);
    expect(host.pty.paused).toBe(true);
    host.clock.pass(STALL_MS);
    expect(host.pty.paused).toBe(false);
    const printed = await flood(host, 3_000_000);
    expect(printed.length).toBeGreaterThanOrEqual(3_000_000);
    await settled();
    expect(client.closed).toMatchObject({ code: 4008 });
  });

  it('is not held back for those who only watch', async () => {
    const host = await MemoryHost.start();
    const maker = await host.connect('m');
    await maker.createTerminal(T);
    const tap = new Tap();
    const watcher = await host.connect('w', { wrap: tap.wrap, access: watchAccess, subscribe: [T] });
    tap.shut();
    const printed = await flood(host, 6_000_000);
    expect(printed.length).toBeGreaterThanOrEqual(6_000_000);
    await settled();
    expect(watcher.closed).toMatchObject({ code: 4008 });
  });

  it('goes on for the others while one does not read; that one is sent away and comes back for a snapshot', async () => {
    const { host, client, tap } = await scene();
    const fast = await host.connect('f', { writer: 'user:ben', subscribe: [T] });
    tap.shut();
    const printed = await flood(host, 6_000_000);
    expect(host.pty.paused).toBe(false);
    expect(fast.text(T) === printed).toBe(true);
    await tap.open();
    expect(client.closed).toMatchObject({ code: 4008 });
    const seen = client.text(T);
    expect(printed.startsWith(seen)).toBe(true);
    const lastSeen = client.envelopes.at(-1)?.serverSeq ?? 0;
    const again = host.dial();
    const params = { clientId: 'm', lastSeenServerSeq: lastSeen, subscriptions: [T] };
    const result = await again.request('reconnect', params);
    expect(result).toMatchObject({ type: 'snapshot', snapshots: [{ resource: T }] });
    host.pty.print('after');
    host.clock.pass(10);
    await settled();
    expect(again.text(T)).toBe('after');
  });

  it('goes on when nobody watches', async () => {
    const { host, client } = await scene();
    client.connection.notify('unsubscribe', { channel: T });
    await settled();
    const printed = await flood(host, 3_000_000);
    expect(printed.length).toBeGreaterThanOrEqual(3_000_000);
    expect(client.text(T)).toBe('');
  });

  it('that the screen cannot keep up with is held back, too', async () => {
    const { host, client } = await scene();
    client.connection.notify('unsubscribe', { channel: T });
    await settled();
    let printed = 0;
    while (!host.pty.paused && printed < 10_000_000) {
      host.pty.print(`\x1b[H${'x'.repeat(65_536)}`);
      printed += 65_536;
    }
    expect(host.pty.paused).toBe(true);
    expect(printed).toBeLessThan(2.5 * 1024 * 1024);
    host.clock.turn();
    expect(host.pty.paused).toBe(false);
  });
});
