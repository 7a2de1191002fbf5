import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, Notices } from '../../../src/host/push/notices.ts';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import type { ActionEnvelope } from '../../../src/protocol/envelope.ts';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';
import { HandClock } from '../../support/hand-clock.ts';

const got: string[] = [];
const server = createServer((request, response) => {
  request.setEncoding('utf8').on('data', (part: string) => got.push(JSON.parse(part).text));
  request.on('end', () => response.end());
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
});

type Program = NonNullable<TerminalMeta['program']>;

/** Notices of a host whose list of terminals the test sets. */
function host({ withDone = false } = {}) {
  const clock = new HandClock();
  const programs = new Map<string, Program | undefined>();
  const looked = new Set<string>();
  const browsers: Browser[] = [];
  const terminals = (): TerminalInfo[] =>
    [...programs].map(([name, program]) => ({
      resource: name,
      title: name,
      claim: { kind: 'client', clientId: 'a' },
      lifecycle: { status: 'running' },
      _meta: { 'x-cotty': program === undefined ? {} : { program } },
    }));
  const notices = new Notices({
    store: {
      get root() {
        return { agents: [], terminals: terminals() };
      },
    },
    clock,
    log: () => {},
    folder: undefined,
    machine: 'box',
    isLookedAt: (uri) => looked.has(uri),
    browsers: () => ({ subscribed: browsers, unsubscribe: () => {} }),
  });
  const tell = () =>
    notices.take({
      channel: 'ahp-root://',
      action: { type: 'root/terminalsChanged' },
    } as unknown as ActionEnvelope);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    clock,
    looked,
    notices,
    switchOn: () => notices.setTarget({ kind: 'webhook', url, withText: false, withDone }),
    is: (name: string, state: Program['state'] | undefined, seen = false) => {
      const program: Program | undefined =
        state === undefined
          ? undefined
          : { state, id: '', app: 'ada', since: clock.now(), by: 'report', ...(seen && { seen }) };
      programs.set(name, program);
      tell();
    },
    /** What is told within some time, on the clock of the host. */
    told: async (ms: number) => {
      got.length = 0;
      clock.pass(ms);
      // The server is a real one.
      await new Promise((resolve) => setTimeout(resolve, 60));
      return [...got];
    },
  };
}

describe('the host tells', () => {
  it('nobody while nobody has switched it on, and nothing of what was before', async () => {
    const { is, told, switchOn, clock } = host();
    is('a', 'blocked');
    expect(clock.waiting).toBe(0);
    switchOn();
    clock.pass(1);
    is('b', 'working');
    expect(await told(60_000)).toEqual([]);
    is('b', 'blocked');
    expect(await told(2_000)).toEqual(['ada waits for you in b']);
  });

  it('of one that waits once, and again when it asks again', async () => {
    const { is, told, switchOn } = host();
    switchOn();
    is('a', 'working');
    is('a', 'blocked');
    is('b', 'working');
    expect(await told(5_000)).toHaveLength(1);
    is('b', 'idle');
    expect(await told(120_000)).toEqual([]);
    is('a', 'working');
    is('a', 'blocked');
    expect(await told(2_000)).toHaveLength(1);
  });

  it('nothing of what somebody looks at, or has answered by then', async () => {
    const { is, told, switchOn, looked } = host();
    switchOn();
    is('x', 'idle');
    looked.add('a');
    is('a', 'blocked');
    is('b', 'blocked');
    is('b', 'working');
    expect(await told(120_000)).toEqual([]);
  });

  it('of the end of long work, questions included, only where that is wanted', async () => {
    for (const withDone of [true, false]) {
      const { is, told, switchOn, clock } = host({ withDone });
      switchOn();
      is('long', 'working');
      is('short', 'working');
      clock.pass(50_000);
      is('short', 'done');
      is('long', 'blocked');
      is('long', 'working');
      clock.pass(11_000);
      is('long', 'error');
      expect(await told(2_000)).toEqual(withDone ? ['ada has failed in long'] : []);
      is('long', 'error', true);
      expect(await told(60_000)).toEqual([]);
    }
  });

  it('nobody any more when it is switched off or ends', async () => {
    const { is, told, switchOn, notices } = host();
    switchOn();
    is('a', 'idle');
    is('a', 'blocked');
    notices.setTarget(undefined);
    expect(await told(10_000)).toEqual([]);
    switchOn();
    is('a', 'working');
    is('a', 'blocked');
    notices.close();
    expect(await told(10_000)).toEqual([]);
  });
});
