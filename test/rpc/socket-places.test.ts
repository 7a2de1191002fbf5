import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { SocketPlaces } from '../../src/rpc/ws-server.ts';

/** A socket by what places ask of it; `from` is a port, absent for a Unix socket. */
function socket(from?: number) {
  const closing: (() => void)[] = [];
  const fake = {
    remoteAddress: from === undefined ? undefined : '127.0.0.1',
    remotePort: from,
    destroyed: false,
    once: (_event: 'close', run: () => void) => void closing.push(run),
    destroy: () => {
      fake.destroyed = true;
      for (const run of closing.splice(0)) run();
    },
  };
  return fake as typeof fake & Socket;
}

describe('the places of a listener', () => {
  test('go to new sockets: the oldest that has not signed in gives way', () => {
    const places = new SocketPlaces({ signedIn: 8, waiting: 2 });
    const sockets = [socket(1), socket(2), socket(3), socket()];
    for (const one of sockets) places.enter(one);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false]);
  });

  test('are kept by those that have signed in', () => {
    const places = new SocketPlaces({ signedIn: 2, waiting: 1 });
    const [first, second] = [socket(1), socket()];
    places.enter(first);
    expect(places.signIn(first)).toBe(true);
    places.enter(second);
    expect(places.signIn(second)).toBe(true);
    for (let from = 10; from < 20; from += 1) places.enter(socket(from));
    expect([first.destroyed, second.destroyed]).toEqual([false, false]);
    // A second request over the same connection takes no second place.
    expect(places.signIn(first)).toBe(true);
  });

  test('are limited, and free again after a close', () => {
    const places = new SocketPlaces({ signedIn: 1, waiting: 4 });
    const [first, second] = [socket(1), socket(2)];
    places.enter(first);
    places.enter(second);
    expect([places.signIn(first), places.signIn(second)]).toEqual([true, false]);
    first.destroy();
    expect(places.signIn(second)).toBe(true);
  });

  test('are not for a socket that had to give way, and the two ends of a TLS connection are one', () => {
    const places = new SocketPlaces({ signedIn: 4, waiting: 1 });
    const raw = socket(1);
    places.enter(raw);
    expect(places.signIn(socket(1))).toBe(true);
    const slow = socket(2);
    places.enter(slow);
    places.enter(socket(3));
    expect(places.signIn(slow)).toBe(false);
  });
});
