/** Opens a WebSocket to `unix:PATH`, `ws://…` or `wss://…` and gives it the five members that a check needs. */

import { WebSocket } from 'ws';

const OPEN_TIMEOUT_MS = 10_000;
/** A host that sends more in one message than this is not worth waiting for. */
const MAX_FRAME_BYTES = 256 * 1024 * 1024;

/** Answers a function that opens one more connection. */
export function opener(url, { token } = {}) {
  const address = url.startsWith('unix:') ? `ws+unix://${url.slice('unix:'.length)}:/` : url;
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return () =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(address, {
        headers,
        handshakeTimeout: OPEN_TIMEOUT_MS,
        perMessageDeflate: false,
        maxPayload: MAX_FRAME_BYTES,
      });
      const ends = [];
      const early = [];
      let listener = (text) => early.push(text);
      let ended;
      socket.on('message', (data) => listener(data.toString()));
      socket.on('error', reject);
      socket.on('close', (code, reason) => {
        ended = { code, reason: reason.toString() };
        for (const end of ends) end(ended);
      });
      socket.on('open', () =>
        resolve({
          send: (text) => socket.send(text, () => {}),
          sendBinary: (text) => socket.send(Buffer.from(text), { binary: true }, () => {}),
          onMessage(next) {
            listener = next;
            for (const text of early.splice(0)) next(text);
          },
          onClose: (next) => (ended === undefined ? ends.push(next) : next(ended)),
          close: () => socket.close(),
          drop: () => socket.terminate(),
        }),
      );
    });
}
