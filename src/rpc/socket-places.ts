/**
 * Limits the sockets of a listener: many that have signed in, few that have not. A new socket replaces the oldest that has not
 * signed in, so that silent clients cannot block a listener.
 */

import type { Socket } from 'node:net';

/** The two ends of a TLS connection are different objects, so a TCP socket is known by where it comes from. */
type Key = string | Socket;

export type PlacesOptions = { readonly signedIn: number; readonly waiting: number };

export class SocketPlaces {
  readonly #options: PlacesOptions;
  /** Oldest first. */
  readonly #waiting = new Map<Key, Socket>();
  readonly #signedIn = new Set<Key>();

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /** Must be called with each new socket of the server. */
  enter(socket: Socket): void {
    const key = keyOf(socket);
    for (const [oldest, other] of this.#waiting) {
      if (this.#waiting.size < this.#options.waiting) break;
      this.#waiting.delete(oldest);
      other.destroy();
    }
    this.#waiting.set(key, socket);
    socket.once('close', () => {
      this.#waiting.delete(key);
      this.#signedIn.delete(key);
    });
  }

  /** Called when a request of the socket is admitted. Returns false when all places for such sockets are taken. */
  signIn(socket: Socket): boolean {
    const key = keyOf(socket);
    if (this.#signedIn.has(key)) return true;
    if (this.#signedIn.size >= this.#options.signedIn) return false;
    // A socket that was replaced meanwhile is closing.
    if (!this.#waiting.delete(key)) return false;
    this.#signedIn.add(key);
    return true;
  }
}

function keyOf(socket: Socket): Key {
  const { remoteAddress, remotePort } = socket;
  return remotePort === undefined ? socket : `${remoteAddress} ${remotePort}`;
}
