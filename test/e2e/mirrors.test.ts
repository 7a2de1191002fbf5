/** Over real sockets, with a real shell under load: every client, of either shape, early, late or lost, keeps the host's state. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, HostClient, type TerminalMirror } from '../../src/client/client.ts';
import { cottyMeta } from '../../src/protocol/common/meta.ts';
import type { CommandMeta } from '../../src/protocol/terminal/command-meta.ts';
import { terminalReducer } from '../../src/protocol/terminal/reducer.ts';
import { omittedOf } from '../../src/protocol/terminal/shorten.ts';
import type { CommandPart, TerminalState } from '../../src/protocol/terminal/state.ts';
import { parseEnvelope } from '../../src/protocol/validate/read-envelope.ts';
import { parseTerminalState } from '../../src/protocol/validate/read-terminal.ts';
import { Connection } from '../../src/rpc/connection.ts';
import type { Transport } from '../../src/rpc/transport.ts';
import { connect } from '../../src/rpc/ws-client.ts';
import { ConformanceHost } from '../support/conformance.ts';

const T = 'ahp-terminal:/shared';
/** Below the host's limit of content, so that nothing is trimmed and every character can be compared. */
const LINES = 4000;
/** Beyond it: then each side trims for itself, and what both have can be compared. */
const FLOOD = 60_000;

let served: ConformanceHost;
beforeAll(async () => {
  served = await ConformanceHost.start();
});
afterAll(() => served.close());

/** One of ours, whose connection can be cut like a lost network. */
class Ours {
  readonly client: Client;
  readonly mirror: TerminalMirror;
  readonly #cut: () => void;
  losses = 0;

  private constructor(client: Client, mirror: TerminalMirror, cut: () => void) {
    this.client = client;
    this.mirror = mirror;
    this.#cut = cut;
  }

  static async open(clientId: string, create = false): Promise<Ours> {
    let transport: Transport | undefined;
    const client = await HostClient.open({
      transportFactory: async () => {
        transport = await connect(`unix:${served.socket}`);
        return transport;
      },
      clientId,
      meta: { writer: `user:${clientId}`, screens: true },
      random: () => 0,
    });
    if (create) await client.createTerminal({ channel: T, claim: { kind: 'client', clientId } });
    const mirror = await client.subscribe(T);
    return new Ours(client, mirror, () => transport?.close(4999, 'cut by the test'));
  }

  get state(): TerminalState {
    return this.mirror.state;
  }

  lose(): void {
    this.losses += 1;
    this.#cut();
  }

  until(holds: (state: TerminalState) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (state: TerminalState) => {
        if (!holds(state)) return;
        stop();
        resolve();
      };
      const stop = this.mirror.onChange(look);
      look(this.mirror.state);
    });
  }
}

/** A foreign client of one version: a snapshot, and the reducer. */
class Foreign {
  readonly #connection: Connection;
  state: TerminalState;
  wire: unknown;

  private constructor(connection: Connection, wire: unknown, state: TerminalState) {
    this.#connection = connection;
    this.wire = wire;
    this.state = state;
  }

  static async open(version: string): Promise<Foreign> {
    const connection = new Connection(await connect(`unix:${served.socket}`));
    const channel = 'ahp-root://';
    await connection.request('initialize', {
      channel,
      protocolVersions: [version],
      clientId: `foreign-${version}-${foreigners++}`,
    });
    let client: Foreign | undefined;
    connection.onNotification((_method, params) => client?.take(params));
    await connection.request(
      'subscribe',
      { channel: T },
      {
        // Before the next message is read.
        read: (result) => {
          const wire = (result as { readonly snapshot: { readonly state: unknown } }).snapshot.state;
          const state = parseTerminalState(wire);
          if (state === undefined) throw new Error('no state');
          client = new Foreign(connection, wire, state);
        },
      },
    );
    if (client === undefined) throw new Error('no snapshot');
    return client;
  }

  take(params: unknown): void {
    const parsed = parseEnvelope(params);
    if (!parsed.ok) throw new Error(parsed.error);
    const { channel, action, rejectionReason } = parsed.envelope;
    if (channel === T && rejectionReason === undefined) this.state = terminalReducer(this.state, action);
  }

  async settle(): Promise<void> {
    await this.#connection.request('ping', { channel: 'ahp-root://' });
  }

  close(): void {
    this.#connection.close();
  }
}

let foreigners = 0;

const textOf = ({ content }: TerminalState) =>
  content.map((part) => (part.type === 'command' ? part.output : part.value)).join('');

const ended = (line: string) => (state: TerminalState) =>
  state.content.some((part) => part.type === 'command' && part.isComplete && part.commandLine === line);

/** What all versions can say, without what only a snapshot has. */
function shared({ _meta, isPty, ...state }: TerminalState): unknown {
  return JSON.parse(JSON.stringify(state, (key, value) => (key === 'chat' ? undefined : value)));
}

async function type(holder: Ours, line: string): Promise<void> {
  const outcome = await holder.client.dispatchAndConfirm(T, { type: 'terminal/input', data: `${line}\r` });
  expect(outcome.ok).toBe(true);
}

describe('clients of a shell under load', () => {
  it('all keep the state of the host', async () => {
    const holder = await Ours.open('holder', true);
    const ours = [holder, await Ours.open('steady')];
    const foreign = [await Foreign.open('0.5.0'), await Foreign.open('1.0.0')];
    const restless = [await Ours.open('restless-1'), await Ours.open('restless-2')];
    await holder.until(({ supportsCommandDetection }) => supportsCommandDetection === true);

    const loud = `i=0; while [ $i -lt ${LINES} ]; do i=$((i+1)); echo "line $i äöü 😀"; done`;
    await type(holder, loud);
    for (let turn = 1; turn <= 6; turn += 1) {
      await holder.until((state) => textOf(state).includes(`line ${turn * 500} `));
      restless[turn % 2]?.lose();
      ours.push(await Ours.open(`late-${turn}`));
      foreign.push(await Foreign.open(turn % 2 === 0 ? '0.8.0' : '0.9.0'));
      const renamed = { type: 'terminal/titleChanged', title: `turn ${turn}` } as const;
      expect((await holder.client.dispatchAndConfirm(T, renamed)).ok).toBe(true);
    }
    await holder.until(ended(loud));
    await type(holder, 'echo over');

    const all = [...ours, ...restless];
    await agreeOnAll(all, foreign);
    expect(restless.map(({ losses }) => losses)).toEqual([3, 3]);
    expect(foreign[0]?.wire).not.toHaveProperty('lifecycle');
    expect(foreign[1]?.wire).not.toHaveProperty('exitCode');
    const numbers = [...textOf(holder.state).matchAll(/^line (\d+) äöü 😀\r$/gm)].map(([, n]) => Number(n));
    expect(numbers).toEqual(Array.from({ length: LINES }, (_, at) => at + 1));

    await agreeOnTheEnd(holder, all, foreign);
    for (const { client } of all) client.close();
    for (const one of foreign) one.close();
  }, 240_000);
});

async function agreeOnAll(ours: readonly Ours[], foreign: readonly Foreign[]): Promise<void> {
  // The prompt is the last that comes.
  for (const one of ours)
    await one.until((state) => ended('echo over')(state) && textOf(state).endsWith('$ '));
  for (const one of foreign) await one.settle();
  const truth = await Ours.open('truth');
  for (const { state } of [...ours, ...foreign]) expect(shared(state)).toEqual(shared(truth.state));
  truth.client.close();
}

/** More than the host keeps: each has left out what it would, and what it has is the same as with all others. */
async function agreeOnTheEnd(
  holder: Ours,
  ours: readonly Ours[],
  foreign: readonly Foreign[],
): Promise<void> {
  const loud = `seq 1 ${FLOOD}`;
  await type(holder, loud);
  await type(holder, 'exit 5');
  const isOver = ({ lifecycle }: TerminalState) => lifecycle.status === 'exited';
  for (const [at, one] of ours.entries()) {
    if (at % 3 === 0) one.lose();
    await one.until(isOver);
  }
  for (const one of foreign) await one.settle();
  const truth = await Ours.open('truth');
  const commands = commandsIn(truth.state);
  truth.client.close();
  expect(commands.map(({ commandLine }) => commandLine)).toEqual(expect.arrayContaining([loud, 'exit 5']));
  const flood = commands.find(({ commandLine }) => commandLine === loud);
  if (flood === undefined) throw new Error('the flood is gone');
  const printed = Array.from({ length: FLOOD }, (_, at) => `${at + 1}\r\n`).join('');
  const gap = omittedOf(flood);
  expect(gap?.chars).toBeGreaterThan(0);
  expect(printed.endsWith(flood.output.slice(-60_000))).toBe(true);
  const { counts } = cottyMeta<CommandMeta>(flood._meta);
  expect(counts?.chars).toBe(flood.output.length + (gap?.chars ?? 0));
  // The line that is typed ahead may be echoed in the middle of the flood.
  expect([FLOOD, FLOOD + 1]).toContain(counts?.lines);
  for (const { state } of [...ours, ...foreign]) {
    expect(state.lifecycle).toEqual({ status: 'exited', exitCode: 5 });
    const others = new Map(commandsIn(state).map((part) => [part.commandId, part]));
    for (const part of commands) expectPart(part, others.get(part.commandId));
    expect(textOf(state).endsWith(textOf(truth.state).slice(-1000))).toBe(true);
  }
}

function commandsIn({ content }: TerminalState): CommandPart[] {
  return content.flatMap((part) => (part.type === 'command' ? [part] : []));
}

/** Whether two parts are of the same output, whatever each has left out, and both count right what that is. */
function expectPart(part: CommandPart, other: CommandPart | undefined): void {
  if (other === undefined) throw new Error(`${part.commandLine} is gone`);
  const [one, two] = [part, other].map((each) => ({ each, gap: omittedOf(each) ?? { at: 0, chars: 0 } }));
  if (one === undefined || two === undefined) throw new Error('no parts');
  const total = part.output.length + one.gap.chars;
  expect(other.output.length + two.gap.chars).toBe(total);
  const head = Math.min(one.gap.at, two.gap.at);
  expect(part.output.slice(0, head) === other.output.slice(0, head)).toBe(true);
  const tail = total - Math.max(one.gap.at + one.gap.chars, two.gap.at + two.gap.chars);
  expect(
    part.output.slice(-tail || part.output.length) === other.output.slice(-tail || other.output.length),
  ).toBe(true);
}
