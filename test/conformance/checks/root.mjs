/** The root channel: the one list of terminals, and when it is told anew. */

import { must, section, should } from '../check.mjs';
import { equal, has, ok, show } from '../expect.mjs';
import { comparable, Mirror } from '../mirror.mjs';
import { ROOT } from '../peer.mjs';

/** Waits until the list that a client keeps says so of a terminal. */
function untilListed(mirror, uri, what, holds) {
  return mirror.until(what, ({ terminals = [] }) =>
    holds(terminals.find(({ resource }) => resource === uri)),
  );
}

async function watched(stage) {
  const client = await stage.join();
  const mirror = await Mirror.open(client, ROOT);
  return { client, mirror, uri: await stage.create(client, { name: 'conformance' }) };
}

export const root = section('root', 'specification/root-channel', [
  must('the state has a list of agents', async (stage) => {
    const { state } = await (await stage.join()).subscribe(ROOT);
    ok(Array.isArray(state.agents), `agents: ${show(state.agents)}`);
  }),
  must('a terminal is announced when it is made, with title and claim', async (stage) => {
    const { client, mirror, uri } = await watched(stage);
    const state = await untilListed(mirror, uri, 'the terminal in the list', (info) => info !== undefined);
    const info = state.terminals.find(({ resource }) => resource === uri);
    ok(typeof info.title === 'string', `title: ${show(info.title)}`);
    has(info.claim, client.claim, 'claim');
  }),
  must('and when it is gone', async (stage) => {
    const { client, mirror, uri } = await watched(stage);
    await untilListed(mirror, uri, 'the terminal in the list', (info) => info !== undefined);
    await client.call('disposeTerminal', { channel: uri });
    await untilListed(mirror, uri, 'the list without the terminal', (info) => info === undefined);
  }),
  must('a new title is told in the list', async (stage) => {
    const { client, mirror, uri } = await watched(stage);
    client.dispatch(uri, { type: 'terminal/titleChanged', title: 'another name' });
    await untilListed(mirror, uri, 'the new title', (info) => info?.title === 'another name');
  }),
  must('a new claim is told in the list', async (stage) => {
    const { client, mirror, uri } = await watched(stage);
    const claim = { kind: 'session', session: 'ahp-session:/conformance', chat: 'ahp-chat:/conformance' };
    client.dispatch(uri, { type: 'terminal/claimed', claim });
    await untilListed(mirror, uri, 'the new claim', (info) => info?.claim.session === claim.session);
  }),
  must('an exit is told in the list, and the terminal stays in it', async (stage) => {
    const { client, mirror, uri } = await watched(stage);
    client.type(uri, 'exit 3\r');
    const exited = (info) => info?.exitCode === 3 || info?.lifecycle?.exitCode === 3;
    await untilListed(mirror, uri, 'the exit in the list', exited);
  }),
  must('the list kept from actions is the list of a fresh snapshot', async (stage) => {
    const { client, mirror, uri } = await watched(stage);
    client.dispatch(uri, { type: 'terminal/titleChanged', title: 'one of the list' });
    await stage.create(client);
    const { state, fromSeq } = await client.subscribe(ROOT);
    equal(comparable(mirror.state(fromSeq)), comparable(state), 'the root state');
  }),
  must('what only the host can know is not taken from a client', async (stage) => {
    const { client, mirror, uri } = await watched(stage);
    await untilListed(mirror, uri, 'the terminal in the list', (info) => info !== undefined);
    client.dispatch(ROOT, { type: 'root/terminalsChanged', terminals: [] });
    await client.settle();
    ok((await client.info(uri)) !== undefined, 'a client emptied the list');
  }),
  should('such an action comes back rejected', async (stage) => {
    const { client } = await watched(stage);
    await client.rejected(ROOT, { type: 'root/agentsChanged', agents: [] });
  }),
  should('the root is also known as ahp-root:', async (stage) => {
    const client = await stage.join();
    ok(Array.isArray((await client.subscribe('ahp-root:')).state.agents), 'no agents');
  }),
]);
