import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FarHost, type MachineState } from '../../../src/client/machines/far-host.ts';
import type { Transport } from '../../../src/rpc/transport.ts';
import { ScriptedHost } from '../scripted-host.ts';

const T = 'ahp-terminal:/1';

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Lets half a day pass. */
async function later(): Promise<void> {
  for (let minute = 0; minute < 720; minute += 1) {
    await settle();
    vi.advanceTimersByTime(60_000);
  }
  await settle();
}

let host: ScriptedHost;
let far: FarHost;
/** What happens to an attempt, instead of a connection. */
let attempt: ((signal: AbortSignal) => Promise<Transport>) | undefined;
/** Whether each attempt might ask a person. */
let attempts: boolean[];
let states: MachineState[];

class Refused extends Error {
  readonly needsPerson = true;
}

const refuses = () => Promise.reject(new Refused('Permission denied (publickey).'));
const kinds = () => states.map(({ kind }) => kind);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  host = new ScriptedHost();
  host.add(T);
  attempt = undefined;
  attempts = [];
  states = [];
  far = new FarHost({
    machine: {
      name: 'box',
      address: 'exec:box',
      way: (asking) => ({
        transportFactory: async (signal) => {
          attempts.push(asking);
          return attempt === undefined ? host.dial() : attempt(signal);
        },
      }),
    },
    identity: { clientId: 'me', meta: { writer: 'user:ada', screens: false } },
    onState: ({ state }) => states.push(state),
    onClient: () => {},
    log: () => {},
    random: () => 0,
  });
});

afterEach(() => {
  far.close();
  vi.useRealTimers();
});

describe('a machine that needs a person', () => {
  test('is tried once when the window opens', async () => {
    attempt = refuses;
    far.connect();
    await later();
    expect(attempts).toEqual([true]);
    expect(far.state).toEqual({ kind: 'stopped', reason: 'Permission denied (publickey).' });
  });

  test('is tried once after a lost connection, and again when the person says so, who is asked then', async () => {
    far.connect();
    await settle();
    expect(far.state.kind).toBe('ready');
    const mirror = await far.client?.subscribe(T);
    attempt = refuses;
    host.drop();
    await later();
    expect(attempts).toEqual([true, false]);
    expect(far.state).toEqual({ kind: 'stopped', reason: 'Permission denied (publickey).' });
    attempt = undefined;
    host.print(T, 'meanwhile');
    far.connect();
    await settle();
    expect(kinds().slice(-2)).toEqual(['connecting', 'ready']);
    expect(attempts).toEqual([true, false, true]);
    // Whoever looks at its terminals goes on.
    expect(mirror?.state).toEqual(host.terminals.get(T));
  });

  test('is told from one that is away, which is tried again and again', async () => {
    far.connect();
    await settle();
    attempt = () => Promise.reject(new Error('no route to host'));
    host.drop();
    await later();
    expect(attempts.length).toBeGreaterThan(100);
    expect(far.state).toMatchObject({ kind: 'away', reason: 'no route to host' });
  });
});

describe('a machine that is closed', () => {
  test.each(['first', 'later'])(
    'while its %s connection is made ends that attempt at once',
    async (which) => {
      if (which === 'later') {
        far.connect();
        await settle();
      }
      let ended = false;
      attempt = (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            ended = true;
            reject(new Error('ended'));
          });
        });
      if (which === 'first') far.connect();
      else {
        host.drop();
        await settle();
        vi.advanceTimersByTime(60_000);
      }
      await settle();
      const tried = attempts.length;
      expect(ended).toBe(false);
      far.close();
      expect(ended).toBe(true);
      await later();
      expect(attempts).toHaveLength(tried);
      expect(host.connections).toBe(0);
    },
  );
});
