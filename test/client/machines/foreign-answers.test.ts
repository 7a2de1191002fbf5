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

const command = (terminal: string) => ({
  terminal,
  name: terminal.slice(terminal.indexOf('/') + 1),
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

test('of two machines that name the same terminal the first in the list has it, whichever answered first', async () => {
  await hosts.cotty.find({ text: 'make', from: { terminal: 'x-cotty-place:web:', beforeSeq: 0 } });
  await forget(ITS);
  expect(forgotten(web)).toEqual([ITS]);
  await hosts.cotty.history({});
  await forget(ITS);
  expect([forgotten(box), forgotten(web)]).toEqual([[ITS], [ITS]]);
});
