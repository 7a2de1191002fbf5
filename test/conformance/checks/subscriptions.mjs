/** Snapshots and the streams that follow them: nothing twice, nothing left out. */

import { must, section, should } from '../check.mjs';
import { equal, has, ok, show, skip } from '../expect.mjs';
import { Mirror, textOf } from '../mirror.mjs';

/** Numbered lines, each with a mark that tells it from the typing. */
const COUNT = 4000;
const counting = `i=0; while [ $i -lt ${COUNT} ]; do i=$((i+1)); echo "n$i."; done`;
const inShell = `sh -c '${counting}'`;

/** Throws unless the text holds the numbers from the first it has to the last, each once, in order. */
function isWhole(text, what) {
  const numbers = [...text.matchAll(/^n(\d+)\.\r?$/gm)].map(([, digits]) => Number(digits));
  equal(numbers.at(-1), COUNT, `${what}: the last number`);
  const wrong = numbers.findIndex((number, at) => number !== numbers[0] + at);
  equal(
    wrong === -1 ? undefined : numbers.slice(Math.max(0, wrong - 2), wrong + 2),
    undefined,
    `${what}: around`,
  );
}

export const subscriptions = section('subscriptions', 'specification/subscriptions', [
  must('a snapshot names its resource, its state and its number', async (stage) => {
    const { uri, mirror } = await stage.terminal();
    equal(mirror.snapshot.resource, uri, 'resource');
    ok(Number.isInteger(mirror.snapshot.fromSeq), `fromSeq: ${show(mirror.snapshot.fromSeq)}`);
    ok(Array.isArray(mirror.snapshot.state.content), 'content is no list');
    ok(typeof mirror.snapshot.state.title === 'string', 'title is no text');
  }),
  must('what does not exist cannot be subscribed to', async (stage) => {
    const client = await stage.join();
    await client.refused('subscribe', { channel: stage.uri() });
  }),
  must('snapshots under load join the stream without a hole and without an overlap', async (stage) => {
    const made = await stage.shell();
    const done = stage.run(made, inShell, 'counted');
    const mirrors = [made.mirror];
    while (!mirrors[0].text().includes('counted-over') && mirrors.length < 12) {
      const client = mirrors.length % 2 === 0 ? await stage.joinEither(mirrors.length) : await stage.join();
      mirrors.push(await Mirror.open(client, made.uri));
    }
    await done;
    for (const [at, mirror] of mirrors.entries()) {
      await mirror.untilText('counted-over');
      isWhole(mirror.text(), `viewer ${at}`);
    }
  }),
  must('subscribing again gives a fresh snapshot and still one stream', async (stage) => {
    const made = await stage.shell();
    await stage.run(made, "printf 'fi%s\\n' rst");
    const again = await Mirror.open(made.client, made.uri);
    ok(textOf(again.snapshot.state).includes('first'), 'the snapshot is not fresh');
    const envelope = await made.client.accepted(made.uri, { type: 'terminal/titleChanged', title: 'once' });
    await made.client.settle();
    const same = made.client.envelopes.filter(({ serverSeq }) => serverSeq === envelope.serverSeq);
    equal(same.length, 1, 'how often it came');
  }),
  must('unsubscribe ends the stream, however often one had subscribed', async (stage) => {
    const { client, uri } = await stage.terminal();
    const other = await stage.join();
    await Mirror.open(other, uri);
    await Mirror.open(other, uri);
    other.notify('unsubscribe', { channel: uri });
    await other.settle();
    const before = other.on(uri).length;
    await client.accepted(uri, { type: 'terminal/titleChanged', title: 'unseen' });
    await other.settle();
    equal(other.on(uri).length, before, 'the number of actions');
  }),
  must('unsubscribing from what one never saw changes nothing', async (stage) => {
    const { client, uri } = await stage.terminal();
    client.notify('unsubscribe', { channel: stage.uri() });
    await client.accepted(uri, { type: 'terminal/titleChanged', title: 'seen' });
  }),
  must('without a subscription there is no echo either', async (stage) => {
    const { client, uri } = await stage.terminal();
    client.notify('unsubscribe', { channel: uri });
    client.dispatch(uri, { type: 'terminal/titleChanged', title: 'done' });
    equal((await client.info(uri)).title, 'done', 'the title');
    ok(!client.on(uri).some(({ action }) => action.title === 'done'), 'an echo came');
  }),
  must('a bound for delays is understood or ignored', async (stage) => {
    const { client, uri } = await stage.terminal();
    for (const maxLatencyMs of [0, 1000]) await client.subscribe(uri, { delivery: { maxLatencyMs } });
    await client.accepted(uri, { type: 'terminal/titleChanged', title: 'in time' });
  }),
  must('a view and unknown fields are understood or ignored', async (stage) => {
    const { client, uri } = await stage.terminal();
    await client.subscribe(uri, { view: { turns: 3 }, unheardOf: 1, _meta: { other: 1 } });
  }),
  must('an offer of windowed delivery breaks nothing', async (stage) => {
    const { client, uri } = await stage.terminal();
    const receive = { windowBytes: 65_536, maximumFrameBytes: 16_384, maximumMessageBytes: 1_048_576 };
    const result = await client.call('subscribe', { channel: uri, flowControl: { receive } });
    if (result.flowControl !== undefined)
      skip('the host accepts windowed delivery, which is not checked here');
    has(result.snapshot, { resource: uri }, 'snapshot');
  }),
  should('a terminal may be subscribed to after a resize, with its whole text', async (stage) => {
    const made = await stage.shell();
    await stage.run(made, "printf 'be%s\\n' fore");
    await made.client.accepted(made.uri, { type: 'terminal/resized', cols: 100, rows: 30 });
    const late = await Mirror.open(await stage.join(), made.uri);
    has(late.snapshot.state, { cols: 100, rows: 30 }, 'state');
    ok(late.text().includes('before'), 'what was printed before is missing');
  }),
]);
