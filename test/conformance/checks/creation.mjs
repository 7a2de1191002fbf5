/** `createTerminal` and `disposeTerminal`: what is made, what is refused, what is left afterwards. */

import { must, section, should } from '../check.mjs';
import { equal, has, ok, show } from '../expect.mjs';
import { textOf } from '../mirror.mjs';
import { ROOT } from '../peer.mjs';

const INVALID_PARAMS = -32602;
const NOT_FOUND = -32008;
const ALREADY_EXISTS = -32010;

async function isRefused(stage, params, what) {
  const client = await stage.join();
  const channel = params.channel ?? stage.willRemove(stage.uri(), client);
  const all = { claim: client.claim, ...params, channel };
  const error = await client.refused('createTerminal', all, what ?? `createTerminal with ${show(params)}`);
  equal(await client.info(channel), undefined, 'the terminal in the list');
  return error;
}

const badSizes = [{ cols: 0 }, { rows: 0 }, { cols: -1 }, { cols: 80.5 }, { rows: 65_536 }, { cols: '80' }];
const badClaims = [
  undefined,
  'mine',
  { kind: 'client' },
  { kind: 'nobody', clientId: 'x' },
  { kind: 'session', turnId: 'x' },
];
const badChannels = [ROOT, 'ahp-session:/1', `ahp-terminal:/${'x'.repeat(20_000)}`, 'ahp-terminal:/a\nb'];

export const creation = section('creation', 'guide/terminals', [
  must('the result of createTerminal is null', async (stage) => {
    const client = await stage.join();
    const channel = stage.willRemove(stage.uri(), client);
    equal(await client.call('createTerminal', { channel, claim: client.claim }), null, 'the result');
  }),
  must(
    'size, name and claim are those that were asked for',
    async (stage) => {
      const { client, mirror } = await stage.terminal({
        create: { cols: 91, rows: 27, name: 'conformance test' },
      });
      const { state } = mirror.snapshot;
      has(state, { cols: 91, rows: 27, title: 'conformance test' }, 'state');
      has(state.claim, client.claim, 'state.claim');
    },
    'specification/terminal-channel',
  ),
  should('without a size it has 80×24', async (stage) => {
    has((await stage.terminal()).mirror.snapshot.state, { cols: 80, rows: 24 }, 'state');
  }),
  must('the shell starts in the directory that was asked for', async (stage) => {
    const made = await stage.terminal({ create: { cwd: 'file:///tmp' } });
    ok((await stage.run(made, 'pwd | tr / :')).includes(':tmp'), 'it is somewhere else');
  }),
  should('cwd is sent as a URI', async (stage) => {
    const { state } = (await stage.terminal({ create: { cwd: 'file:///' } })).mirror.snapshot;
    equal(state.cwd, 'file:///', 'cwd');
  }),
  must('the client chooses the URI, of whatever scheme', async (stage) => {
    const client = await stage.join();
    for (const scheme of ['agenthost-terminal', 'x-conformance']) {
      const channel = stage.uri(scheme);
      await stage.create(client, { channel });
      equal((await client.info(channel))?.resource, channel, 'the resource in the list');
    }
  }),
  must('creating does not subscribe', async (stage) => {
    const client = await stage.join();
    const uri = await stage.create(client);
    client.dispatch(uri, { type: 'terminal/titleChanged', title: 'unseen by its maker' });
    equal((await client.info(uri)).title, 'unseen by its maker', 'the title');
    equal(client.on(uri), [], 'actions of a terminal nobody subscribed to');
  }),
  must('a URI that is in use is refused, its terminal stays as it was', async (stage) => {
    const { client, uri } = await stage.terminal({ create: { name: 'first' } });
    await client.refused('createTerminal', { channel: uri, claim: client.claim, name: 'second' });
    equal((await client.info(uri)).title, 'first', 'the title');
  }),
  should(
    'with the code -32010',
    async (stage) => {
      const { client, uri } = await stage.terminal();
      const { code } = await client.refused('createTerminal', { channel: uri, claim: client.claim });
      equal(code, ALREADY_EXISTS, 'the code');
    },
    'reference/error-codes',
  ),
  should('a directory that does not exist is refused', (stage) =>
    isRefused(stage, { cwd: 'file:///no/such/directory' }),
  ),
  should('a directory of another machine is refused', (stage) =>
    isRefused(stage, { cwd: 'https://example.invalid/' }),
  ),
  ...badSizes.map((size) =>
    must(
      `${show(size)} is refused`,
      async (stage) => {
        equal((await isRefused(stage, size)).code, INVALID_PARAMS, 'the code');
      },
      'specification/terminal-channel',
    ),
  ),
  ...badClaims.map((claim) =>
    must(`the claim ${show(claim)} is refused`, async (stage) => {
      equal((await isRefused(stage, { claim })).code, INVALID_PARAMS, 'the code');
    }),
  ),
  should('a claim for another client is refused', (stage) =>
    isRefused(stage, { claim: { kind: 'client', clientId: 'somebody else' } }),
  ),
  ...badChannels.map((channel) =>
    should(
      `the URI ${show(channel).slice(0, 30)} is refused`,
      async (stage) => {
        equal((await isRefused(stage, { channel })).code, INVALID_PARAMS, 'the code');
      },
      'specification/subscriptions',
    ),
  ),
  must('the result of disposeTerminal is null', async (stage) => {
    const { client, uri } = await stage.terminal();
    equal(await client.call('disposeTerminal', { channel: uri }), null, 'the result');
    equal(await client.info(uri), undefined, 'the terminal in the list');
  }),
  should('disposing again, or of what never was, succeeds', async (stage) => {
    const { client, uri } = await stage.terminal();
    for (const channel of [uri, uri, stage.uri()]) {
      equal(await client.call('disposeTerminal', { channel }), null, 'the result');
    }
  }),
  must('a terminal that was disposed of is silent and cannot be subscribed to', async (stage) => {
    const { client, uri } = await stage.shell();
    await client.call('disposeTerminal', { channel: uri });
    await client.settle();
    const before = client.on(uri).length;
    client.type(uri, 'echo nobody\r');
    await client.refused('subscribe', { channel: uri });
    await client.settle();
    equal(client.on(uri).length, before, 'the number of actions');
  }),
  should(
    'with the code -32008',
    async (stage) => {
      const client = await stage.join();
      equal((await client.refused('subscribe', { channel: stage.uri() })).code, NOT_FOUND, 'the code');
    },
    'reference/error-codes',
  ),
  should('its viewers hear that it has exited', async (stage) => {
    const { client, uri } = await stage.shell();
    await client.call('disposeTerminal', { channel: uri });
    equal(client.on(uri).at(-1)?.action.type, 'terminal/exited', 'the last action');
  }),
  must('its URI can be used again, for a terminal without a past', async (stage) => {
    const made = await stage.shell();
    await stage.run(made, "printf 'old-%s' times");
    await made.client.call('disposeTerminal', { channel: made.uri });
    await stage.create(made.client, { channel: made.uri });
    const { state } = await made.client.subscribe(made.uri);
    ok(!textOf(state).includes('old-times'), 'it has the text of the one before');
  }),
]);
