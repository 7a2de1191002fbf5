/**
 * A host of another make that never stops sending actions, as fast as they are read:
 *
 *   node flooding-host.mjs SOCKET lines|switches|titles
 *
 * It has one terminal, takes every request, and prints `listening` when it can be reached, then a line for each MB sent.
 */

import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const ROOT = 'ahp-root://';
const URI = 'ahp-terminal:/flood';
/** Bytes on the way to a reader; more wait until it has read them. */
const UNREAD = 256 * 1024;
const AT_ONCE = 64;
const MB = 1e6;
const [path, kind] = process.argv.slice(2);

const data = (text) => (seq) => ({
  channel: URI,
  serverSeq: seq,
  action: { type: 'terminal/data', data: text },
});
const info = (title) => ({
  resource: URI,
  title,
  claim: { kind: 'session', session: 'ahp-session:/other' },
  lifecycle: { status: 'running' },
});
const FLOODS = {
  lines: data('0123456789 a line of a flood\r\n'.repeat(40)),
  switches: data('\x1b[?1049h\x1b[2J\x1b[Hstorm\x1b[?1049l'.repeat(40)),
  titles: (seq) => ({
    channel: ROOT,
    serverSeq: seq,
    action: { type: 'root/terminalsChanged', terminals: [info(`t${seq % 1000}`)] },
  }),
};
const flood = FLOODS[kind];
if (path === undefined || flood === undefined) {
  console.error(`"${kind}" is no flood of these: ${Object.keys(FLOODS).join(', ')}`);
  process.exit(2);
}

const snapshots = {
  [ROOT]: { agents: [], terminals: [info('flood')] },
  [URI]: { ...info('flood'), content: [], cols: 80, rows: 24 },
};
let seq = 0;
const snapshotOf = (uri) => ({ resource: uri, state: snapshots[uri] ?? snapshots[URI], fromSeq: seq });
const answers = {
  initialize: () => ({ protocolVersion: '1.0.0', serverSeq: seq, snapshots: [snapshotOf(ROOT)] }),
  reconnect: () => ({ type: 'snapshot', snapshots: [snapshotOf(ROOT), snapshotOf(URI)] }),
  subscribe: ({ channel }) => ({ snapshot: snapshotOf(channel) }),
};

function serve(socket) {
  let sent = 0;
  const say = (message) => {
    const frame = JSON.stringify({ jsonrpc: '2.0', ...message });
    socket.send(frame);
    if (Math.floor(sent / MB) < Math.floor((sent + frame.length) / MB))
      console.log(`${Math.floor((sent + frame.length) / MB)} MB`);
    sent += frame.length;
  };
  let flooding = false;
  const pour = () => {
    if (socket.readyState !== socket.OPEN) return;
    for (let n = 0; n < AT_ONCE && socket.bufferedAmount < UNREAD; n += 1) {
      seq += 1;
      say({ method: 'action', params: flood(seq) });
    }
    setImmediate(pour);
  };
  socket.on('message', (bytes) => {
    const { id, method, params } = JSON.parse(bytes.toString());
    if (id !== undefined) say({ id, result: answers[method]?.(params) ?? null });
    if (method !== 'subscribe' || params.channel !== URI || flooding) return;
    flooding = true;
    pour();
  });
}

const server = createServer();
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', serve);
server.listen(path, () => console.log('listening'));
