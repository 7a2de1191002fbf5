/** The states of a connection: fresh, then ready, then nothing else. */

import { randomUUID } from 'node:crypto';
import { must, section, should } from '../check.mjs';
import { ALL_VERSIONS } from '../client.mjs';
import { equal, ok, show } from '../expect.mjs';
import { ROOT } from '../peer.mjs';

const hello = () => ({ protocolVersions: ALL_VERSIONS, clientId: randomUUID() });

async function isRefusedFresh(stage, method, params) {
  const peer = await stage.dial();
  await peer.refused(method, params);
  await peer.call('initialize', hello());
}

async function isRefusedThenFine(stage, params) {
  const peer = await stage.dial();
  await peer.refused('initialize', { ...hello(), ...params }, show(params));
  await peer.call('initialize', hello());
}

export const handshake = section('handshake', 'specification/lifecycle', [
  must('ping is answered before initialize', async (stage) => {
    const peer = await stage.dial();
    equal(await peer.call('ping'), null, 'the result');
  }),
  must('subscribe before initialize is refused, and the connection stays usable', (stage) =>
    isRefusedFresh(stage, 'subscribe', {}),
  ),
  must('createTerminal before initialize is refused, and the connection stays usable', (stage) =>
    isRefusedFresh(stage, 'createTerminal', {
      channel: stage.uri(),
      claim: { kind: 'client', clientId: 'nobody' },
    }),
  ),
  must('notifications before initialize are ignored', async (stage) => {
    const peer = await stage.dial();
    peer.notify('unsubscribe');
    peer.notify('dispatchAction', { clientSeq: 1, action: { type: 'root/configChanged', config: {} } });
    await peer.call('initialize', hello());
  }),
  must('a client without an id is refused, and may try again', (stage) =>
    isRefusedThenFine(stage, { clientId: undefined }),
  ),
  must('an id that is no text is refused, and may try again', (stage) =>
    isRefusedThenFine(stage, { clientId: 7 }),
  ),
  must('a second initialize is refused, and the connection stays usable', async (stage) => {
    const client = await stage.join();
    await client.refused('initialize', hello());
    await client.subscribe(ROOT);
  }),
  must('reconnect on a connection that is ready is refused', async (stage) => {
    const client = await stage.join();
    const params = { clientId: client.clientId, lastSeenServerSeq: 0, subscriptions: [ROOT] };
    await client.refused('reconnect', params);
  }),
  must('the answer has the version, a number and a list of snapshots', async (stage) => {
    const { welcome } = await stage.join();
    ok(typeof welcome.protocolVersion === 'string', `protocolVersion: ${show(welcome.protocolVersion)}`);
    ok(Number.isInteger(welcome.serverSeq), `serverSeq: ${show(welcome.serverSeq)}`);
    equal(welcome.snapshots, [], 'snapshots nobody asked for');
  }),
  must('initial subscriptions give one snapshot each, what does not exist gives none', async (stage) => {
    const { uri } = await stage.terminal();
    const client = await stage.join({ subscribe: [ROOT, uri, stage.uri()] });
    equal(
      client.welcome.snapshots.map(({ resource }) => resource),
      [ROOT, uri],
      'the snapshots',
    );
    for (const { fromSeq, state } of client.welcome.snapshots) {
      ok(fromSeq <= client.welcome.serverSeq, `fromSeq ${fromSeq} is after ${client.welcome.serverSeq}`);
      ok(typeof state === 'object', 'no state');
    }
  }),
  must('initial subscriptions are live', async (stage) => {
    const client = await stage.join({ subscribe: [ROOT] });
    const uri = await stage.create(client);
    await client.until('the terminal in the root list', () =>
      client.on(ROOT).some(({ action }) => action.terminals?.some(({ resource }) => resource === uri)),
    );
  }),
  must('all fields of the newest version and unknown ones are understood or ignored', async (stage) => {
    const peer = await stage.dial();
    await peer.call('initialize', {
      ...hello(),
      locale: 'de-CH',
      capabilities: { mcpApps: {}, unheardOf: {} },
      clientInfo: { name: 'ahp-conformance', version: '1', title: 'Conformance', more: 1 },
      unheardOf: true,
      _meta: { 'com.example/thing': { a: 1 } },
    });
  }),
  should('null is read as absent', async (stage) => {
    const peer = await stage.dial();
    await peer.call('initialize', { ...hello(), initialSubscriptions: null, locale: null, clientInfo: null });
  }),
  should('the channel may be missing where only the root makes sense', async (stage) => {
    const peer = await stage.dial();
    await peer.call('initialize', { ...hello(), channel: undefined });
  }),
  should('the host says what it is', async (stage) => {
    const { serverInfo } = (await stage.join()).welcome;
    ok(typeof serverInfo?.name === 'string', `serverInfo: ${show(serverInfo)}`);
  }),
  should(
    'a token for a resource that nobody protects is refused with -32602',
    async (stage) => {
      const client = await stage.join();
      const { code } = await client.refused('authenticate', { resource: 'https://none.invalid', token: 'x' });
      equal(code, -32602, 'the code');
    },
    'specification/authentication',
  ),
  should(
    'sessions are listed, or the method is unknown',
    async (stage) => {
      const client = await stage.join();
      const { result, error } = await client.ask('listSessions');
      if (error === undefined) ok(Array.isArray(result.items), `items: ${show(result)}`);
      else equal(error.code, -32601, 'the code');
    },
    'specification/root-channel',
  ),
]);
