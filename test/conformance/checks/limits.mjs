/** Too much of anything: it may be refused or end its own connection, but nobody else notices. */

import { must, section } from '../check.mjs';
import { equal } from '../expect.mjs';
import { Mirror } from '../mirror.mjs';
import { ROOT } from '../peer.mjs';

/** Sends it on a connection of its own and looks how another client fares. */
async function harmsNobody(stage, send) {
  const { client, uri } = await stage.terminal();
  const hostile = await stage.join();
  await Mirror.open(hostile, uri);
  await send(hostile, uri);
  // A host may refuse a title that another terminal has, and checks run side by side.
  const title = `still here ${uri}`;
  await client.accepted(uri, { type: 'terminal/titleChanged', title });
  equal((await client.info(uri)).title, title, 'the title');
  await (await stage.join()).settle();
}

const call = (method, params) => JSON.stringify({ jsonrpc: '2.0', id: 'x', method, params });
const deep = (depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Answered, or closed: both say that the host has looked at it. */
async function isDealtWith(peer) {
  const closed = peer.untilClosed().catch(() => undefined);
  await Promise.race([peer.settle().catch(() => undefined), closed]);
}

export const limits = section('limits', 'specification/transport', [
  must('a message of 24 MiB', (stage) =>
    harmsNobody(stage, async (peer) => {
      peer.sendText(call('ping', { channel: ROOT, padding: 'x'.repeat(24 * 1024 * 1024) }));
      await isDealtWith(peer);
    }),
  ),
  must('lists a hundred thousand deep', (stage) =>
    harmsNobody(stage, async (peer, uri) => {
      const action = `{"type":"terminal/input","data":${deep(100_000)}}`;
      peer.sendText(
        `{"jsonrpc":"2.0","id":"deep","method":"ping","params":{"channel":"x:/","a":${deep(100_000)}}}`,
      );
      peer.sendText(
        `{"jsonrpc":"2.0","method":"dispatchAction","params":{"channel":"${uri}","clientSeq":1,"action":${action}}}`,
      );
      await isDealtWith(peer);
    }),
  ),
  must('an action that is refused and as long as may be', (stage) =>
    harmsNobody(stage, async (peer, uri) => {
      peer.dispatch(uri, { type: 'terminal/data', data: 'x'.repeat(4 * 1024 * 1024) });
      await isDealtWith(peer);
    }),
  ),
  must('ten thousand subscriptions to the same and to nothing', (stage) =>
    harmsNobody(stage, async (peer, uri) => {
      for (let at = 0; at < 5000; at += 1) {
        peer.sendText(call('subscribe', { channel: uri }));
        peer.sendText(call('subscribe', { channel: `ahp-terminal:/none-${at}` }));
      }
      await isDealtWith(peer);
    }),
  ),
  must('keys that mean something to JavaScript', (stage) =>
    harmsNobody(stage, async (peer, uri) => {
      peer.sendText(
        `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{"channel":"x"},"constructor":1}}`,
      );
      peer.sendText(call('__proto__', {}));
      peer.sendText(call('constructor', {}));
      peer.dispatch(uri, { type: 'toString' });
      peer.dispatch(uri, { type: '__proto__' });
      await isDealtWith(peer);
    }),
  ),
  must('a connection that ends in the middle of everything', (stage) =>
    harmsNobody(stage, async (peer, uri) => {
      for (let at = 0; at < 50; at += 1) peer.sendText(call('subscribe', { channel: uri }));
      peer.drop();
    }),
  ),
]);
