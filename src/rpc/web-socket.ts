/** A browser's WebSocket as a transport: one text frame a message. */

import { CloseCode, type Transport, TransportEvents } from './transport.ts';

/** The part of a browser's WebSocket that a transport uses. */
export type BrowserSocket = {
  readonly readyState: number;
  readonly bufferedAmount: number;
  send(text: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: 'close',
    listener: (event: { readonly code: number; readonly reason: string }) => void,
  ): void;
};

const OPEN = 1;
/** Browsers close with this code or with one of an application; they refuse all others. */
const FIRST_OWN_CODE = 3000;
/** Milliseconds between checks of `bufferedAmount`: browsers have no event for a drained socket. */
const DRAIN_MS = 50;

/** Wraps a socket that is open or about to open. Messages wait until there is a listener, so that none is lost. */
export function webSocketTransport(socket: BrowserSocket): Transport {
  const events = new TransportEvents();
  let watchesDrain = false;
  const waiting: string[] = [];
  let listener: ((text: string) => void) | undefined;
  let held = false;
  let watched: ReturnType<typeof setTimeout> | undefined;

  const deliver = () => {
    while (!held && listener !== undefined && waiting.length > 0) listener(waiting.shift() ?? '');
  };
  const watchDrain = (before: number) => {
    watched ??= setTimeout(() => {
      watched = undefined;
      const { bufferedAmount } = socket;
      if (bufferedAmount < before) events.drained();
      if (bufferedAmount > 0 && events.ended === undefined) watchDrain(bufferedAmount);
    }, DRAIN_MS);
  };
  socket.addEventListener('message', ({ data }) => {
    if (typeof data !== 'string') return;
    waiting.push(data);
    deliver();
  });
  socket.addEventListener('close', ({ code, reason }) => {
    clearTimeout(watched);
    events.end({ code, reason, clean: code !== CloseCode.Abnormal });
  });

  return {
    get buffered() {
      return socket.bufferedAmount;
    },
    send(text) {
      if (socket.readyState !== OPEN) return;
      socket.send(text);
      if (watchesDrain && socket.bufferedAmount > 0) watchDrain(socket.bufferedAmount);
    },
    onMessage(next) {
      listener = next;
      deliver();
    },
    onClose: events.onClose,
    onDrain(next) {
      watchesDrain = true;
      events.onDrain(next);
    },
    hold(next) {
      held = next;
      deliver();
    },
    close(code = CloseCode.Normal, reason = '') {
      socket.close(code >= FIRST_OWN_CODE ? code : CloseCode.Normal, reason.slice(0, 100));
    },
  };
}
