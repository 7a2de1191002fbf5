/** The way from the page to its host: a fresh ticket for each WebSocket. */

import { retryDelay, type WayToHost } from '../../client/client-options.ts';
import { ClosedError } from '../../rpc/errors.ts';
import type { Transport } from '../../rpc/transport.ts';
import { webSocketTransport } from '../../rpc/web-socket.ts';
import { type Door, SignedOutError } from './sign-in.ts';

/** Timeout in milliseconds, for networks that drop packets. */
const OPEN_MS = 6_000;
/** Limit: milliseconds between two attempts. Somebody looks at the page, and it is one client. */
const LONGEST_DELAY_MS = 5_000;

export function wayThrough(door: Door, place: Pick<Location, 'protocol' | 'host'>): WayToHost {
  const origin = `${place.protocol === 'https:' ? 'wss' : 'ws'}://${place.host}`;
  return {
    delay: ({ failures }) => Math.min(LONGEST_DELAY_MS, retryDelay(failures, Math.random())),
    async transportFactory() {
      return opened(`${origin}/web/ahp?ticket=${encodeURIComponent(await ticketOf(door))}`);
    },
  };
}

/** A page that is signed out need not try again: the error says so as a WebSocket's refusal does. */
async function ticketOf(door: Door): Promise<string> {
  try {
    return await door.ticket();
  } catch (cause) {
    if (cause instanceof SignedOutError) throw new ClosedError(cause.message, { status: 401, cause });
    throw new ClosedError('the host cannot be reached', { cause });
  }
}

function opened(url: string): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    const transport = webSocketTransport(socket);
    const fail = () => reject(new ClosedError('the host cannot be reached'));
    const timer = setTimeout(() => {
      fail();
      socket.close();
    }, OPEN_MS);
    socket.addEventListener('open', () => {
      clearTimeout(timer);
      resolve(transport);
    });
    socket.addEventListener('close', () => {
      clearTimeout(timer);
      fail();
    });
  });
}
