/** One JSON-RPC 2.0 connection over a transport: requests in both directions, notifications, and the close. */

import { isDeeperThan } from './depth.ts';
import { ClosedError, RpcCode, RpcError, TimeoutError } from './errors.ts';
import { classify, type ErrorBody, type Frame, type Id } from './rpc-frame.ts';
import { CloseCode, type CloseReason, type Transport } from './transport.ts';

/** Finds the function for a method, or undefined. A result that is no promise is sent before any other message. */
export type Lookup = (method: string) => ((params: unknown) => unknown) | undefined;

export type ConnectionOptions = {
  readonly log?: (message: string) => void;
  /** Timeout of a request that sets none itself. */
  readonly timeoutMs?: number;
  /** Limit of the peer's requests that run at once; more are refused, not queued. */
  readonly maxServing?: number;
  /** Limit of bytes that the peer has not read; beyond it we do not read from the peer until it has caught up. */
  readonly maxUnreadBytes?: number;
  /** Called before each message, so that the owner can first send what it holds back for the same transport. */
  readonly beforeSend?: () => void;
  /** Limit of nesting; a deeper message is refused before it is parsed. */
  readonly maxDepth?: number;
};

export type RequestOptions<T> = {
  readonly timeoutMs?: number;
  /** Converts the result when the answer arrives, before the next message is read; an error rejects the request. */
  readonly read?: (result: unknown) => T;
};

const DEFAULT_TIMEOUT_MS = 30_000;

const MAX_SERVING = 256;

/** Limit of log lines about invalid messages of one peer; later ones are ignored without a log line. */
const MAX_COMPLAINTS = 20;

export class Connection {
  readonly #transport: Transport;
  readonly #log: (message: string) => void;
  readonly #maxServing: number;
  readonly #maxUnread: number;
  readonly #maxDepth: number;
  readonly #beforeSend: (() => void) | undefined;
  readonly #pending: Pending;
  #lookup: Lookup = () => undefined;
  #notified: (method: string, params: unknown) => void = () => {};
  readonly #drainListeners: (() => void)[] = [];
  readonly #closeListeners: ((why: CloseReason) => void)[] = [];
  #serving = 0;
  #received = 0;
  #complaints = 0;
  #held = false;
  #ended: CloseReason | undefined;

  constructor(transport: Transport, options: ConnectionOptions = {}) {
    this.#transport = transport;
    this.#log = options.log ?? (() => {});
    this.#maxServing = options.maxServing ?? MAX_SERVING;
    this.#maxUnread = options.maxUnreadBytes ?? Number.POSITIVE_INFINITY;
    this.#maxDepth = options.maxDepth ?? Number.POSITIVE_INFINITY;
    this.#beforeSend = options.beforeSend;
    this.#pending = new Pending(options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    transport.onDrain(() => this.#drained());
    transport.onClose((why) => this.#end(why));
    transport.onMessage((text) => this.#receive(text));
  }

  /** Bytes not yet handed to the kernel; the measure for back-pressure. */
  get buffered(): number {
    return this.#transport.buffered;
  }

  /** Number of messages received from the peer, to see whether it is alive. */
  get received(): number {
    return this.#received;
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

  serve(lookup: Lookup): void {
    this.#lookup = lookup;
  }

  onNotification(listener: (method: string, params: unknown) => void): void {
    this.#notified = listener;
  }

  /** Calls the listener once when the connection ends, or at once if it has already ended. */
  onClose(listener: (why: CloseReason) => void): void {
    if (this.#ended === undefined) this.#closeListeners.push(listener);
    else listener(this.#ended);
  }

  close(code?: number, reason?: string): void {
    this.#transport.close(code, reason);
  }

  /** Ends the connection at once, without waiting for the peer: the system reports a dead connection late or never. */
  abandon(reason: string): void {
    this.#transport.close();
    this.#end({ code: CloseCode.Abnormal, reason, clean: false });
  }

  #receive(text: string): void {
    this.#received += 1;
    try {
      this.#dispatch(this.#read(text));
    } catch (error) {
      // An error in one frame must not end the connection, which serves other frames.
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
    // Resume at half the limit, so that the next message does not stop reading again.
    if (!this.#held || this.buffered > this.#maxUnread / 2) return;
    this.#held = false;
    this.#transport.hold(false);
  }

  #complain(message: string): void {
    this.#complaints += 1;
    if (this.#complaints <= MAX_COMPLAINTS) this.#log(message);
    if (this.#complaints === MAX_COMPLAINTS)
      this.#log('further messages of this kind from this peer are not logged');
  }

  #dispatch(frame: Frame): void {
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
        const message = `${this.#maxServing} requests are already running: wait for their answers`;
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

  /** Sends the result. The `result` key must be present even when there is no result. */
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
    this.#beforeSend?.();
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

// Requests that wait for their answer.

/** Limit of unanswered requests, so that a leak is found; the next one is refused. */
const MAX_PENDING = 1024;

type Waiting = {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly read: ((result: unknown) => unknown) | undefined;
  readonly timer: ReturnType<typeof setTimeout>;
};

type WaitOptions = { readonly timeoutMs?: number; readonly read?: (result: unknown) => unknown };

class Pending {
  readonly #waiting = new Map<Id, Waiting>();
  readonly #timeoutMs: number;
  #lastId = 0;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  open(method: string, options: WaitOptions): { id: number; answer: Promise<unknown> } {
    this.#lastId += 1;
    const id = this.#lastId;
    return { id, answer: this.#wait(id, method, options) };
  }

  /** Settles a request with its result. An unknown id is a late answer: its request has timed out. */
  resolve(id: Id, result: unknown): void {
    const waiting = this.#settle(id);
    if (waiting === undefined) return;
    try {
      waiting.resolve(waiting.read === undefined ? result : waiting.read(result));
    } catch (error) {
      waiting.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  reject(id: Id, error: ErrorBody): void {
    this.#settle(id)?.reject(new RpcError(error.code, error.message, error.data));
  }

  close(error: ClosedError): void {
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(error);
  }

  #wait(id: number, method: string, options: WaitOptions): Promise<unknown> {
    if (this.#waiting.size >= MAX_PENDING)
      return Promise.reject(new TimeoutError(`too many requests: ${MAX_PENDING} wait for answers`));
    const timeoutMs = options.timeoutMs ?? this.#timeoutMs;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#settle(id)?.reject(new TimeoutError(`no answer to ${method} within ${timeoutMs} ms`));
      }, timeoutMs);
      this.#waiting.set(id, { resolve, reject, read: options.read, timer });
    });
  }

  #settle(id: Id): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }
}
