import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Client, HostClient } from '../../../src/client/client.ts';
import { type ClientOptions, nearRetryDelay, retryDelay } from '../../../src/client/client-options.ts';
import type { TerminalState } from '../../../src/protocol/terminal/state.ts';
import { rootStateFor, stateFor } from '../../../src/protocol/to-wire.ts';
import { ClosedError, RpcError } from '../../../src/rpc/errors.ts';
import { terminalAction } from '../../protocol/arbitrary.ts';
import { ScriptedHost } from '../scripted-host.ts';

const T = 'ahp-terminal:/1';
const U = 'ahp-terminal:/2';

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Lets the waits between attempts pass. */
async function comeBack(): Promise<void> {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await settle();
    vi.advanceTimersByTime(30_000);
  }
  await settle();
}

const clients: Client[] = [];
let host: ScriptedHost;

async function open(options: Partial<ClientOptions> = {}): Promise<Client> {
  const client = await HostClient.open({
    transportFactory: host.dial,
    clientId: 'me',
    random: () => 0,
    ...options,
  } as ClientOptions);
  clients.push(client);
  return client;
}

const methods = () => host.calls.map(({ method }) => method);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  host = new ScriptedHost();
  host.add(T);
});

afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  vi.useRealTimers();
});

describe('retryDelay', () => {
  it('is nothing after a connection that worked, then doubles up to half a minute', () => {
    expect([0, 1, 2, 3, 8, 9, 1000].map((failures) => retryDelay(failures, 0))).toEqual([
      0, 250, 500, 1000, 30_000, 30_000, 30_000,
    ]);
  });

  it('stays between half and all of that, whatever the chance', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (failures, random) => {
          const full = retryDelay(failures, 0);
          expect(retryDelay(failures, random)).toBeGreaterThanOrEqual(Math.floor(full / 2));
          expect(retryDelay(failures, random)).toBeLessThanOrEqual(full);
        },
      ),
    );
  });
});

describe('nearRetryDelay', () => {
  it('is nothing at first, then short for as long as a host takes to be brought back, and a second in the end', () => {
    expect([0, 1, 1_999, 2_000, 9_999, 10_000, 3_600_000].map(nearRetryDelay)).toEqual([
      0, 25, 25, 100, 100, 1_000, 1_000,
    ]);
  });
});

describe('after a lost connection', () => {
  it('the client resumes where it was: what it missed is replayed as if it were live', async () => {
    const client = await open();
    const mirror = await client.subscribe(T);
    host.print(T, 'a');
    await settle();
    const seen: string[] = [];
    mirror.onChange((_state, cause) =>
      seen.push(cause.kind === 'action' ? cause.envelope.action.type : 'snapshot'),
    );
    host.drop();
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    host.print(T, 'b');
    host.emit(T, { type: 'terminal/titleChanged', title: 'new' });
    await comeBack();
    expect(host.calls.at(-1)).toEqual({
      method: 'reconnect',
      params: {
        channel: 'ahp-root://',
        clientId: 'me',
        lastSeenServerSeq: 2,
        subscriptions: ['ahp-root://', T],
      },
    });
    expect(mirror.state).toEqual(host.terminals.get(T));
    expect(seen).toEqual(['terminal/data', 'terminal/titleChanged']);
    expect(client.terminal(T)).toBe(mirror);
    host.print(T, 'c');
    await settle();
    expect(mirror.state).toEqual(host.terminals.get(T));
  });

  it('a connection that is given up because it gives no sign of life is made anew, and what it missed is replayed', async () => {
    const client = await open();
    const mirror = await client.subscribe(T);
    // The line is dead: nothing that is asked for comes back.
    host.override = ({ method }) => (method === 'ping' ? new Promise(() => {}) : undefined);
    const asked = client.ping();
    await settle();
    expect(client.connectionState).toBe('ready');
    client.giveUp('the host does not answer');
    expect(await asked).toBe(false);
    expect(client.connectionState).toBe('away');
    host.print(T, 'meanwhile');
    await comeBack();
    expect(client.connectionState).toBe('ready');
    expect(mirror.state).toEqual(host.terminals.get(T));
    expect(host.connections).toBe(1);
  });

  it('one that answers is kept, and one that is away is tried at once', async () => {
    const client = await open();
    expect(await client.ping()).toBe(true);
    expect(host.calls.filter(({ method }) => method === 'initialize')).toHaveLength(1);
    host.reachable = false;
    host.drop();
    await comeBack();
    host.reachable = true;
    expect(client.connectionState).toBe('away');
    client.retryNow();
    await settle();
    expect(client.connectionState).toBe('ready');
  });

  it('it takes snapshots when too much was missed, and the mirrors stay the same objects', async () => {
    host.ring = 2;
    const client = await open();
    const mirror = await client.subscribe(T);
    const causes: string[] = [];
    mirror.onChange((_state, { kind }) => causes.push(kind));
    host.drop();
    for (const data of ['a', 'b', 'c', 'd']) host.print(T, data);
    await comeBack();
    expect(causes).toEqual(['snapshot']);
    expect(mirror.state).toEqual(host.terminals.get(T));
    expect(client.connectionState).toBe('ready');
  });

  it('more may be replayed than may ever wait for a snapshot', async () => {
    host.ring = 10_000;
    const client = await open();
    const mirror = await client.subscribe(T);
    host.drop();
    await settle();
    for (let n = 0; n < 5000; n += 1) host.print(T, `${n} `);
    await comeBack();
    expect(methods().at(-1)).toBe('reconnect');
    expect(mirror.state).toEqual(host.terminals.get(T));
  });

  it('what a hasty host sends before the replay comes after it', async () => {
    const client = await open();
    const mirror = await client.subscribe(T);
    host.drop();
    await settle();
    host.print(T, 'missed ');
    host.override = ({ method }) => {
      if (method !== 'reconnect') return undefined;
      const { serverSeq } = host.emit(T, { type: 'terminal/data', data: 'before ' });
      host.sendRaw('action', { channel: T, serverSeq, action: { type: 'terminal/data', data: 'before ' } });
      return undefined;
    };
    await comeBack();
    expect(mirror.state).toEqual(host.terminals.get(T));
  });

  it('what waited for the caller when the connection died is not lost', async () => {
    const client = await open();
    host.override = ({ method }) => {
      if (method === 'subscribe') {
        queueMicrotask(() => {
          host.print(T, 'right after the snapshot');
          host.drop();
        });
      }
      return undefined;
    };
    vi.advanceTimersByTime(6000);
    const mirror = await client.subscribe(T);
    // Back before the event loop has turned once.
    const microtasks = async () => {
      for (let n = 0; n < 100; n += 1) await Promise.resolve();
    };
    await microtasks();
    host.print(T, ', and what was missed');
    vi.advanceTimersByTime(0);
    await microtasks();
    expect(client.connectionState).toBe('ready');
    expect(methods()).toContain('reconnect');
    await settle();
    expect(mirror.state).toEqual(host.terminals.get(T));
  });

  it('snapshots of a host that counts lower now set where to resume', async () => {
    const client = await open();
    await client.subscribe(T);
    for (let n = 0; n < 20; n += 1) host.print(T, 'x');
    await settle();
    host.rewind(5);
    host.drop();
    await comeBack();
    host.drop();
    await comeBack();
    expect(host.calls.slice(-2).map(({ params }) => params['lastSeenServerSeq'])).toEqual([21, 5]);
    expect(client.terminal(T)?.state).toEqual(host.terminals.get(T));
  });

  it('it begins anew on the same socket when the host does not know it any more', async () => {
    const client = await open();
    const mirror = await client.subscribe(T);
    host.print(T, 'old');
    await settle();
    host.restart({ keep: true });
    host.print(T, ' and new');
    const dialled = vi.fn(host.dial);
    await comeBack();
    expect(methods().slice(2)).toEqual(['reconnect', 'initialize', 'subscribe']);
    expect(dialled).not.toHaveBeenCalled();
    expect(host.connections).toBe(1);
    expect(mirror.state).toEqual(host.terminals.get(T));
    host.print(T, '!');
    await settle();
    expect(mirror.state).toEqual(host.terminals.get(T));
    expect(client.root.state.terminals).toMatchObject([{ resource: T }]);
  });

  it('numbers that start from one again are not taken for old ones', async () => {
    const client = await open();
    const mirror = await client.subscribe(T);
    for (let n = 0; n < 20; n += 1) host.print(T, 'x');
    await settle();
    host.restart({ keep: true });
    await comeBack();
    expect(mirror.seq).toBeLessThan(5);
    host.print(T, 'y');
    await settle();
    expect(mirror.state).toEqual(host.terminals.get(T));
    host.drop();
    host.print(T, 'z');
    await comeBack();
    expect(mirror.state).toEqual(host.terminals.get(T));
    expect(methods().at(-1)).toBe('reconnect');
    expect(client.connectionState).toBe('ready');
  });

  it.each(['replay', 'snapshot', 'initialize'])(
    'a terminal that is gone is told, others go on (%s)',
    async (how) => {
      host.add(U);
      if (how === 'snapshot') host.ring = 1;
      const client = await open();
      const [mirror, other] = await Promise.all([client.subscribe(T), client.subscribe(U)]);
      const gone = vi.fn();
      mirror.onGone(gone);
      host.drop();
      host.remove(T);
      host.print(U, 'x');
      if (how === 'initialize') host.forget();
      await comeBack();
      expect(gone).toHaveBeenCalledOnce();
      expect(mirror.gone).toBe(true);
      expect(client.terminal(T)).toBeUndefined();
      expect(other.gone).toBe(false);
      expect(other.state).toEqual(host.terminals.get(U));
    },
  );

  it('what was subscribed meanwhile, or was not answered yet, is asked for then', async () => {
    const client = await open();
    host.override = ({ method }) => (method === 'subscribe' ? new Promise(() => {}) : undefined);
    const unanswered = client.subscribe(T);
    await settle();
    host.override = () => undefined;
    host.add(U);
    host.drop();
    await settle();
    const meanwhile = client.subscribe(U);
    await comeBack();
    expect((await unanswered).state).toEqual(host.terminals.get(T));
    expect((await meanwhile).state).toEqual(host.terminals.get(U));
  });

  /** What is told of a connection that is lost in this way and is back at the second attempt. */
  async function lostAndBack(code: number, reason?: string): Promise<unknown[]> {
    const client = await open();
    const states: unknown[] = [];
    client.onConnectionState((state, detail) => states.push([state, detail]));
    host.reachable = false;
    host.drop(code, reason);
    await settle();
    vi.advanceTimersByTime(250);
    await settle();
    host.reachable = true;
    vi.advanceTimersByTime(500);
    await settle();
    return states;
  }

  it('the state of the connection is visible, with the reason and the wait', async () => {
    expect(await lostAndBack(4000)).toEqual([
      ['away', { reason: 'connection lost (4000)', retryInMs: 250 }],
      ['away', { reason: 'nobody listens', retryInMs: 500 }],
      ['ready', { back: { unsent: 0 } }],
    ]);
  });

  it('a host that says that it goes is told from one that is lost', async () => {
    const states = await lostAndBack(1001, 'the host is stopping');
    // A proxy that is started anew, between us and a host that goes on.
    host.drop(1001, 'restarting');
    await settle();
    expect(states).toEqual([
      ['away', { reason: 'the host is stopping', stopped: true, retryInMs: 250 }],
      ['away', { reason: 'nobody listens', retryInMs: 500 }],
      ['ready', { back: { unsent: 0 } }],
      ['away', { reason: 'restarting', retryInMs: expect.any(Number) }],
    ]);
  });

  it('nothing is sent while away, and the caller can see that', async () => {
    const client = await open();
    host.drop();
    await settle();
    expect(client.dispatch(T, { type: 'terminal/input', data: 'rm -rf\r' })).toBe(0);
    expect(await client.dispatchAndConfirm(T, { type: 'terminal/cleared' })).toMatchObject({ ok: false });
    await comeBack();
    expect(methods()).not.toContain('dispatchAction');
  });

  it('an echo in the replay settles what waited for it, the rest is told that it is unknown', async () => {
    const client = await open();
    await client.subscribe(T);
    const done = client.dispatchAndConfirm(T, { type: 'terminal/titleChanged', title: 'x' }, 1_000_000);
    const lost = client.dispatchAndConfirm('ahp-terminal:/none', { type: 'terminal/cleared' }, 1_000_000);
    // The host takes both in, but the connection dies before the echo is out.
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    host.drop();
    await comeBack();
    expect(await done).toMatchObject({ ok: true, envelope: { action: { title: 'x' } } });
    expect(await lost).toMatchObject({ ok: false, reason: expect.stringContaining('connection was lost') });
  });

  it('the colours are said again', async () => {
    const client = await open();
    client.notifyColors({ background: 'rgb:0000/0000/0000' });
    await settle();
    host.restart({ keep: true });
    await comeBack();
    const said = host.calls.filter(({ method }) => method === 'x-cotty/colors');
    expect(said.map(({ params }) => params)).toEqual(
      Array(2).fill({ channel: 'ahp-root://', background: 'rgb:0000/0000/0000' }),
    );
  });

  it('a connection that works for a while is retried at once, one that breaks at once is not', async () => {
    const client = await open();
    const waits: (number | undefined)[] = [];
    client.onConnectionState((state, { retryInMs }) => {
      if (state === 'away') waits.push(retryInMs);
    });
    vi.advanceTimersByTime(6000);
    host.drop();
    await comeBack();
    host.override = ({ method }) => {
      if (method === 'reconnect') queueMicrotask(() => host.drop());
      return undefined;
    };
    host.drop();
    await comeBack();
    expect(waits.slice(0, 1)).toEqual([0]);
    expect(waits.slice(1, 4)).toEqual([0, 250, 500]);
  });

  it('a user who is impatient need not wait', async () => {
    const client = await open();
    host.reachable = false;
    host.drop();
    await settle();
    host.reachable = true;
    client.retryNow();
    await settle();
    expect(client.connectionState).toBe('ready');
  });

  it('a host that hangs up on each attempt to resume is asked to begin anew', async () => {
    const client = await open();
    host.override = ({ method }) => {
      if (method === 'reconnect') {
        host.drop();
        return new Promise(() => {});
      }
      return undefined;
    };
    host.drop();
    await comeBack();
    await comeBack();
    expect(client.connectionState).toBe('ready');
    expect(methods().at(-1)).toBe('initialize');
  });

  it('a host that speaks no version of ours any more ends the client', async () => {
    const client = await open();
    host.forget();
    host.override = ({ method }) => {
      if (method === 'initialize') throw new RpcError(-32005, 'too old');
      return undefined;
    };
    host.drop();
    await comeBack();
    expect(client.connectionState).toBe('closed');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a client that is told not to retry is closed', async () => {
    const client = await open({ retry: false });
    const waiting = client.subscribe('ahp-terminal:/x').catch((error: unknown) => error);
    host.drop();
    await settle();
    expect(client.connectionState).toBe('closed');
    await waiting;
    await expect(client.subscribe(T)).rejects.toBeInstanceOf(ClosedError);
  });

  it('a client whose id another connection took over does not fight for it', async () => {
    const client = await open();
    host.drop(4009);
    await comeBack();
    expect(client.connectionState).toBe('closed');
    expect(host.connections).toBe(0);
  });

  it('a client that is closed while away stays closed', async () => {
    const client = await open();
    host.reachable = false;
    host.drop();
    await settle();
    const calling = client.disposeTerminal(T).catch((error: unknown) => error);
    client.close();
    host.reachable = true;
    await comeBack();
    expect(await calling).toBeInstanceOf(ClosedError);
    expect(client.connectionState).toBe('closed');
    expect(host.connections).toBe(0);
  });
});

describe('createTerminal', () => {
  const params = { channel: U, claim: { kind: 'client', clientId: 'me' } } as const;
  const created = () => host.calls.filter(({ method }) => method === 'createTerminal').length;

  it('waits longer than ten seconds for a slow host', async () => {
    const client = await open();
    host.override = ({ method }) =>
      method === 'createTerminal' ? new Promise((answer) => setTimeout(answer, 15_000, null)) : undefined;
    const creating = client.createTerminal(params);
    await settle();
    vi.advanceTimersByTime(15_000);
    await creating;
  });

  it('is not repeated when the connection died after the host had done it', async () => {
    const client = await open();
    host.override = ({ method }) => {
      if (method === 'createTerminal') {
        host.add(U);
        host.drop();
        return new Promise(() => {});
      }
      return undefined;
    };
    const creating = client.createTerminal(params);
    await comeBack();
    await creating;
    expect(created()).toBe(1);
  });

  it('is repeated when the connection died before', async () => {
    const client = await open();
    host.override = ({ method }) => {
      if (method === 'createTerminal' && created() === 1) {
        host.drop();
        return new Promise(() => {});
      }
      return undefined;
    };
    const creating = client.createTerminal(params);
    await comeBack();
    await creating;
    expect(created()).toBe(2);
    expect(host.terminals.has(U)).toBe(true);
  });

  it('takes "exists already" for its own doing at the second try only', async () => {
    const client = await open();
    host.override = ({ method }) => {
      if (method !== 'createTerminal') return undefined;
      if (created() === 1) {
        host.drop();
        return new Promise(() => {});
      }
      throw new RpcError(-32010, 'exists');
    };
    const creating = client.createTerminal(params);
    await comeBack();
    await creating;
    await expect(client.createTerminal(params)).rejects.toMatchObject({ code: -32010 });
  });

  it('is not tried for ever on a host that dies of it', async () => {
    const client = await open();
    host.override = ({ method }) => {
      if (method !== 'createTerminal') return undefined;
      host.drop();
      return new Promise(() => {});
    };
    const outcome = client.createTerminal(params).catch((error: unknown) => error);
    await comeBack();
    await comeBack();
    expect(await outcome).toBeInstanceOf(ClosedError);
    expect(created()).toBe(3);
  });
});

describe('whatever happens to the connection', () => {
  type Step =
    | { kind: 'act'; uri: string; action: Parameters<ScriptedHost['emit']>[1] }
    | { kind: 'reject' | 'drop' | 'restart' | 'forget' | 'wait' | 'overlap' }
    | { kind: 'subscribe'; uri: string }
    | { kind: 'unsubscribe'; uri: string };

  const uri = fc.constantFrom(T, U);
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 8, arbitrary: fc.record({ kind: fc.constant('act' as const), uri, action: terminalAction }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('drop' as const, 'wait' as const) }) },
    fc.record({
      kind: fc.constantFrom('reject' as const, 'restart' as const, 'forget' as const, 'overlap' as const),
    }),
    fc.record({ kind: fc.constant('subscribe' as const), uri }),
    fc.record({ kind: fc.constant('unsubscribe' as const), uri }),
  );

  it('the mirrors are the host states once it is back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom('1.0.0', '0.8.0'),
        async (steps, ring, version) => {
          host = new ScriptedHost();
          host.ring = ring;
          host.version = version;
          host.add(T);
          host.add(U);
          const client = await open();
          const wire = (state: TerminalState | undefined) => state && stateFor(version, state);
          const take: { [K in Step['kind']]: (one: Step & { kind: K }) => unknown } = {
            act: (one) => host.emit(one.uri, one.action),
            reject: () => host.emit(T, { type: 'terminal/cleared' }, { rejectionReason: 'no' }),
            drop: () => host.drop(),
            restart: () => host.restart({ keep: true }),
            forget: () => host.forget(),
            wait: () => settle(),
            // The same envelope twice, as an overlapping replay would bring it.
            overlap: () => host.sendRaw('action', host.emit(T, { type: 'terminal/data', data: '*' })),
            subscribe: (one) => void client.subscribe(one.uri).catch(() => {}),
            unsubscribe: (one) => void client.unsubscribe(one.uri),
          };
          for (const one of steps) await take[one.kind](one as never);
          await comeBack();
          expect(client.connectionState).toBe('ready');
          for (const each of [T, U]) {
            const mirror = await client.subscribe(each);
            await settle();
            expect(wire(mirror.state)).toEqual(wire(host.terminals.get(each)));
          }
          expect(rootStateFor(version, client.root.state)).toEqual(rootStateFor(version, host.root));
          client.close();
          await settle();
        },
      ),
      { numRuns: 300 },
    );
  }, 60_000);
});
