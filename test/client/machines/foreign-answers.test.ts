/** A machine that speaks of terminals that are not its own: nothing it says changes what is done with those of other hosts. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HostClient } from '../../../src/client/client.ts';
import { ManyHosts } from '../../../src/client/machines/many-hosts.ts';
import { ROOT_URI } from '../../../src/protocol/common/uri.ts';
import type { Wake } from '../../../src/protocol/cotty/wake.ts';
import { wake } from '../../support/wake.ts';
import { type Call, ScriptedHost } from '../scripted-host.ts';

const OPEN = 'ahp-terminal:/open';
const CLOSED = 'ahp-terminal:/closed';
const ITS = 'ahp-terminal:/its';

let home: ScriptedHost;
let box: ScriptedHost;
let web: ScriptedHost;
let hosts: ManyHosts;

const idOf = (uri: string) => uri.slice(uri.indexOf('/') + 1);

const command = (terminal: string) => ({
  terminal,
  name: idOf(terminal),
  seq: 1,
  commandId: 'c1',
  commandLine: 'make',
  startedAt: 1,
  finishedAt: 2,
  open: false,
  lines: [],
});

/** Answers with commands of these terminals, whatever is asked, and takes notes on any of them. */
function tells(...terminals: readonly string[]) {
  return ({ method, params }: Call): unknown => {
    const asked = params['terminal'];
    const commands = terminals.filter((uri) => asked === undefined || asked === uri).map(command);
    if (method === 'x-cotty/history')
      return {
        commands: commands.map(({ lines: _, ...one }) => one),
        more: false,
        total: commands.length,
      };
    if (method === 'x-cotty/find') return { commands };
    if (method === 'x-cotty/closed')
      return {
        terminals: terminals.map((resource, at) => ({
          resource,
          title: resource,
          parkedUntil: at,
          info: {
            resource,
            title: resource,
            claim: { kind: 'client', clientId: 'x' },
            lifecycle: { status: 'running' },
          },
        })),
      };
    if (method === 'x-cotty/wakes') return { wakes: [], dropped: 0, watches: [] };
    if (method === 'x-cotty/commands' && terminals.includes(String(params['channel'])))
      return { commands: [], more: false };
    if (method === 'x-cotty/forget') return null;
    return undefined;
  };
}

const forgotten = (host: ScriptedHost) =>
  host.calls.filter(({ method }) => method === 'x-cotty/forget').map(({ params }) => params['channel']);

async function forget(channel: string): Promise<void> {
  await hosts.call('x-cotty/forget', { channel, seq: 1 } as never).catch(() => {});
}

beforeEach(async () => {
  [home, box, web] = [new ScriptedHost(), new ScriptedHost(), new ScriptedHost()];
  home.add(OPEN);
  home.override = tells(OPEN, CLOSED);
  box.override = tells(OPEN, CLOSED, ITS);
  web.override = tells(ITS);
  const open = (host: ScriptedHost) => HostClient.open({ transportFactory: host.dial, clientId: 'me' });
  const [own, far, third] = await Promise.all([open(home), open(box), open(web)]);
  hosts = new ManyHosts({
    home: own,
    identity: {},
    machines: [
      { name: 'box', address: 'exec:box', way: () => ({ transportFactory: box.dial }), client: far },
      { name: 'web', address: 'exec:web', way: () => ({ transportFactory: web.dial }), client: third },
    ],
  });
});

afterEach(() => hosts.close());

describe('a machine that names terminals of the own host', () => {
  test('gets nothing that is done with the own one in the history', async () => {
    const { commands } = await hosts.cotty.history({});
    expect(commands.map(({ name }) => name).toSorted()).toEqual(
      ['open', 'closed', 'box:open', 'box:closed', 'box:its', 'web:its'].toSorted(),
    );
    await forget(OPEN);
    await forget(CLOSED);
    expect(forgotten(home)).toEqual([OPEN, CLOSED]);
    expect(forgotten(box)).toEqual([]);
  });

  test('gets no request about the own one either if it was the only one to name it so far', async () => {
    await hosts.cotty.find({ text: 'make', from: { terminal: 'x-cotty-place:box:', beforeSeq: 0 } });
    await forget(CLOSED);
    expect([forgotten(home), forgotten(box)]).toEqual([[CLOSED], []]);
  });

  test('does not have its commands taken for those of the own one', async () => {
    const { commands } = await hosts.cotty.history({});
    const impostor = commands.find(({ name }) => name === 'box:open');
    expect(impostor?.terminal).not.toBe(OPEN);
    await forget(impostor?.terminal ?? '');
    expect(forgotten(home)).not.toContain(OPEN);
  });

  test('adds nothing to the own closed ones, and its wake-ups about own terminals are not told', async () => {
    const { terminals } = await hosts.call('x-cotty/closed', { channel: ROOT_URI });
    expect(terminals.map(({ resource }) => resource).toSorted()).toEqual([CLOSED, ITS, OPEN].toSorted());
    const woken: string[] = [];
    hosts.onWake(({ terminal }) => woken.push(terminal));
    const tell = (one: Wake) => box.sendRaw('x-cotty/woken', { channel: ROOT_URI, wake: one });
    tell(wake(1, { channel: OPEN, terminal: 'open' }));
    tell(wake(2, { channel: ITS, terminal: 'its' }));
    await expect.poll(() => woken).toEqual(['box:its']);
  });
});

test('who waited is asked of all hosts, and one of a terminal of another host is not taken for that one', async () => {
  const waits =
    (...of: readonly (readonly [uri: string, askedAt: number])[]) =>
    ({ method }: Call) =>
      method === 'x-cotty/waits'
        ? { waits: of.map(([terminal, askedAt]) => ({ terminal, name: idOf(terminal), askedAt })) }
        : undefined;
  home.override = waits([OPEN, 1], [CLOSED, 4]);
  box.override = waits([OPEN, 2], [ITS, 3]);
  const all = await hosts.cotty.waits(ROOT_URI);
  expect(all.map(({ name, terminal }) => [name, terminal])).toEqual([
    ['closed', CLOSED],
    ['box:its', ITS],
    ['box:open', `${OPEN}@box`],
    ['open', OPEN],
  ]);
  expect((await hosts.cotty.waits(ROOT_URI, { limit: 2 })).map(({ name }) => name)).toEqual([
    'closed',
    'box:its',
  ]);
  expect((await hosts.cotty.waits(OPEN)).map(({ name }) => name)).toEqual(['open', 'closed']);
});

describe('a machine alone names a closed terminal of the own host, which has run no command', () => {
  const UNUSED = 'ahp-terminal:/unused';

  beforeEach(async () => {
    const tell = tells(UNUSED);
    // The history of the own host has nothing of it.
    home.override = (call) =>
      call.method === 'x-cotty/history' || call.method === 'x-cotty/find' ? tells()(call) : tell(call);
    box.override = tells(UNUSED);
  });

  const lie = () =>
    hosts.cotty.find({ text: 'make', from: { terminal: 'x-cotty-place:box:', beforeSeq: 0 } });

  test('and gets none of several requests that are made at once', async () => {
    await lie();
    await Promise.all([forget(UNUSED), forget(UNUSED), forget(UNUSED)]);
    expect([forgotten(home).length, forgotten(box).length]).toEqual([3, 0]);
  });

  test('nor one that is made after the own host did not answer', async () => {
    await lie();
    const answers = home.override;
    home.override = (call) => {
      if (call.method === 'x-cotty/commands') home.drop();
      return answers(call);
    };
    await expect(hosts.call('x-cotty/forget', { channel: UNUSED, seq: 1 })).rejects.toThrow();
    home.override = answers;
    await expect.poll(() => hosts.connectionState).toBe('ready');
    await forget(UNUSED);
    expect([forgotten(home), forgotten(box)]).toEqual([[UNUSED], []]);
  });

  test('nor by a wake-up, nor by the list of closed ones', async () => {
    home.override = (call) => (call.method === 'x-cotty/closed' ? { terminals: [] } : tells(UNUSED)(call));
    await hosts.call('x-cotty/closed', { channel: ROOT_URI });
    const woken: string[] = [];
    hosts.onWake(({ terminal }) => woken.push(terminal));
    box.sendRaw('x-cotty/woken', {
      channel: ROOT_URI,
      wake: wake(1, { channel: UNUSED, terminal: 'unused' }),
    });
    await expect.poll(() => woken).toEqual(['box:unused']);
    await forget(UNUSED);
    expect([forgotten(home), forgotten(box)]).toEqual([[UNUSED], []]);
  });

  test('nor by listing it as open: it leaves the list when the own host is asked', async () => {
    box.add(UNUSED);
    const listed = () => (hosts.root.state.terminals ?? []).map(({ resource }) => resource);
    await expect.poll(listed).toContain(UNUSED);
    await forget(UNUSED);
    expect([forgotten(home), forgotten(box)]).toEqual([[UNUSED], []]);
    expect(listed()).not.toContain(UNUSED);
  });
});

test('a machine answers for the terminals that it lists while the own host is away, and for no others', async () => {
  box.add(ITS);
  await expect.poll(() => (hosts.root.state.terminals ?? []).map(({ resource }) => resource)).toContain(ITS);
  await hosts.cotty.find({ text: 'make', from: { terminal: 'x-cotty-place:box:', beforeSeq: 0 } });
  home.reachable = false;
  home.drop();
  await expect.poll(() => hosts.connectionState).toBe('away');
  await forget(ITS);
  expect(forgotten(box)).toEqual([ITS]);
  await expect(hosts.call('x-cotty/forget', { channel: CLOSED, seq: 1 })).rejects.toThrow('is away');
  expect(forgotten(box)).toEqual([ITS]);
});

test('of two machines that name the same terminal the first in the list has it, whichever answered first', async () => {
  await hosts.cotty.find({ text: 'make', from: { terminal: 'x-cotty-place:web:', beforeSeq: 0 } });
  await forget(ITS);
  expect(forgotten(web)).toEqual([ITS]);
  await hosts.cotty.history({});
  await forget(ITS);
  expect([forgotten(box), forgotten(web)]).toEqual([[ITS], [ITS]]);
});
