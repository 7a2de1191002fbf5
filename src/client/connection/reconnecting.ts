/** Keeps one connection to the host: connects, does the handshake, and after a loss reconnects until it succeeds or is closed. */

import { TAKEN_OVER } from '../../protocol/common/close-codes.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { errorOf } from '../../protocol/common/reason-of.ts';
import { ROOT_URI } from '../../protocol/common/uri.ts';
import { Connection } from '../../rpc/connection.ts';
import { ClosedError, RpcError } from '../../rpc/errors.ts';
import { CloseCode, type CloseReason, STOPPING, type Transport } from '../../rpc/transport.ts';

/** `connecting` for the first time, `away` while a lost connection is retried, `closed` finally. */
export type ConnectionState = 'connecting' | 'ready' | 'away' | 'closed';

export type ConnectionDetail = {
  /** The reason why the connection is not `ready`, as text for users. */
  readonly reason?: string;
  /** True when the host has stopped in an orderly way, and with it the programs that ran there. */
  readonly stopped?: boolean;
  /** Milliseconds until the next attempt. */
  readonly retryInMs?: number;
  /** True when the next attempt is made by `retryNow` alone (see `isFinal`). */
  readonly refused?: boolean;
  /** The result of the reconnect, when the connection is `ready` again. */
  readonly back?: Back;
};

/** The state in which a client finds its host after a reconnect. */
export type Back = {
  /** Whether it is another host than before; undefined when it is the same. */
  readonly host?: 'with the same programs' | 'with new programs';
  /**
   * Number of characters that were typed shortly before or while the host was away, and are dropped because their program is
   * gone.
   */
  readonly unsent: number;
};

export type ReconnectingOptions = {
  /** The signal is aborted when the client is closed before there is a transport. */
  readonly dial: (signal: AbortSignal) => Promise<Transport>;
  /** Runs the handshake on a new connection; an error makes the attempt fail. */
  readonly handshake: (connection: Connection) => Promise<void>;
  /** Called when a connection is ready again, before `onState`. */
  readonly onBack: () => Back;
  readonly onState: (state: ConnectionState, detail: ConnectionDetail) => void;
  /** Whether a lost connection is retried; not for a subcommand that runs once. */
  readonly retry: boolean;
  /** Whether a client that is refused (`isFinal`) stays open until `retryNow`; else it closes. */
  readonly staysOpen: boolean;
  /** Milliseconds until the next attempt. */
  readonly delay: (lost: { readonly failures: number; readonly awayMs: number }) => number;
  readonly now: () => number;
  readonly log: (message: string) => void;
};

/** A connection that lasted this long (ms) was in use: the time away is counted from its loss. */
const USED_MS = 500;

/** A connection that lasted this long (ms) counts as stable: after its loss the delays start from the shortest. */
const STABLE_MS = 5_000;

export class ReconnectingConnection {
  readonly #options: ReconnectingOptions;
  #state: ConnectionState = 'connecting';
  #connection: Connection | undefined;
  #failures = 0;
  /** Time at which the last connection that was in use was lost; undefined before the first loss. */
  #awaySince: number | undefined;
  /** Ends the current delay. */
  #endDelay: () => void = () => {};
  /** Ends the attempt to get a transport. */
  #dialing: AbortController | undefined;
  /** Callers of `ready` that wait for a connection. */
  #waiters: { resolve: (connection: Connection) => void; reject: (error: Error) => void }[] = [];
  /** The error that closed it; undefined while it is open. */
  #closeError: Error | undefined;

  constructor(options: ReconnectingOptions) {
    this.#options = options;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** The connection while `ready`, otherwise undefined. */
  get current(): Connection | undefined {
    return this.#state === 'ready' ? this.#connection : undefined;
  }

  async open(): Promise<void> {
    try {
      await this.#attempt();
    } catch (error) {
      this.#finish(errorOf(error));
      throw error;
    }
  }

  /** Resolves with the connection when there is one; rejects once it is closed. */
  ready(): Promise<Connection> {
    if (this.current !== undefined) return Promise.resolve(this.current);
    if (this.#closeError !== undefined) return Promise.reject(this.#closeError);
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  /** Reconnects now instead of after the rest of the delay. */
  retryNow(): void {
    this.#endDelay();
  }

  /** Asks the host for a sign of life; resolves with whether it has answered. */
  async ping(): Promise<boolean> {
    try {
      await this.current?.request('ping', { channel: ROOT_URI });
      return this.current !== undefined;
    } catch (error) {
      // A refusal is an answer, too.
      return error instanceof RpcError;
    }
  }

  close(): void {
    this.#finish(new ClosedError('the client was closed'));
  }

  async #attempt(): Promise<void> {
    const { handshake, log, now } = this.#options;
    const transport = await this.#dial();
    if (this.#closeError !== undefined) {
      transport.close();
      throw this.#closeError;
    }
    const connection = new Connection(transport, { log });
    this.#connection = connection;
    try {
      await handshake(connection);
    } catch (error) {
      connection.close();
      throw error;
    }
    const since = now();
    const isBack = this.#state === 'away';
    this.#state = 'ready';
    this.#enter('ready', isBack ? { back: this.#options.onBack() } : {});
    for (const { resolve } of this.#waiters.splice(0)) resolve(connection);
    // Registered last: the listener is called at once if the connection was closed during the handshake.
    connection.onClose((why) => this.#lost(why, since));
  }

  async #dial(): Promise<Transport> {
    if (this.#closeError !== undefined) throw this.#closeError;
    const dialing = new AbortController();
    this.#dialing = dialing;
    try {
      return await this.#options.dial(dialing.signal);
    } finally {
      this.#dialing = undefined;
    }
  }

  #lost(why: CloseReason, since: number): void {
    if (this.#closeError !== undefined) return;
    const now = this.#options.now();
    this.#failures = now - since >= STABLE_MS ? 0 : this.#failures + 1;
    if (now - since >= USED_MS || this.#awaySince === undefined) this.#awaySince = now;
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
    while (this.#closeError === undefined) {
      await this.#pause(why);
      if (this.#closeError !== undefined) return;
      try {
        await this.#attempt();
        return;
      } catch (error) {
        why = this.#failed(errorOf(error), why);
      }
    }
  }

  async #pause(why: ConnectionDetail): Promise<void> {
    const awayMs = this.#options.now() - (this.#awaySince ?? 0);
    const retryInMs =
      why.refused === true ? undefined : this.#options.delay({ failures: this.#failures, awayMs });
    this.#enter('away', { ...why, ...(retryInMs === undefined ? {} : { retryInMs }) });
    await this.#delay(retryInMs);
  }

  /** Returns why the attempt has failed; closes if another one cannot help. */
  #failed(error: Error, last: ConnectionDetail): ConnectionDetail {
    this.#failures += 1;
    const { message } = error;
    // A host on this machine is retried many times a second: the same reason is logged once.
    if (message !== last.reason) this.#options.log(`reconnect failed: ${message}`);
    const refused = isFinal(error);
    if (refused && !this.#options.staysOpen) this.#finish(error);
    return { reason: message, ...(refused ? { refused } : {}) };
  }

  /** Without a time it lasts until it is ended. */
  #delay(milliseconds: number | undefined): Promise<void> {
    return new Promise((resolve) => {
      const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds);
      this.#endDelay = () => {
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
    if (this.#closeError !== undefined) return;
    this.#closeError = error;
    this.#endDelay();
    this.#dialing?.abort();
    this.#connection?.close();
    for (const { reject } of this.#waiters.splice(0)) reject(error);
    this.#enter('closed', { reason: error.message });
  }
}

/**
 * Whether another attempt cannot help: the host refuses this client, not only this attempt, or the way to its machine needs an answer
 * of a person (`needsPerson` of the error). Trying again would lock an account out.
 */
export function isFinal(error: unknown): boolean {
  if (error instanceof Error && 'needsPerson' in error && error.needsPerson === true) return true;
  if (error instanceof RpcError) return error.code === ErrorCode.UnsupportedProtocolVersion;
  return (
    error instanceof ClosedError && error.status !== undefined && error.status >= 400 && error.status < 500
  );
}
