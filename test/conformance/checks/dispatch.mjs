/** `dispatchAction`: numbers, echoes, rejections. */

import { must, section, should } from '../check.mjs';
import { equal, has, ok, show } from '../expect.mjs';
import { comparable, Mirror } from '../mirror.mjs';
import { ROOT } from '../peer.mjs';

const hostOnly = [
  { type: 'terminal/data', data: 'forged' },
  { type: 'terminal/cwdChanged', cwd: 'file:///forged' },
  { type: 'terminal/exited', exitCode: 9 },
  { type: 'terminal/commandDetectionAvailable' },
  { type: 'terminal/commandExecuted', commandId: 'forged', commandLine: 'forged', timestamp: 1 },
  { type: 'terminal/commandFinished', commandId: 'forged', exitCode: 0 },
];

const malformed = [
  { type: 'terminal/input' },
  { type: 'terminal/input', data: 7 },
  { type: 'terminal/resized', cols: 0, rows: 24 },
  { type: 'terminal/resized', cols: 80.5, rows: 24 },
  { type: 'terminal/resized', cols: 80, rows: 65_536 },
  { type: 'terminal/resized', cols: '80', rows: 24 },
  { type: 'terminal/titleChanged' },
  { type: 'terminal/titleChanged', title: ['x'] },
  { type: 'terminal/claimed' },
  { type: 'terminal/claimed', claim: { kind: 'nobody' } },
];

/** What a shell that is just starting does not change by itself. */
function steady({ content, supportsCommandDetection, cwd, title, ...rest }) {
  return comparable({ ...rest, titleIs: typeof title, content: [] });
}

/** The state is the same after it, in the host and for whoever watches. */
async function changesNothing(stage, action) {
  const { client, uri, mirror } = await stage.terminal();
  const watcher = await Mirror.open(await stage.join(), uri);
  const before = steady(mirror.state());
  client.dispatch(uri, action);
  await client.settle();
  const { state } = await client.subscribe(uri);
  await (await stage.join()).settle();
  for (const now of [state, watcher.state()]) {
    equal(steady(now), before, `the state after ${show(action)}`);
    ok(!JSON.stringify(now).includes('forged'), `${show(action)} is in the state`);
  }
}

export const dispatch = section('dispatch', 'guide/actions', [
  must('numbers grow strictly over all channels', async (stage) => {
    const client = await stage.join({ subscribe: [ROOT] });
    for (let at = 0; at < 3; at += 1) {
      const uri = await stage.create(client);
      await client.subscribe(uri);
      await client.accepted(uri, { type: 'terminal/titleChanged', title: `title ${at}` });
    }
    const numbers = client.envelopes.map(({ serverSeq }) => serverSeq);
    const wrong = numbers.findIndex((number, at) => at > 0 && number <= numbers[at - 1]);
    equal(wrong, -1, `a place in ${show(numbers)} where they do not grow`);
  }),
  must('the dispatcher gets its own action back, with its id and number', async (stage) => {
    const { client, uri } = await stage.terminal();
    const action = { type: 'terminal/titleChanged', title: 'echo' };
    const clientSeq = client.dispatch(uri, action);
    const envelope = await client.until('the echo', () => client.on(uri).find(({ origin }) => origin));
    equal(envelope.origin, { clientId: client.clientId, clientSeq }, 'origin');
    equal(envelope.channel, uri, 'channel');
    has(envelope.action, action, 'action');
    equal('rejectionReason' in envelope, false, 'a rejectionReason');
  }),
  must('everybody else gets the same envelope', async (stage) => {
    const { client, uri } = await stage.terminal();
    const other = await stage.join({ versions: [client.version] });
    await Mirror.open(other, uri);
    const sent = await client.accepted(uri, { type: 'terminal/titleChanged', title: 'for all' });
    const got = await other.until('the envelope', () =>
      other.envelopes.find(({ serverSeq }) => serverSeq === sent.serverSeq),
    );
    equal(got, sent, 'the envelope');
  }),
  must('actions of the host have no origin, not even null', async (stage) => {
    const { client, uri } = await stage.shell();
    const data = client.on(uri).find(({ action }) => action.type === 'terminal/data');
    equal('origin' in data, false, 'an origin key');
    equal('rejectionReason' in data, false, 'a rejectionReason key');
  }),
  must('input is echoed and changes no state by itself', async (stage) => {
    const { client, uri } = await stage.terminal();
    has((await client.accepted(uri, { type: 'terminal/input', data: ' ' })).action, { data: ' ' }, 'action');
  }),
  must('a clientSeq above 32 bits comes back whole', async (stage) => {
    const { client, uri } = await stage.terminal();
    const clientSeq = 2 ** 40 + 1;
    client.notify('dispatchAction', {
      channel: uri,
      clientSeq,
      action: { type: 'terminal/input', data: '' },
    });
    await client.until('the echo', () =>
      client.envelopes.some(({ origin }) => origin?.clientSeq === clientSeq),
    );
  }),
  must('an action may carry fields nobody knows', async (stage) => {
    const { client, uri } = await stage.terminal();
    const action = { type: 'terminal/titleChanged', title: 'known', unheardOf: { a: 1 } };
    await client.accepted(uri, action);
  }),
  must('an action on a channel that does not exist is ignored', async (stage) => {
    const client = await stage.join();
    const channel = stage.uri();
    client.dispatch(channel, { type: 'terminal/input', data: 'x' });
    await client.settle();
    equal(client.envelopes, [], 'envelopes');
  }),
  ...hostOnly.flatMap((action) => [
    must(`${action.type} of a client changes nothing`, (stage) => changesNothing(stage, action)),
    must(`${action.type} of a client comes back rejected`, async (stage) => {
      const { client, uri } = await stage.terminal();
      await client.rejected(uri, action);
    }),
  ]),
  ...malformed.map((action) =>
    must(`${show(action)} changes nothing`, (stage) => changesNothing(stage, action)),
  ),
  ...malformed.map((action) =>
    should(`${show(action)} comes back rejected`, async (stage) => {
      const { client, uri } = await stage.terminal();
      await client.rejected(uri, action);
    }),
  ),
  must('an unknown action changes nothing', (stage) =>
    changesNothing(stage, { type: 'terminal/unheardOf', data: 'forged' }),
  ),
  should('an unknown action comes back rejected', async (stage) => {
    const { client, uri } = await stage.terminal();
    await client.rejected(uri, { type: 'terminal/unheardOf', data: 'x' });
  }),
  must('an action of the root does not belong on a terminal', (stage) =>
    changesNothing(stage, { type: 'root/terminalsChanged', terminals: [] }),
  ),
  must('a rejection has a number of its own and repeats the action as it came', async (stage) => {
    const { client, uri } = await stage.terminal();
    const first = await client.accepted(uri, { type: 'terminal/titleChanged', title: 'one' });
    const action = { type: 'terminal/data', data: 'forged', unheardOf: 1 };
    const refusal = await client.echo(uri, action);
    const last = await client.accepted(uri, { type: 'terminal/titleChanged', title: 'two' });
    equal(refusal.action, action, 'the action');
    ok(first.serverSeq < refusal.serverSeq && refusal.serverSeq < last.serverSeq, 'it has no number between');
  }),
  must(
    'what others were refused is not sent as if it had been accepted',
    async (stage) => {
      const { client, uri } = await stage.terminal();
      const other = await stage.join();
      await Mirror.open(other, uri);
      const { serverSeq } = await client.echo(uri, { type: 'terminal/data', data: 'forged' });
      await client.accepted(uri, { type: 'terminal/titleChanged', title: 'after' });
      await other.until('what came after', () =>
        other.on(uri).some(({ action }) => action.title === 'after'),
      );
      const seen = other.envelopes.find((envelope) => envelope.serverSeq === serverSeq);
      ok(seen === undefined || seen.rejectionReason !== undefined, `it got ${show(seen)}`);
    },
    'guide/reconciliation',
  ),
]);
