/** A WebSocket as a transport: one text frame per message, binary frames read as UTF-8. */

import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import { CloseCode, type Transport, TransportEvents } from './transport.ts';

export type WsOptions = {
  /** Interval of the probes; a peer that is silent for two intervals is dropped. 0 switches probing off. */
  readonly pingMs: number;
  readonly log?: (message: string) => void;
  /** The stream below the socket, for joining writes. */
  readonly stream?: Duplex;
  /** Bytes that are delivered in one turn of the event loop; further ones wait, so that keys are handled in between. */
  readonly turnBytes?: number;
  /** The time in milliseconds that its listener may take in one turn. */
  readonly turnMs?: number;
};

/** Milliseconds for a peer to answer a close before the socket is destroyed. */
const CLOSE_GRACE_MS = 1_000;

/** WebSocket's limit of a close reason, in bytes. */
const MAX_REASON = 123;

/** Wraps an open socket. It stays paused until a listener is set, so that no message is lost. */
export function wsTransport(socket: WebSocket, options: WsOptions): Transport {
  const events = new TransportEvents();
  let listener: ((text: string) => void) | undefined;
  let held = false;
  let closing = false;
  /** Messages that were already read when delivery was held: at most one read from the kernel. */
  const waiting: string[] = [];
  const stopProbing = probe(socket, options.pingMs);

  socket.pause();
  const { turnBytes = Number.POSITIVE_INFINITY, turnMs = Number.POSITIVE_INFINITY } = options;
  const isBounded = Math.min(turnBytes, turnMs) < Number.POSITIVE_INFINITY;
  let delivered = 0;
  let spentMs = 0;
  let begun = false;
  let resting = false;
  const rest = () => {
    if (closing) return;
    resting = true;
    socket.pause();
  };
  /** Counts what this turn has delivered; when it is enough, nothing is read before the next turn. */
  const deliver = (text: string) => {
    if (isBounded && !begun) setImmediate(nextTurn);
    begun = true;
    delivered += text.length;
    if (delivered >= turnBytes) rest();
    const from = performance.now();
    listener?.(text);
    spentMs += performance.now() - from;
    if (spentMs >= turnMs) rest();
  };
  const nextTurn = () => {
    begun = false;
    delivered = 0;
    spentMs = 0;
    resting = false;
    goOn();
  };
  const goOn = () => {
    if (closing) return;
    while (!held && !resting && waiting.length > 0) deliver(waiting.shift() ?? '');
    if (!held && !resting && listener !== undefined && socket.isPaused) socket.resume();
  };
  socket.on('message', (data) => {
    // Messages of a peer that was disconnected are ignored, whether or not it answers the close.
    if (closing) return;
    if (!held && !resting && waiting.length === 0) deliver(textOf(data));
    else waiting.push(textOf(data));
  });
  // A 'close' event follows each 'error' event; without a listener for 'error' the process would end.
  socket.on('error', (error) => options.log?.(`socket: ${error.message}`));
  socket.on('close', (code, reason) => {
    stopProbing();
    events.end({ code, reason: reason.toString(), clean: code !== CloseCode.Abnormal });
  });

  return {
    get buffered() {
      return socket.bufferedAmount;
    },
    send(text) {
      // `ws` sends a text as two writes and a Buffer as one.
      if (socket.readyState === WebSocket.OPEN)
        socket.send(Buffer.from(text), { binary: false }, events.drained);
    },
    cork(on) {
      if (on) options.stream?.cork();
      else options.stream?.uncork();
    },
    onMessage(next) {
      listener = next;
      goOn();
    },
    onClose: events.onClose,
    onDrain: events.onDrain,
    hold(next) {
      held = next;
      if (held) socket.pause();
      goOn();
    },
    close(code = CloseCode.Normal, reason = '') {
      if (socket.readyState > WebSocket.OPEN) return;
      closing = true;
      waiting.length = 0;
      // A paused socket would never read the peer's answer to the close.
      if (socket.isPaused) socket.resume();
      socket.close(code, cut(reason));
      const timer = setTimeout(() => socket.terminate(), CLOSE_GRACE_MS);
      socket.once('close', () => clearTimeout(timer));
    },
  };
}

/** Pings the peer. Any message shows that the peer is alive; a peer that is silent for two intervals is dropped. */
function probe(socket: WebSocket, pingMs: number): () => void {
  if (pingMs <= 0) return () => {};
  let heard = true;
  const alive = () => {
    heard = true;
  };
  socket.on('pong', alive);
  socket.on('ping', alive);
  socket.on('message', alive);
  const timer = setInterval(() => {
    if (!heard) socket.terminate();
    else if (socket.readyState === WebSocket.OPEN) socket.ping();
    heard = false;
  }, pingMs);
  timer.unref();
  return () => clearInterval(timer);
}

function textOf(data: Buffer | ArrayBuffer | Buffer[]): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return Buffer.isBuffer(data) ? data.toString() : Buffer.from(data).toString();
}

function cut(reason: string): string {
  const bytes = Buffer.from(reason);
  // A character cut in half decodes to U+FFFD, three bytes for one to three: leave room for it.
  return bytes.length <= MAX_REASON ? reason : bytes.subarray(0, MAX_REASON - 3).toString();
}
