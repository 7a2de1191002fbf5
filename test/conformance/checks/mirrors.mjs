/** Many clients, of both generations, early, late and coming back: all keep the same state. */

import { must, section } from '../check.mjs';
import { equal, ok } from '../expect.mjs';
import { comparable, Mirror, reduce } from '../mirror.mjs';

/** Everything until the same number, as each of them kept it. */
async function agree(mirrors, uri, reader) {
  const { state, fromSeq } = await reader.subscribe(uri);
  for (const [at, { client, mirror }] of mirrors.entries()) {
    await client.settle();
    equal(comparable(mirror.state(fromSeq)), comparable(state), `viewer ${at}, ${client.version}`);
  }
}

async function viewer(uri, joining) {
  const client = await joining;
  return { client, mirror: await Mirror.open(client, uri) };
}

/** Enough for many messages, and less than hosts are known to keep. */
const load = "sh -c 'i=0; while [ $i -lt 2500 ]; do i=$((i+1)); echo line $i; done'";

export const mirrors = section('mirrors', 'guide/reconciliation', [
  must('both generations keep the same state at the same time', async (stage) => {
    const made = await stage.shell({ join: await stage.joinNew() });
    const old = await viewer(made.uri, stage.joinOld());
    await stage.run(made, "printf 'so%s\\n' me");
    await made.client.accepted(made.uri, { type: 'terminal/titleChanged', title: 'for both' });
    await stage.run(made, 'seq 1 200');
    await agree([made, old], made.uri, await stage.join());
  }),
  must('also when the shell ends', async (stage) => {
    const made = await stage.shell({ join: await stage.joinOld() });
    const other = await viewer(made.uri, stage.joinNew());
    made.client.type(made.uri, 'exit 5\r');
    await other.mirror.until('the exit', ({ lifecycle }) => lifecycle.status === 'exited');
    await agree([made, other], made.uri, await stage.join());
  }),
  must('who comes late sees what the others see', async (stage) => {
    const made = await stage.shell();
    await stage.run(made, 'seq 1 300');
    const late = await viewer(made.uri, stage.join());
    await agree([made, late], made.uri, await stage.join());
  }),
  must('under load all of them, whenever they came', async (stage) => {
    const made = await stage.shell();
    const viewers = [made];
    const done = stage.run(made, load, 'loaded');
    for (let turn = 1; turn < 8; turn += 1) {
      viewers.push(await viewer(made.uri, stage.joinEither(turn * 2)));
    }
    await done;
    await agree(viewers, made.uri, await stage.join());
  }),
  must('who lost its connection under load and came back, too', async (stage) => {
    const made = await stage.shell();
    const { client, mirror } = await viewer(made.uri, stage.join());
    const done = stage.run(made, load, 'loaded');
    await mirror.untilText('line 200\r');
    const lastSeen = Math.max(mirror.snapshot.fromSeq, ...client.envelopes.map(({ serverSeq }) => serverSeq));
    const state = mirror.state(lastSeen);
    client.drop();
    const again = await stage.dialAs(client.clientId);
    const result = await again.call('reconnect', {
      clientId: client.clientId,
      lastSeenServerSeq: lastSeen,
      subscriptions: [made.uri],
    });
    const restored =
      result.type === 'snapshot'
        ? result.snapshots[0].state
        : result.actions.reduce((now, { action }) => reduce(now, action), state);
    await done;
    const { state: truth, fromSeq } = await again.subscribe(made.uri);
    const mine = again
      .on(made.uri)
      .filter(({ serverSeq }) => serverSeq <= fromSeq)
      .reduce((now, { action }) => reduce(now, action), restored);
    ok(mine.content.length > 0, 'there is no content');
    equal(comparable(mine), comparable(truth), 'the state');
  }),
]);
