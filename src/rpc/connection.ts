/** One JSON-RPC 2.0 connection over a transport: requests both ways, notifications, and their end. */

import { isDeeperThan } from './depth.ts';
import { ClosedError, RpcCode, RpcError } from './errors.ts';
import { classify, type Frame, type Id } from './frame.ts';
import { Pending } from './pending.ts';
import type { CloseReason, Transport } from './transport.ts';

/** Undefined: no such method. A value that is no promise is answered before anything else is sent. */
export type Lookup = (method: string) => ((params: unknown) => unknown) | undefined;

export type ConnectionOptions = {
  readonly log?: (message: string) => void;
  /** How long a request waits for its answer unless it says otherwise. */
  readonly timeoutMs?: number;
  /** Requests of the peer under way at once; more are refused, not queued. */
  readonly maxServing?: number;
  /** A peer that has left more than this many bytes unread is itself not read until it has caught up. */
  readonly maxUnreadBytes?: number;
  /** A message nested more deeply is refused before it is parsed. */
  readonly maxDepth?: number;
};

export type RequestOptions<T> = {
  readonly timeoutMs?: number;
  /** Runs when the answer arrives, before the next message is read; what it throws rejects the request. */
  readonly read?: (result: unknown) => T;
};

const DEFAULT_TIMEOUT_MS = 30_000;

const MAX_SERVING = 256;

/** Log lines about what a peer sends; after these its nonsense is ignored in silence. */
const MAX_COMPLAINTS = 20;

export class Connection {
  readonly #transport: Transport;
  readonly #log: (message: string) => void;
  readonly #maxServing: number;
  readonly #maxUnread: number;
  readonly #maxDepth: number;
  readonly #pending: Pending;
  #lookup: Lookup = () => undefined;
  #notified: (method: string, params: unknown) => void = () => {};
  readonly #drainListeners: (() => void)[] = [];
  readonly #closeListeners: ((why: CloseReason) => void)[] = [];
  #serving = 0;
  #complaints = 0;
  #held = false;
  #ended: CloseReason | undefined;

  constructor(transport: Transport, options: ConnectionOptions = {}) {
    this.#transport = transport;
    this.#log = options.log ?? (() => {});
    this.#maxServing = options.maxServing ?? MAX_SERVING;
    this.#maxUnread = options.maxUnreadBytes ?? Number.POSITIVE_INFINITY;
    this.#maxDepth = options.maxDepth ?? Number.POSITIVE_INFINITY;
    this.#pending = new Pending(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    transport.onDrain(() => this.#drained());
    transport.onClose((why) => this.#end(why));
    transport.onMessage((text) => this.#receive(text));
  }

  /** Bytes not yet handed to the kernel: what back-pressure goes by. */
  get buffered(): number {
    return this.#transport.buffered;
  }

  /** Called each time `buffered` has shrunk. */
  onDrain(listener: () => void): void {
    this.#drainListeners.push(listener);
  }

  request(method: string, params?: unknown): Promise<unknown>;
  request<T = unknown>(method: string, params: unknown, options: RequestOptions<T>): Promise<T>;
  request(method: string, params?: unknown, options: RequestOptions<unknown> = {}): Promise<unknown> {
    if (this.#ended !== undefined) return Promise.reject(closed(this.#ended));
    const { id, answer } = this.#pending.open(method, options);
    this.#send({ jsonrpc: '2.0', id, method, params });
    return answer;
  }

  notify(method: string, params?: unknown): void {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  /** Sends a frame that is text already: one serialisation for any number of receivers. */
  notifyText(frame: string): void {
    this.#transport.send(frame);
  }

  serve(lookup: Lookup): void {
    this.#lookup = lookup;
  }

  onNotification(listener: (method: string, params: unknown) => void): void {
    this.#notified = listener;
  }

  /** Called once; at once if the connection has ended already. */
  onClose(listener: (why: CloseReason) => void): void {
    if (this.#ended === undefined) this.#closeListeners.push(listener);
    else listener(this.#ended);
  }

  close(code?: number, reason?: string): void {
    this.#transport.close(code, reason);
  }

  #receive(text: string): void {
    try {
      this.#take(this.#read(text));
    } catch (error) {
      // One frame's trouble stays with that frame: the connection serves others.
      this.#complain(`a message could not be processed: ${describe(error)}`);
    }
    if (!this.#held && this.buffered > this.#maxUnread) {
      this.#held = true;
      this.#transport.hold(true);
    }
  }

  #read(text: string): Frame {
    if (this.#maxDepth === Number.POSITIVE_INFINITY || !isDeeperThan(this.#maxDepth, text))
      return classify(text);
    const message = `nested more than ${this.#maxDepth} levels deep`;
    return { kind: 'invalid', id: null, error: { code: RpcCode.InvalidRequest, message } };
  }

  #drained(): void {
    for (const listener of this.#drainListeners) listener();
    // At half of what is allowed: not held again at the next message.
    if (!this.#held || this.buffered > this.#maxUnread / 2) return;
    this.#held = false;
    this.#transport.hold(false);
  }

  #complain(message: string): void {
    this.#complaints += 1;
    if (this.#complaints <= MAX_COMPLAINTS) this.#log(message);
    if (this.#complaints === MAX_COMPLAINTS) this.#log('more of the kind from this peer is not noted');
  }

  #take(frame: Frame): void {
    switch (frame.kind) {
      case 'notification':
        this.#notified(frame.method, frame.params);
        break;
      case 'request':
        this.#answer(frame.id, frame.method, frame.params);
        break;
      case 'result':
        this.#pending.resolve(frame.id, frame.result);
        break;
      case 'error':
        if (frame.id === null) this.#complain(`the peer reports ${frame.error.code}: ${frame.error.message}`);
        else this.#pending.reject(frame.id, frame.error);
        break;
      case 'invalid':
        this.#complain(`ignored a frame: ${frame.error.message}`);
        this.#send({ jsonrpc: '2.0', id: frame.id, error: frame.error });
        break;
    }
  }

  #answer(id: Id, method: string, params: unknown): void {
    try {
      const run = this.#lookup(method);
      if (run === undefined)
        throw new RpcError(RpcCode.MethodNotFound, `unknown method ${method.slice(0, 128)}`);
      if (this.#serving >= this.#maxServing) {
        const message = `${this.#maxServing} requests are under way already: wait for their answers`;
        throw new RpcError(RpcCode.InternalError, message);
      }
      const result = run(params);
      if (result instanceof Promise) this.#answerLater(id, result);
      else this.#succeed(id, result);
    } catch (error) {
      this.#fail(id, error);
    }
  }

  #answerLater(id: Id, result: Promise<unknown>): void {
    this.#serving += 1;
    result
      .then(
        (value) => this.#succeed(id, value),
        (error: unknown) => this.#fail(id, error),
      )
      .finally(() => {
        this.#serving -= 1;
      });
  }

  /** The `result` key must be there even when there is nothing to say. */
  #succeed(id: Id, result: unknown): void {
    this.#send({ jsonrpc: '2.0', id, result: result ?? null });
  }

  #fail(id: Id, error: unknown): void {
    if (!(error instanceof RpcError)) this.#complain(`a request failed: ${describe(error)}`);
    const known = error instanceof RpcError ? error : new RpcError(RpcCode.InternalError, 'internal error');
    const { code, message, data } = known;
    this.#send({
      jsonrpc: '2.0',
      id,
      error: data === undefined ? { code, message } : { code, message, data },
    });
  }

  #send(message: object): void {
    this.#transport.send(JSON.stringify(message));
  }

  #end(why: CloseReason): void {
    if (this.#ended !== undefined) return;
    this.#ended = why;
    this.#pending.close(closed(why));
    for (const listener of this.#closeListeners.splice(0)) listener(why);
  }
}

function closed(why: CloseReason): ClosedError {
  const detail = why.reason === '' ? `code ${why.code}` : why.reason;
  return new ClosedError(`the connection is closed (${detail})`, { why });
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
