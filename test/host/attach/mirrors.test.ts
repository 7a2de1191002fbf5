import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, UnknownAction } from '../../../src/protocol/envelope.ts';
import { rootReducer } from '../../../src/protocol/root/reducer.ts';
import type { RootState } from '../../../src/protocol/root/state.ts';
import { terminalReducer } from '../../../src/protocol/terminal/reducer.ts';
import type { TerminalState } from '../../../src/protocol/terminal/state.ts';
import { parseEnvelope } from '../../../src/protocol/validate/read-envelope.ts';
import { parseRootState } from '../../../src/protocol/validate/read-root.ts';
import { parseTerminalState } from '../../../src/protocol/validate/read-terminal.ts';
import {
  type Envelope,
  MemoryHost,
  marks,
  NONCE,
  type RawClient,
  settled,
} from '../../support/memory-host.ts';

const T = 'ahp-terminal:/1';
const ROOT = 'ahp-root://';

type Snapshots = readonly { readonly resource: string; readonly state: unknown; readonly fromSeq: number }[];

/** A client as the protocol means it: a state and the reducer, with no knowledge of the host. */
class Mirror {
  client: RawClient;
  #terminal: TerminalState | undefined;
  #root: RootState | undefined;
  #fromSeq: Record<string, number> = {};
  #lastSeen = 0;
  #read = 0;
  #isFirst: boolean;

  constructor(client: RawClient, isFirst = false) {
    this.client = client;
    this.#isFirst = isFirst;
  }

  /** Whether all of its state comes from actions, from the terminal's first on. */
  get isFirst(): boolean {
    return this.#isFirst;
  }

  async open(): Promise<this> {
    const root = await this.client.subscribe(ROOT);
    const terminal = await this.client.subscribe(T);
    this.#root = parseRootState(root.state);
    this.#terminal = parseTerminalState(terminal.state);
    this.#fromSeq = { [ROOT]: root.fromSeq, [T]: terminal.fromSeq };
    this.#lastSeen = root.fromSeq;
    this.#catchUp();
    this.#lastSeen = Math.max(this.#lastSeen, terminal.fromSeq);
    return this;
  }

  /** Loses its connection, with what was under way, and comes back. */
  async reconnect(host: MemoryHost): Promise<void> {
    this.#catchUp();
    const { clientId } = this.client;
    this.client.connection.close(1006);
    await settled();
    this.client = host.dial();
    this.client.clientId = clientId;
    this.#read = 0;
    const params = { clientId, lastSeenServerSeq: this.#lastSeen, subscriptions: [ROOT, T] };
    const result = await this.client.request('reconnect', params);
    if (result['type'] === 'snapshot') this.#adopt(result['snapshots'] as Snapshots);
    else for (const envelope of result['actions'] as Envelope[]) this.#take(envelope);
  }

  state(): { readonly terminal: TerminalState; readonly root: RootState } {
    this.#catchUp();
    if (this.#terminal === undefined || this.#root === undefined) throw new Error('not open');
    const { _meta, ...terminal } = this.#terminal;
    return { terminal, root: this.#root };
  }

  /** Begins anew: the host no longer knows all that was missed. */
  #adopt(snapshots: Snapshots): void {
    this.#isFirst = false;
    for (const { resource, state, fromSeq } of snapshots) {
      if (resource === T) this.#terminal = parseTerminalState(state);
      else this.#root = parseRootState(state);
      this.#fromSeq[resource] = fromSeq;
      this.#lastSeen = Math.max(this.#lastSeen, fromSeq);
    }
  }

  #catchUp(): void {
    for (; this.#read < this.client.envelopes.length; this.#read += 1) {
      const envelope = this.client.envelopes[this.#read];
      if (envelope !== undefined) this.#take(envelope);
    }
  }

  #take(envelope: Envelope): void {
    expect(envelope.serverSeq).toBeGreaterThan(this.#lastSeen);
    this.#lastSeen = envelope.serverSeq;
    if (envelope.rejectionReason !== undefined) return;
    // A snapshot and the stream after it do not overlap.
    if (envelope.serverSeq <= (this.#fromSeq[envelope.channel] ?? 0)) expect.unreachable();
    if (envelope.channel === T && this.#terminal !== undefined) {
      this.#terminal = terminalReducer(this.#terminal, fromWire(envelope));
    } else if (this.#root !== undefined) {
      this.#root = rootReducer(this.#root, fromWire(envelope));
    }
  }
}

function fromWire(envelope: Envelope): Action | UnknownAction {
  const parsed = parseEnvelope(envelope);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.envelope.action;
}

type Step =
  | { readonly print: string }
  | { readonly pass: number }
  | { readonly settle: true }
  | { readonly by: number; readonly dispatch: object }
  | { readonly join: string }
  | { readonly lose: number };

const output = fc.oneof(
  fc.constantFrom(
    'text\r\n',
    'ä€😀',
    '\x1b[31mred\x1b[0m',
    '\x1b',
    '\x1b[6n',
    '\x1b]2;title\x07',
    '\x07',
    '\x1b[?1049h',
    '\x1b[?1049l',
    '\x1b]633;',
    `A;${NONCE}\x07`,
    marks.prompt,
    marks.start('make all'),
    marks.end(0),
    marks.end(1),
    'x'.repeat(70_000),
  ),
  fc.string({ maxLength: 8 }),
);

const action = fc.constantFrom(
  { type: 'terminal/input', data: 'ls\r' },
  { type: 'terminal/resized', cols: 100, rows: 30 },
  { type: 'terminal/resized', cols: 20, rows: 5 },
  { type: 'terminal/titleChanged', title: 'mine' },
  { type: 'terminal/titleChanged', title: '' },
  { type: 'terminal/cleared' },
  { type: 'terminal/claimed', claim: { kind: 'session', session: 'ahp-session:/build' } },
  { type: 'terminal/data', data: 'forged' },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: output.map((print) => ({ print })) },
  { weight: 2, arbitrary: fc.constantFrom(1, 4, 30, 200, 1000).map((pass) => ({ pass })) },
  { weight: 1, arbitrary: fc.constant({ settle: true } as const) },
  { weight: 2, arbitrary: fc.record({ by: fc.nat(4), dispatch: action }) },
  { weight: 1, arbitrary: fc.constantFrom('1.0.0', '0.9.0', '0.5.0').map((join) => ({ join })) },
  { weight: 1, arbitrary: fc.nat(4).map((lose) => ({ lose })) },
);

/** Late joiners replay a full-screen program or a changed size from a drawn screen: not the host's own text. */
const undrawn = (steps: readonly Step[]) =>
  !steps.some(
    (one) =>
      ('print' in one && one.print.includes('?1049')) ||
      ('dispatch' in one && 'cols' in one.dispatch) ||
      ('print' in one && one.print.length > 60_000),
  );

const plays = fc.record({
  steps: fc.array(step, { maxLength: 40 }),
  /** Envelopes that the host keeps for clients that reconnect. */
  replayed: fc.constantFrom(4096, 6),
});

describe('all mirrors', () => {
  it('agree with the host, whenever they came, in whichever shape, however often they were lost', async () => {
    await fc.assert(
      fc.asyncProperty(plays, fc.boolean(), async ({ steps, replayed }, exits) => {
        const { host, mirrors } = await play(steps, replayed);
        if (exits) host.pty.exit({ code: 3 });
        host.clock.pass(2000);
        await settled();
        const last = await new Mirror(
          await host.connect('last', { writer: 'user:last', screens: true }),
        ).open();
        const truth = shared(last.state());
        for (const mirror of mirrors) {
          const seen = shared(mirror.state());
          expect(seen.root).toEqual(truth.root);
          expect(withoutContent(seen.terminal)).toEqual(withoutContent(truth.terminal));
          if (mirror.isFirst || undrawn(steps)) expect(seen.terminal.content).toEqual(truth.terminal.content);
        }
        expect(host.logged).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

/** What all versions can say: the chat of a session is new in 0.9, `isPty` in 0.7. */
const NEWER = new Set(['chat', 'isPty']);

function shared<T>(state: T): T {
  return JSON.parse(JSON.stringify(state, (key, value) => (NEWER.has(key) ? undefined : value)));
}

function withoutContent({ content, ...rest }: TerminalState): object {
  return rest;
}

async function play(
  steps: readonly Step[],
  replayEnvelopes: number,
): Promise<{ host: MemoryHost; mirrors: Mirror[] }> {
  const host = await MemoryHost.start({ limits: { replayEnvelopes } });
  const holder = await host.connect('m', { writer: 'user:mara', screens: true });
  await holder.createTerminal(T);
  const mirrors = [await new Mirror(holder, true).open()];
  for (const one of steps) {
    if ('print' in one) host.pty.print(one.print);
    else if ('pass' in one) host.clock.pass(one.pass);
    else if ('settle' in one) await settled();
    else if ('dispatch' in one) {
      await mirrors[one.by % mirrors.length]?.client.dispatch(T, { ...one.dispatch });
    } else if ('join' in one) {
      const client = await host.connect(`c${mirrors.length}`, { version: one.join });
      mirrors.push(await new Mirror(client).open());
    } else await mirrors[one.lose % mirrors.length]?.reconnect(host);
  }
  return { host, mirrors };
}
