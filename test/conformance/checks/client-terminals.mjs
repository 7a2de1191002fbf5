/** Terminals whose pty runs at the client that made them: a proposal to the protocol, checked where it is advertised. */

import { must, section } from '../check.mjs';
import { equal, has, ok, skip } from '../expect.mjs';
import { Mirror } from '../mirror.mjs';

/** Where hosts say that they can: `InitializeResult._meta['x-cotty'].clientTerminals`. */
const EXTENSION = 'x-cotty';

async function owned(stage) {
  if (stage.host.meta[EXTENSION]?.clientTerminals !== true) {
    skip('the host does not advertise clientTerminals');
  }
  const made = await stage.terminal({ create: { executionTarget: 'client', name: 'at the client' } });
  const other = await stage.join();
  return { ...made, other, watching: await Mirror.open(other, made.uri) };
}

const says = (data) => ({ type: 'terminal/output', data });

export const clientTerminals = section('client-terminals', 'proposal: client-executed terminals', [
  must('state and list say where the pty is', async (stage) => {
    const { client, uri, mirror } = await owned(stage);
    has(mirror.snapshot.state, { executionTarget: 'client' }, 'state');
    has(await client.info(uri), { executionTarget: 'client' }, 'info');
  }),
  must('output of the owner reaches everybody once, as data with its origin', async (stage) => {
    const { client, uri, mirror, watching, other } = await owned(stage);
    const clientSeq = client.dispatch(uri, says('hello\r\n'));
    for (const one of [mirror, watching]) await one.untilText('hello\r\n');
    await client.settle();
    for (const one of [client, other]) {
      const data = one.on(uri).filter(({ action }) => action.type === 'terminal/data');
      equal(data.length, 1, 'how often it came');
      equal(data[0].origin, { clientId: client.clientId, clientSeq }, 'origin');
      ok(!one.on(uri).some(({ action }) => action.type === 'terminal/output'), 'terminal/output was sent on');
    }
  }),
  must('nobody else can print, type, resize or claim there', async (stage) => {
    const { uri, other } = await owned(stage);
    const actions = [
      says('forged'),
      { type: 'terminal/input', data: 'x' },
      { type: 'terminal/resized', cols: 40, rows: 10 },
      { type: 'terminal/exited', exitCode: 0 },
      { type: 'terminal/claimed', claim: other.claim },
    ];
    for (const action of actions) await other.rejected(uri, action);
    equal((await other.subscribe(uri)).state.content, [], 'content');
  }),
  must('the owner says when it has exited', async (stage) => {
    const { client, uri, watching } = await owned(stage);
    client.dispatch(uri, says('bye'));
    client.dispatch(uri, { type: 'terminal/exited', exitCode: 6 });
    const state = await watching.until(
      'the exit',
      ({ exitCode, lifecycle }) => exitCode ?? lifecycle?.exitCode,
    );
    equal(state.lifecycle?.exitCode ?? state.exitCode, 6, 'the code');
    await client.rejected(uri, says('too late'));
  }),
  must('its output is not taken for a terminal of the host', async (stage) => {
    const { client, uri } = await stage.terminal();
    await client.rejected(uri, says('forged'));
  }),
  must('a session cannot hold one', async (stage) => {
    const { client } = await owned(stage);
    const claim = { kind: 'session', session: 'ahp-session:/conformance', chat: 'ahp-chat:/conformance' };
    const channel = stage.uri();
    const { code } = await client.refused('createTerminal', { channel, claim, executionTarget: 'client' });
    equal(code, -32602, 'the code');
  }),
  must('disposing of it reaches the owner', async (stage) => {
    const { client, uri, other } = await owned(stage);
    await other.call('disposeTerminal', { channel: uri });
    await client.until('the exit', () =>
      client.on(uri).some(({ action }) => action.type === 'terminal/exited'),
    );
  }),
]);
