/** Keeps one connection to the host alive: dials, greets, and after a loss tries again for as long as it takes. */

import { TAKEN_OVER } from '../protocol/common/close-codes.ts';
import { ErrorCode } from '../protocol/common/error-codes.ts';
import { Connection } from '../rpc/connection.ts';
import { ClosedError, RpcError } from '../rpc/errors.ts';
import { CloseCode, type CloseReason, STOPPING, type Transport } from '../rpc/transport.ts';
import { retryDelay } from './reconnect-delay.ts';

/** `connecting`: for the first time. `away`: lost, being retried. `closed`: for good. */
export type ConnectionState = 'connecting' | 'ready' | 'away' | 'closed';

export type ConnectionDetail = {
  /** Why it is not `ready`, in words for a person. */
  readonly reason?: string;
  /** The host went in good order, and with it what ran there. */
  readonly stopped?: boolean;
  readonly retryInMs?: number;
};

export type ReconnectingOptions = {
  readonly dial: () => Promise<Transport>;
  /** The first words; what it throws makes this attempt a failure. */
  readonly greet: (connection: Connection) => Promise<void>;
  readonly onNotification: (method: string, params: unknown) => void;
  readonly onState: (state: ConnectionState, detail: ConnectionDetail) => void;
  /** False: a lost connection is the end, as for a one-shot command. */
  readonly retry: boolean;
  readonly random: () => number;
  readonly now: () => number;
  readonly log: (message: string) => void;
};

/** A connection that lasted this long counts as one that had worked: the waits start from the shortest. */
const STABLE_MS = 5_000;

export class ReconnectingConnection {
  readonly #options: ReconnectingOptions;
  #state: ConnectionState = 'connecting';
  #connection: Connection | undefined;
  #failures = 0;
  #wake: () => void = () => {};
  #waiters: { resolve: (connection: Connection) => void; reject: (error: Error) => void }[] = [];
  #end: Error | undefined;

  constructor(options: ReconnectingOptions) {
    this.#options = options;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Only while `ready`. */
  get connection(): Connection | undefined {
    return this.#state === 'ready' ? this.#connection : undefined;
  }

  async open(): Promise<void> {
    try {
      await this.#attempt();
    } catch (error) {
      this.#finish(asError(error));
      throw error;
    }
  }

  /** The connection as soon as there is one; rejects when there will be none any more. */
  ready(): Promise<Connection> {
    if (this.connection !== undefined) return Promise.resolve(this.connection);
    if (this.#end !== undefined) return Promise.reject(this.#end);
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  /** Does not wait for the rest of the delay. */
  retryNow(): void {
    this.#wake();
  }

  close(): void {
    this.#finish(new ClosedError('the client was closed'));
  }

  async #attempt(): Promise<void> {
    const { dial, greet, onNotification, log, now } = this.#options;
    const transport = await dial();
    if (this.#end !== undefined) {
      transport.close();
      throw this.#end;
    }
    const connection = new Connection(transport, { log });
    this.#connection = connection;
    connection.onNotification(onNotification);
    try {
      await greet(connection);
    } catch (error) {
      connection.close();
      throw error;
    }
    const since = now();
    // Registered last: it is called at once if the connection ended during the greeting.
    this.#enter('ready', {});
    for (const { resolve } of this.#waiters.splice(0)) resolve(connection);
    connection.onClose((why) => this.#lost(why, since));
  }

  #lost(why: CloseReason, since: number): void {
    if (this.#end !== undefined) return;
    this.#failures = this.#options.now() - since >= STABLE_MS ? 0 : this.#failures + 1;
    const reason = why.reason === '' ? `connection lost (${why.code})` : why.reason;
    if (!this.#options.retry || why.code === TAKEN_OVER) {
      this.#finish(new ClosedError(reason, { why }));
      return;
    }
    const stopped = why.code === CloseCode.GoingAway && why.reason === STOPPING;
    void this.#recover({ reason, ...(stopped ? { stopped } : {}) });
  }

  async #recover(lost: ConnectionDetail): Promise<void> {
    let why = lost;
    while (this.#end === undefined) {
      const retryInMs = retryDelay(this.#failures, this.#options.random());
      this.#enter('away', { ...why, retryInMs });
      await this.#sleep(retryInMs);
      if (this.#end !== undefined) return;
      try {
        await this.#attempt();
        return;
      } catch (error) {
        this.#failures += 1;
        why = { reason: asError(error).message };
        this.#options.log(`reconnect failed: ${why.reason}`);
        if (isFinal(error)) this.#finish(asError(error));
      }
    }
  }

  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #enter(state: ConnectionState, detail: ConnectionDetail): void {
    this.#state = state;
    this.#options.onState(state, detail);
  }

  #finish(error: Error): void {
    if (this.#end !== undefined) return;
    this.#end = error;
    this.#wake();
    this.#connection?.close();
    for (const { reject } of this.#waiters.splice(0)) reject(error);
    this.#enter('closed', { reason: error.message });
  }
}

/** Trying again cannot help: the host said no to us, not to this attempt. */
function isFinal(error: unknown): boolean {
  if (error instanceof RpcError) return error.code === ErrorCode.UnsupportedProtocolVersion;
  return (
    error instanceof ClosedError && error.status !== undefined && error.status >= 400 && error.status < 500
  );
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
