/** JSON-RPC 2.0 over frames: answers, errors, ids, and what is not answered. */

import { must, section, should } from '../check.mjs';
import { equal, fail, has, ok, show, skip } from '../expect.mjs';
import { ROOT } from '../peer.mjs';

const PAGE = 'specification/transport';

async function lives(peer) {
  equal(await peer.call('ping'), null, 'the result of ping');
}

async function idComesBack(stage, id) {
  const peer = await stage.dial();
  const answer = await peer.ask('ping', {}, id);
  has(answer, { jsonrpc: '2.0', id }, 'the answer');
}

/** The answer to something that names no id is told by its place: after it, before the next answer. */
async function firstAnswerTo(stage, text) {
  const peer = await stage.dial();
  peer.sendText(text);
  await lives(peer);
  return peer.frames[0];
}

async function hasCode(stage, text, code) {
  const frame = await firstAnswerTo(stage, text);
  if (frame?.error === undefined) fail(`no error came: ${show(frame)}`);
  equal(frame.error.code, code, 'the code');
  equal(frame.id, null, 'the id');
}

const batch = JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'ping', params: { channel: ROOT } }]);

export const transport = section('transport', PAGE, [
  must('ping is answered with a result of null', async (stage) => lives(await stage.dial())),
  must('a number comes back as the id it was', (stage) => idComesBack(stage, 7)),
  must('zero is an id', (stage) => idComesBack(stage, 0)),
  must('a large number is an id', (stage) => idComesBack(stage, Number.MAX_SAFE_INTEGER)),
  must('a text comes back as the id it was', (stage) => idComesBack(stage, '7')),
  must(
    'an unknown method is refused with -32601',
    async (stage) => {
      const client = await stage.join();
      equal((await client.refused('x-conformance/none')).code, -32601, 'the code');
    },
    'reference/error-codes',
  ),
  must('one bad frame does not end the connection', async (stage) => {
    await firstAnswerTo(stage, '{"jsonrpc":"2.0","id":1,');
  }),
  should(
    'what is not JSON is answered with -32700 and no id',
    (stage) => hasCode(stage, 'neither this', -32700),
    'reference/error-codes',
  ),
  should('a batch is refused with -32600', (stage) => hasCode(stage, batch, -32600), 'reference/error-codes'),
  should(
    'what is no object is refused with -32600',
    (stage) => hasCode(stage, '42', -32600),
    'reference/error-codes',
  ),
  should(
    'an id of another kind is refused with -32600',
    (stage) => hasCode(stage, '{"jsonrpc":"2.0","id":[1],"method":"ping","params":{}}', -32600),
    'reference/error-codes',
  ),
  must('notifications are never answered, not even with an error', async (stage) => {
    const client = await stage.join();
    const before = client.frames.length;
    client.notify('x-conformance/none');
    client.notify('dispatchAction', { nonsense: true });
    client.notify('unsubscribe', { channel: 7 });
    client.notify('subscribe', { channel: ROOT });
    await client.settle();
    const came = client.frames.slice(before).filter(({ method, error }) => method === undefined && error);
    equal(came, [], 'answers');
  }),
  must('an answer that nobody asked for is ignored', async (stage) => {
    const peer = await stage.dial();
    peer.sendText('{"jsonrpc":"2.0","id":999,"result":null}');
    peer.sendText('{"jsonrpc":"2.0","id":999,"error":{"code":-1,"message":"no"}}');
    await lives(peer);
  }),
  must('params may carry fields nobody knows', async (stage) => {
    const peer = await stage.dial();
    equal(await peer.call('ping', { unheardOf: { of: [1] }, _meta: { 'x-other': {} } }), null, 'the result');
  }),
  should('a binary frame is read as UTF-8', async (stage) => {
    const peer = await stage.dial();
    const frame = { jsonrpc: '2.0', id: 'binär', method: 'ping', params: { channel: ROOT } };
    if (!peer.sendBinary(JSON.stringify(frame))) skip('this transport knows no binary frames');
    ok('result' in (await peer.answerTo('binär', 'a binary frame')), 'no result');
  }),
]);
