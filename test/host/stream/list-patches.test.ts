import { afterEach, describe, expect, it } from 'vitest';
import { rootReducer } from '../../../src/protocol/root/reducer.ts';
import type { RootState } from '../../../src/protocol/root/state.ts';
import { MemoryHost, marks, type RawClient, type Seen, settled } from '../../support/memory-host.ts';

const ROOT = 'ahp-root://';
const PATCHED = 'x-cotty/terminalsPatched';
const WHOLE = 'root/terminalsChanged';

let host: MemoryHost;
afterEach(() => host.host.close());

/** A client that takes patches, or one that does not know of them. */
async function join(clientId: string, listPatches: boolean): Promise<RawClient> {
  const client = host.dial();
  client.clientId = clientId;
  await client.request('initialize', {
    protocolVersions: ['1.0.0'],
    clientId,
    _meta: { 'x-cotty': { writer: 'user:ada', ...(listPatches ? { listPatches } : {}) } },
  });
  return client;
}

const types = (client: RawClient) => client.actions(ROOT).map(({ type }) => type);
const bytes = (client: RawClient) => JSON.stringify(client.actions(ROOT)).length;

/** The list as the client has it: its snapshot, and each action since. */
function listOf(client: RawClient, snapshot: Seen): RootState['terminals'] {
  const state = client
    .actions(ROOT)
    .reduce<RootState>(
      (root, action) => rootReducer(root, action as { readonly type: string }),
      snapshot as unknown as RootState,
    );
  return state.terminals;
}

async function busyHost(terminals: number) {
  host = await MemoryHost.start();
  const [patches, whole] = [await join('new', true), await join('old', false)];
  for (let number = 0; number < terminals; number += 1)
    await patches.createTerminal(`ahp-terminal:/t${number}`);
  host.clock.pass(1000);
  const snapshots = [(await patches.subscribe(ROOT)).state, (await whole.subscribe(ROOT)).state] as const;
  return { patches, whole, snapshots };
}

/** Every terminal runs one command after the other, for a second. */
async function work(round = 0): Promise<void> {
  for (let ms = 0; ms < 1000; ms += 10) {
    const pty = host.ptys[((ms / 10) * 7) % host.ptys.length];
    pty?.print(`${marks.prompt}$ ${marks.start(`make ${round} ${ms}`)}${marks.end(ms % 3)}${marks.prompt}`);
    host.clock.pass(10);
    await settled();
  }
  host.clock.pass(1000);
  await settled();
}

describe('the list of terminals', () => {
  it('is told in patches to those who take them, and whole, less often, to the others', async () => {
    const { patches, whole, snapshots } = await busyHost(40);
    await work();
    expect(new Set(types(patches))).toEqual(new Set([PATCHED]));
    expect(new Set(types(whole))).toEqual(new Set([WHOLE]));
    expect(types(whole).length).toBeLessThanOrEqual(6);
    const [mine, theirs] = [listOf(patches, snapshots[0]), listOf(whole, snapshots[1])];
    expect(mine).toHaveLength(40);
    expect(mine).toEqual(theirs);
    expect(bytes(patches)).toBeLessThan(bytes(whole) / 3);
  });

  it('is whole for both after a terminal has come, gone or moved', async () => {
    const { patches, whole, snapshots } = await busyHost(3);
    await patches.createTerminal('ahp-terminal:/later');
    await patches.request('x-cotty/moveTerminal', {
      channel: 'ahp-terminal:/later',
      before: 'ahp-terminal:/t1',
    });
    await patches.request('disposeTerminal', { channel: 'ahp-terminal:/t0' });
    await settled();
    const uris = ['later', 't1', 't2'].map((name) => `ahp-terminal:/${name}`);
    for (const [index, client] of [patches, whole].entries()) {
      const list = listOf(client, snapshots[index] ?? {});
      expect(list?.map(({ resource }) => resource)).toEqual(uris);
    }
  });

  it.each([true, false])('is caught up by whoever comes back; takes patches: %s', async (listPatches) => {
    const { patches, whole, snapshots } = await busyHost(5);
    const client = listPatches ? patches : whole;
    await work(1);
    const before = listOf(client, snapshots[listPatches ? 0 : 1]);
    const seen = client.envelopes.at(-1)?.serverSeq ?? 0;
    client.connection.close();
    await work(2);
    const again = host.dial();
    const { actions } = await again.request('reconnect', {
      clientId: client.clientId,
      lastSeenServerSeq: seen,
      subscriptions: [ROOT],
    });
    const missed = (actions as readonly { readonly action: Seen & { readonly type: string } }[]).map(
      ({ action }) => action,
    );
    expect(new Set(missed.map(({ type }) => type))).toEqual(new Set([listPatches ? PATCHED : WHOLE]));
    const start: RootState = { agents: [], terminals: before ?? [] };
    const caughtUp = missed.reduce<RootState>((root, action) => rootReducer(root, action), start);
    const now = (await (await join('judge', true)).subscribe(ROOT)).state;
    expect(caughtUp.terminals).toEqual(now['terminals']);
  });
});
