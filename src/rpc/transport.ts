/** A transport — a stream of whole text messages, as a connection needs it — and an in-memory pair of transports. */

export type CloseReason = { readonly code: number; readonly reason: string; readonly clean: boolean };

export type Transport = {
  /** Sends a message. Does nothing after the end, which the close callback reports. */
  send(text: string): void;
  /** Joins what is sent until `cork(false)` to one write, where writes cost something. */
  cork?(on: boolean): void;
  /** Bytes accepted but not yet handed to the kernel (in memory: characters not yet delivered). */
  readonly buffered: number;
  /** Sets the only listener; messages that arrived earlier are delivered to it first. */
  onMessage(listener: (text: string) => void): void;
  onClose(listener: (why: CloseReason) => void): void;
  /** Called each time `buffered` has shrunk. */
  onDrain(listener: () => void): void;
  /** Stops or resumes delivery. Held messages wait; on a socket, back-pressure finally stops the sender. */
  hold(held: boolean): void;
  close(code?: number, reason?: string): void;
};

/** Close reason that a stopping host sends with `GoingAway`: proxies and others use that code, too. */
export const STOPPING = 'the host is stopping';

/** WebSocket close codes; they have the same meaning on every transport. */
export const CloseCode = { Normal: 1000, GoingAway: 1001, Abnormal: 1006, TooBig: 1009 } as const;

/** The listeners of a transport. The end is reported once to each of them, at once to those that come after it. */
export class TransportEvents {
  readonly #closeListeners: ((why: CloseReason) => void)[] = [];
  readonly #drainListeners: (() => void)[] = [];
  #ended: CloseReason | undefined;

  get ended(): CloseReason | undefined {
    return this.#ended;
  }

  readonly onClose = (listener: (why: CloseReason) => void): void => {
    if (this.#ended === undefined) this.#closeListeners.push(listener);
    else listener(this.#ended);
  };

  readonly onDrain = (listener: () => void): void => {
    this.#drainListeners.push(listener);
  };

  readonly drained = (): void => {
    for (const notify of this.#drainListeners) notify();
  };

  /** Reports the end; only the first one counts. */
  end(why: CloseReason): void {
    this.#ended ??= why;
    for (const notify of this.#closeListeners.splice(0)) notify(this.#ended);
  }
}

/** Creates two connected transports: messages arrive at the other end in order, a microtask later. */
export function memoryPair(): [Transport, Transport] {
  return MemoryEnd.pair();
}

class MemoryEnd extends TransportEvents implements Transport {
  #peer: MemoryEnd | undefined;
  #outgoing: string[] = [];
  #buffered = 0;
  #scheduled = false;
  #held = false;
  #closing = false;
  #listener: ((text: string) => void) | undefined;

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

  /** Queues a message. The sender limits this buffer: it watches `buffered`, as on a socket. */
  send(text: string): void {
    if (this.#closing || this.ended !== undefined) return;
    this.#outgoing.push(text);
    this.#buffered += text.length;
    this.#schedule();
  }

  onMessage(listener: (text: string) => void): void {
    this.#listener = listener;
    if (this.#peer !== undefined) this.#peer.#schedule();
  }

  hold(held: boolean): void {
    this.#held = held;
    if (!held && this.#peer !== undefined) this.#peer.#schedule();
  }

  /** Delivers earlier messages unless they are held, then reports the close to both ends. */
  close(code: number = CloseCode.Normal, reason = ''): void {
    if (this.#closing || this.ended !== undefined) return;
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
      if (peer.ended === undefined) peer.#listener(text);
    }
    this.drained();
  }

  #finish(why: CloseReason): void {
    this.#outgoing = [];
    this.#buffered = 0;
    this.end(why);
  }
}
