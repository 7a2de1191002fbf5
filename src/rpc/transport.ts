/** A stream of whole text messages — what a connection needs of a socket, and an in-memory pair of them. */

export type CloseReason = { readonly code: number; readonly reason: string; readonly clean: boolean };

export type Transport = {
  /** After the end this does nothing: the close callback tells. */
  send(text: string): void;
  /** Bytes accepted but not yet handed to the kernel (in memory: characters not yet delivered). */
  readonly buffered: number;
  /** One listener; messages that came before it was set are delivered to it first. */
  onMessage(listener: (text: string) => void): void;
  onClose(listener: (why: CloseReason) => void): void;
  /** Called each time `buffered` has shrunk. */
  onDrain(listener: () => void): void;
  /** While held nothing is delivered: it waits, on a socket in the end at the sender. */
  hold(held: boolean): void;
  close(code?: number, reason?: string): void;
};

/** WebSocket close codes: they mean the same on every transport. */
/** Said with `GoingAway` by a host that ends: proxies and others close with that code, too. */
export const STOPPING = 'the host is stopping';

export const CloseCode = { Normal: 1000, GoingAway: 1001, Abnormal: 1006, TooBig: 1009 } as const;

/** Two ends of one stream: what one sends, the other receives in order, a microtask later. */
export function memoryPair(): [Transport, Transport] {
  return MemoryEnd.pair();
}

class MemoryEnd implements Transport {
  #peer: MemoryEnd | undefined;
  #outgoing: string[] = [];
  #buffered = 0;
  #scheduled = false;
  #held = false;
  #ended: CloseReason | undefined;
  #closing = false;
  #listener: ((text: string) => void) | undefined;
  readonly #closeListeners: ((why: CloseReason) => void)[] = [];
  readonly #drainListeners: (() => void)[] = [];

  static pair(): [Transport, Transport] {
    const left = new MemoryEnd();
    const right = new MemoryEnd();
    left.#peer = right;
    right.#peer = left;
    return [left, right];
  }

  get buffered(): number {
    return this.#buffered;
  }

  /** The limit of this buffer is the sender's: it watches `buffered`, as it would on a socket. */
  send(text: string): void {
    if (this.#closing || this.#ended !== undefined) return;
    this.#outgoing.push(text);
    this.#buffered += text.length;
    this.#schedule();
  }

  onMessage(listener: (text: string) => void): void {
    this.#listener = listener;
    if (this.#peer !== undefined) this.#peer.#schedule();
  }

  onClose(listener: (why: CloseReason) => void): void {
    if (this.#ended === undefined) this.#closeListeners.push(listener);
    else listener(this.#ended);
  }

  onDrain(listener: () => void): void {
    this.#drainListeners.push(listener);
  }

  hold(held: boolean): void {
    this.#held = held;
    if (!held && this.#peer !== undefined) this.#peer.#schedule();
  }

  /** What was sent before still arrives unless it is held, then both ends hear of the close. */
  close(code: number = CloseCode.Normal, reason = ''): void {
    if (this.#closing || this.#ended !== undefined) return;
    this.#closing = true;
    queueMicrotask(() => {
      this.#deliver();
      const why = { code, reason, clean: code !== CloseCode.Abnormal };
      this.#finish(why);
      if (this.#peer !== undefined) this.#peer.#finish(why);
    });
  }

  #schedule(): void {
    if (this.#scheduled || this.#outgoing.length === 0) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.#deliver();
    });
  }

  #deliver(): void {
    const peer = this.#peer;
    if (peer === undefined || peer.#listener === undefined || this.#outgoing.length === 0) return;
    const batch = this.#outgoing;
    this.#outgoing = [];
    for (const [at, text] of batch.entries()) {
      if (peer.#held) {
        this.#outgoing = [...batch.slice(at), ...this.#outgoing];
        break;
      }
      this.#buffered -= text.length;
      if (peer.#ended === undefined) peer.#listener(text);
    }
    for (const listener of this.#drainListeners) listener();
  }

  #finish(why: CloseReason): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    this.#outgoing = [];
    this.#buffered = 0;
    for (const listener of this.#closeListeners.splice(0)) listener(why);
  }
}
