/** A lost connection: what a client missed, told as actions or as snapshots, and what it may go on doing. */

import { randomUUID } from 'node:crypto';
import { must, section, should } from '../check.mjs';
import { usesLifecycle } from '../client.mjs';
import { equal, fail, has, ok, show, skip } from '../expect.mjs';
import { comparable, Mirror, reduce } from '../mirror.mjs';
import { ROOT } from '../peer.mjs';

const PAGE = 'specification/lifecycle';

/** A client that watched a terminal and the root, until its connection was lost. */
async function lost(stage, join) {
  const made = await stage.shell({ join });
  const { client, uri, mirror } = made;
  const root = await Mirror.open(client, ROOT);
  await client.settle();
  const lastSeen = Math.max(
    root.snapshot.fromSeq,
    mirror.snapshot.fromSeq,
    ...client.envelopes.map(({ serverSeq }) => serverSeq),
  );
  const states = { [uri]: mirror.state(lastSeen), [ROOT]: root.state(lastSeen) };
  client.drop();
  return { clientId: client.clientId, version: client.version, uri, states, lastSeen };
}

/** Something happens that the lost client does not see. */
async function meanwhile(stage, { uri }) {
  const other = await stage.join();
  await stage.create(other, { name: 'meanwhile' });
  await other.settle();
  return { other, uri };
}

async function back(stage, { clientId, lastSeen, uri }, params = {}) {
  const client = await stage.dialAs(clientId);
  const asked = { clientId, lastSeenServerSeq: lastSeen, subscriptions: [uri, ROOT], ...params };
  return { client, ...(await client.ask('reconnect', asked)) };
}

/** The states after the answer, whichever variant it is. */
function recovered({ states }, result) {
  if (result.type === 'snapshot') {
    return Object.fromEntries(result.snapshots.map(({ resource, state }) => [resource, state]));
  }
  equal(result.type, 'replay', 'type');
  const next = { ...states };
  for (const { channel, action, rejectionReason } of result.actions) {
    if (rejectionReason === undefined && channel in next) next[channel] = reduce(next[channel], action);
  }
  return next;
}

async function succeeded(attempt) {
  const { client, result, error } = await attempt;
  if (error !== undefined) fail(`reconnect was refused: ${show(error)}`);
  return { client, result };
}

async function agrees(before, client, result) {
  const states = recovered(before, result);
  for (const channel of [before.uri, ROOT]) {
    const { state, fromSeq } = await client.subscribe(channel);
    const after = client.on(channel).filter(({ serverSeq }) => serverSeq <= fromSeq);
    const mine = after.reduce((now, { action }) => reduce(now, action), states[channel]);
    equal(comparable(mine), comparable(state), channel);
  }
}

export const reconnect = section('reconnect', PAGE, [
  must('an unknown client is refused and may initialize on the same connection', async (stage) => {
    const client = await stage.dialAs();
    const params = { clientId: client.clientId, lastSeenServerSeq: 0, subscriptions: [ROOT] };
    await client.refused('reconnect', params);
    await client.initialize();
  }),
  must('what was missed leads to the state of the host', async (stage) => {
    const before = await lost(stage);
    await meanwhile(stage, before);
    const { client, result } = await succeeded(back(stage, before));
    await agrees(before, client, result);
  }),
  must('a replay has what came after the number, in order, and only of what is watched', async (stage) => {
    const before = await lost(stage);
    await meanwhile(stage, before);
    const { result } = await succeeded(back(stage, before));
    if (result.type !== 'replay') skip('the host answers with snapshots');
    const numbers = result.actions.map(({ serverSeq }) => serverSeq);
    ok(numbers.length > 0, 'it is empty');
    equal(
      numbers,
      [...new Set(numbers)].sort((a, b) => a - b),
      'the numbers',
    );
    ok(numbers[0] > before.lastSeen, `${numbers[0]} was seen already (${before.lastSeen})`);
    const channels = new Set(result.actions.map(({ channel }) => channel));
    ok(
      [...channels].every((channel) => [before.uri, ROOT].includes(channel)),
      show([...channels]),
    );
  }),
  must('the stream goes on after it', async (stage) => {
    const before = await lost(stage);
    const { client } = await succeeded(back(stage, before));
    await client.accepted(before.uri, { type: 'terminal/titleChanged', title: 'here again' });
  }),
  must('what no longer exists is missing', async (stage) => {
    const before = await lost(stage);
    const gone = stage.uri();
    const { result } = await succeeded(back(stage, before, { subscriptions: [gone, ROOT] }));
    if (result.type === 'replay') equal(result.missing, [gone], 'missing');
    else ok(!result.snapshots.some(({ resource }) => resource === gone), 'there is a snapshot of it');
  }),
  must('only what is asked for is resumed', async (stage) => {
    const before = await lost(stage);
    const { client } = await succeeded(back(stage, before, { subscriptions: [ROOT] }));
    client.dispatch(before.uri, { type: 'terminal/titleChanged', title: 'unseen while away' });
    await client.until('the title in the list', () =>
      client
        .on(ROOT)
        .some(({ action }) => action.terminals?.some(({ title }) => title === 'unseen while away')),
    );
    equal(client.on(before.uri), [], 'actions of the terminal');
  }),
  must('a number the host has not given out yet is answered with snapshots', async (stage) => {
    const before = await lost(stage);
    const { result } = await succeeded(back(stage, { ...before, lastSeen: before.lastSeen + 1_000_000 }));
    equal(result.type, 'snapshot', 'type');
    const resources = result.snapshots.map(({ resource }) => resource);
    equal(resources.sort(), [before.uri, ROOT].sort(), 'resources');
  }),
  must('the version that was agreed on is remembered', async (stage) => {
    for (const join of [stage.joinNew(), stage.joinOld()]) {
      const before = await lost(stage, await join);
      const { result } = await succeeded(back(stage, { ...before, lastSeen: before.lastSeen + 1_000_000 }));
      const { state } = result.snapshots.find(({ resource }) => resource === before.uri);
      equal('lifecycle' in state, usesLifecycle(before.version), `a lifecycle key in ${before.version}`);
    }
  }),
  must('a client comes back to what it holds', async (stage) => {
    const before = await lost(stage);
    const { client } = await succeeded(back(stage, before));
    await client.accepted(before.uri, { type: 'terminal/input', data: ' ' });
  }),
  must('it may come back before the host has noticed the loss', async (stage) => {
    const { client, uri } = await stage.terminal();
    const { serverSeq } = await client.accepted(uri, {
      type: 'terminal/titleChanged',
      title: `before ${uri}`,
    });
    const again = await back(stage, { clientId: client.clientId, lastSeen: serverSeq, uri });
    ok(again.error === undefined, `it was refused: ${show(again.error)}`);
    await again.client.accepted(uri, { type: 'terminal/titleChanged', title: `after ${uri}` });
  }),
  should('its own rejected actions are replayed as rejected', async (stage) => {
    const made = await stage.terminal();
    const { client, uri } = made;
    await client.settle();
    const { serverSeq } = await client.accepted(uri, {
      type: 'terminal/titleChanged',
      title: 'before the end',
    });
    await client.rejected(uri, { type: 'terminal/data', data: 'forged' });
    client.drop();
    const { result } = await succeeded(back(stage, { clientId: client.clientId, lastSeen: serverSeq, uri }));
    if (result.type !== 'replay') skip('the host answers with snapshots');
    const forged = result.actions.find(({ action }) => action.data === 'forged');
    ok(forged === undefined || forged.rejectionReason !== undefined, 'it was replayed as accepted');
  }),
  should('a cursor for each channel gets an outcome for each channel', async (stage) => {
    const before = await lost(stage);
    await meanwhile(stage, before);
    const gone = stage.uri();
    const subscriptions = [
      { channel: before.uri, lastSeenServerSeq: before.lastSeen },
      { channel: ROOT, lastSeenServerSeq: before.lastSeen + 1_000_000 },
      { channel: gone, lastSeenServerSeq: 1 },
    ];
    const { result, error } = await back(stage, before, { lastSeenServerSeq: undefined, subscriptions });
    if (error !== undefined) skip('the host knows only the connection-wide form');
    const kinds = Object.fromEntries((result.channels ?? []).map(({ channel, kind }) => [channel, kind]));
    equal(result.channels?.length, 3, 'outcomes');
    ok(['replay', 'snapshot'].includes(kinds[before.uri]), `${before.uri}: ${kinds[before.uri]}`);
    has(kinds, { [ROOT]: 'snapshot', [gone]: 'missing' }, 'outcomes');
  }),
  must('a list that is no list is refused, and the connection stays usable', async (stage) => {
    const client = await stage.dialAs(randomUUID());
    await client.refused('reconnect', { clientId: client.clientId, lastSeenServerSeq: 0, subscriptions: 7 });
    await client.initialize();
  }),
]);
