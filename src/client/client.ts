/** A client of one AHP host: mirrors of its channels, typed calls, and a connection that reconnects by itself. */

import { ErrorCode } from '../protocol/common/error-codes.ts';
import { cottyMeta, META_KEY } from '../protocol/common/meta.ts';
import { errorOf } from '../protocol/common/reason-of.ts';
import { ROOT_URI } from '../protocol/common/uri.ts';
import type { DisposeMeta, HostMeta } from '../protocol/cotty/cotty-meta.ts';
import type { Look } from '../protocol/cotty/program.ts';
import type { Wake } from '../protocol/cotty/wake.ts';
import type { Action, ActionEnvelope } from '../protocol/envelope.ts';
import type {
  ClientNotifications,
  ClientRequests,
  CreateTerminalParams,
  Method,
} from '../protocol/messages.ts';
import type { RootState } from '../protocol/root/state.ts';
import type { ClaimedAction } from '../protocol/terminal/actions.ts';
import type { TerminalState } from '../protocol/terminal/state.ts';
import { actionFor } from '../protocol/to-wire.ts';
import { parseEnvelope } from '../protocol/validate/read-envelope.ts';
import type { Welcome } from '../protocol/validate/read-results.ts';
import type { Connection } from '../rpc/connection.ts';
import { ClosedError, RpcError, TimeoutError } from '../rpc/errors.ts';
import { type ClientOptions, delayOf, dialer } from './client-options.ts';
import {
  type ConnectionDetail,
  type ConnectionState,
  ReconnectingConnection,
} from './connection/reconnecting.ts';
import { TypedInput, type TypedPiece } from './connection/typed-input.ts';
import { CottyCalls } from './cotty-calls.ts';
import { createTerminal } from './create-terminal.ts';
import { ask, handshake, type Identity, type Met } from './handshake.ts';
import type { Mirror, Subscription } from './mirror.ts';
import { type ActionOutcome, PendingActions } from './pending-actions.ts';
import { Subscriptions } from './subscriptions.ts';

export type TerminalMirror = Mirror<TerminalState>;
export type ConnectionListener = (state: ConnectionState, detail: ConnectionDetail) => void;

/** The time within which the host must echo an action. */
const ECHO_TIMEOUT_MS = 10_000;

type Colors = Omit<ClientNotifications['x-cotty/colors'], 'channel'>;

type TerminalSize = { readonly cols: number; readonly rows: number };

/** What a host is used by: one connection, or those to several machines (`machines/many-hosts.ts`). */
export type Client = Pick<HostClient, keyof HostClient>;

export class HostClient {
  readonly clientId: string;
  /** Requests that only a cotty host answers. */
  readonly cotty = new CottyCalls(
    (method, params, timeoutMs) => this.call(method, params, timeoutMs),
    (method, params) => this.#request(method, params),
  );
  readonly #typed: TypedInput;
  readonly #identity: Identity;
  readonly #subscriptions: Subscriptions;
  readonly #pendingActions = new PendingActions();
  /** By terminal, the size that was asked for last and is not confirmed yet. */
  readonly #askedSizes = new Map<string, TerminalSize>();
  readonly #connection: ReconnectingConnection;
  readonly #now: () => number;
  readonly #log: (message: string) => void;
  readonly #stateListeners = new Listeners<Parameters<ConnectionListener>>();
  readonly #notificationListeners = new Listeners<[method: string, params: unknown]>();
  #met: Met | undefined;
  #clientSeq = 0;
  #colors: Colors | undefined;
  #look: Look | undefined;

  /** Rejects if the first connection fails; later ones are retried until `close`. */
  static async open(options: ClientOptions): Promise<HostClient> {
    const client = new HostClient(options);
    options.signal?.addEventListener('abort', () => client.close(), { once: true });
    if (options.signal?.aborted === true) client.close();
    await client.#connection.open();
    return client;
  }

  private constructor(options: ClientOptions) {
    const { clientId, clientInfo, meta, now = Date.now, retry = true, staysOpen = false } = options;
    this.clientId = clientId;
    this.#identity = { clientId, ...(clientInfo && { clientInfo }), ...(meta && { meta }) };
    this.#now = now;
    this.#log = options.log ?? (() => {});
    this.#subscriptions = new Subscriptions((envelope) => this.#applied(envelope), options.contentLimit);
    this.#connection = new ReconnectingConnection({
      dial: dialer(options),
      handshake: (connection) => this.#handshake(connection),
      onBack: () => this.#typed.back(this.#met),
      onState: (state, detail) => this.#stateChanged(state, detail),
      retry,
      staysOpen,
      delay: delayOf(options),
      now,
      log: this.#log,
    });
    const send = (uri: string, action: Action) => this.dispatch(uri, action);
    this.#typed = new TypedInput({ send, root: () => this.root.state, now });
  }

  get root(): Mirror<RootState> {
    return this.#subscriptions.root.mirror;
  }

  get connectionState(): ConnectionState {
    return this.#connection.state;
  }

  /** The host's result of `initialize`; after a reconnect to a new host, that of the new one. */
  get welcome(): Welcome | undefined {
    return this.#met?.welcome;
  }

  readonly onConnectionState = (listener: ConnectionListener) => this.#stateListeners.add(listener);

  /** Listens to the host's notifications, except actions. */
  readonly onNotification = (listener: (method: string, params: unknown) => void) =>
    this.#notificationListeners.add(listener);

  /** Reconnects now instead of after the rest of the delay, while `away`. */
  readonly retryNow = () => this.#connection.retryNow();
  /** Gives up a connection whose host is silent, and connects anew. */
  readonly giveUp = (reason: string) => this.#connection.current?.abandon(reason);

  /** Asks the host for a sign of life; resolves with whether it has answered: then all that was typed before has arrived. */
  async ping(): Promise<boolean> {
    const last = this.#clientSeq;
    const isAnswered = await this.#connection.ping();
    if (isAnswered) this.#typed.arrived(last);
    return isAnswered;
  }

  /** Returns the milliseconds that the host of a terminal takes to answer; undefined if it does not. */
  async roundTrip(_uri: string): Promise<number | undefined> {
    const from = this.#now();
    return (await this.#connection.ping()) ? this.#now() - from : undefined;
  }

  /** Number of messages of the host on this connection. */
  get received(): number {
    return this.#connection.current?.received ?? 0;
  }

  /** Typed input that is not known to have reached the host, oldest first; known only to a client that pings. */
  get underway(): readonly TypedPiece[] {
    return this.#typed.underway;
  }

  /** The mirror of a terminal that is subscribed and has received its snapshot. */
  terminal(uri: string): TerminalMirror | undefined {
    const subscription = this.#subscriptions.get(uri);
    return subscription?.resumable === true ? subscription.mirror : undefined;
  }

  /**
   * Resolves at the first snapshot. Later actions are held until the code that awaits this promise has run, so the
   * caller misses no change. Subscribing again returns the same mirror.
   */
  subscribe(uri: string): Promise<TerminalMirror> {
    const known = this.#subscriptions.get(uri)?.ready;
    if (known !== undefined) return known;
    const subscription = this.#subscriptions.add(uri);
    void this.#requestState(subscription);
    return subscription.ready;
  }

  /** Resolves when the host has processed everything that was sent to it before. */
  async unsubscribe(uri: string): Promise<void> {
    const subscription = this.#subscriptions.get(uri);
    if (subscription !== undefined) this.#subscriptions.remove(subscription, new ClosedError('unsubscribed'));
    const connection = this.#connection.current;
    connection?.notify('unsubscribe', { channel: uri });
    // Without a connection the host forgets the subscription anyway.
    await connection?.request('ping', { channel: ROOT_URI }).catch(() => {});
  }

  /** Sends a claim for this client. While the host is away it is kept, and sent before the input that is typed because of it. */
  claim(uri: string, action: ClaimedAction): void {
    if (this.dispatch(uri, action) === 0) this.#typed.claim(uri, action);
  }

  /** Sends an action. Returns its clientSeq, or 0 when there is no connection and it was not sent. */
  dispatch(uri: string, action: Action): number {
    const connection = this.#connection.current;
    if (connection === undefined) return 0;
    this.#clientSeq += 1;
    const params = { channel: uri, clientSeq: this.#clientSeq, action: actionFor(this.#version(), action) };
    connection.notify('dispatchAction', params);
    return this.#clientSeq;
  }

  /**
   * Sends what somebody types, or keeps it while the host is away: it reaches its program once, in order. Returns false
   * when no more is kept. Of `bytes`, each character is one byte; only for hosts with `byteInput`.
   */
  type(uri: string, data: string, bytes = false): boolean {
    return this.#typed.type(uri, data, bytes);
  }

  /** Dispatches an action and waits for its echo, which comes only on a subscribed channel. */
  dispatchAndConfirm(uri: string, action: Action, timeoutMs = ECHO_TIMEOUT_MS): Promise<ActionOutcome> {
    const clientSeq = this.dispatch(uri, action);
    if (clientSeq === 0) return Promise.resolve({ ok: false, reason: 'not connected to the host' });
    return this.#pendingActions.outcome(clientSeq, timeoutMs);
  }

  /**
   * Asks for a size in cells, unless the terminal has it. While the host has not answered, it has the size asked for last: to go
   * back to the one before has to be asked for, too.
   */
  resize(uri: string, { cols, rows }: TerminalSize): void {
    const state = this.terminal(uri)?.state;
    const expected = this.#askedSizes.get(uri) ?? state;
    // A shell that has exited has no size any more.
    if (state?.lifecycle.status === 'exited' || (expected?.cols === cols && expected.rows === rows)) return;
    const size = { cols, rows };
    this.#askedSizes.set(uri, size);
    void this.dispatchAndConfirm(uri, { type: 'terminal/resized', ...size }).then(() => {
      if (this.#askedSizes.get(uri) === size) this.#askedSizes.delete(uri);
    });
  }

  createTerminal(params: CreateTerminalParams): Promise<void> {
    return createTerminal(params, {
      ready: () => this.#connection.ready(),
      root: () => this.root.state,
      version: () => this.#version(),
      abilities: () => cottyMeta<HostMeta>(this.welcome?._meta),
      unknownOutcome: (error) => error instanceof ClosedError || error instanceof TimeoutError,
    });
  }

  /**
   * Asks the host, of whatever the table in `protocol/messages.ts` has. Rejects with the host's refusal (`RpcError`), and when its
   * answer cannot be used. `timeoutMs` replaces the usual time for an answer.
   */
  async call<M extends Method>(
    method: M,
    params: ClientRequests[M]['params'],
    timeoutMs?: number,
  ): Promise<ClientRequests[M]['result']> {
    // Clients load the table when they first ask something: they show terminals without it.
    const table = import('../protocol/messages.ts');
    const result = await this.#request(method, params, timeoutMs);
    const parsed = (await table).parseResult(method, result);
    if (parsed.ok) return parsed.result;
    const what = method.replace('x-cotty/', '');
    throw new RpcError(ErrorCode.InternalError, `the host's answer (${what}) is not usable: ${parsed.error}`);
  }

  /** Listens to wake-ups, which are told in their order. Returns how to stop. */
  onWake(listener: (wake: Wake) => void): () => void {
    return this.onNotification((method, params) => {
      if (method !== 'x-cotty/woken') return;
      void import('../protocol/messages.ts').then(({ parseWake }) => {
        const wake = parseWake(params);
        if (wake !== undefined) listener(wake);
      });
    });
  }

  /** Listens to changes of the person's notes by other clients. Returns how to stop. */
  onNote(listener: (name: string, text: string) => void): () => void {
    return this.onNotification((method, params) => {
      if (method !== 'x-cotty/noted' || typeof params !== 'object' || params === null) return;
      const { name, text } = params as Readonly<Record<string, unknown>>;
      if (typeof name === 'string' && typeof text === 'string') listener(name, text);
    });
  }

  /** Disposes a terminal; `purge` also deletes its record on disk. */
  async disposeTerminal(uri: string, how: DisposeMeta = {}): Promise<void> {
    const meta = how.purge === true ? { _meta: { [META_KEY]: how } } : {};
    await this.#request('disposeTerminal', { channel: uri, ...meta });
  }

  /** Sends a notification, which has no answer; without a connection it is dropped. */
  notify<M extends keyof ClientNotifications>(method: M, params: ClientNotifications[M]): void {
    this.#connection.current?.notify(method, params);
  }

  /** Tells the host the colours and the cells of the window, and repeats them after each reconnect. */
  notifyColors(colors: Colors): void {
    this.#colors = colors;
    this.#connection.current?.notify('x-cotty/colors', { channel: ROOT_URI, ...colors });
  }

  /** Tells the host what is looked at in the window or page, and repeats it after each reconnect. */
  notifyLooking(look: Look): void {
    this.#look = look;
    this.#connection.current?.notify('x-cotty/looking', { channel: ROOT_URI, ...look });
  }

  close(): void {
    this.#typed.close();
    this.#connection.close();
  }

  async #handshake(connection: Connection): Promise<void> {
    connection.onNotification((method, params) => this.#notified(method, params));
    this.#met = await handshake(connection, this.#identity, this.#subscriptions, this.welcome);
    this.#pendingActions.clear('the connection was lost before the host confirmed the action');
    if (this.#colors !== undefined)
      connection.notify('x-cotty/colors', { channel: ROOT_URI, ...this.#colors });
    if (this.#look !== undefined) connection.notify('x-cotty/looking', { channel: ROOT_URI, ...this.#look });
  }

  /** Requests the state of a channel. Without a connection, the handshake of the next one requests it. */
  async #requestState(subscription: Subscription<TerminalState>): Promise<void> {
    const connection = this.#connection.current;
    if (connection === undefined) {
      if (this.#connection.state === 'closed')
        this.#subscriptions.remove(subscription, new ClosedError('closed'));
      return;
    }
    try {
      await ask(connection, subscription);
    } catch (error) {
      if (error instanceof ClosedError && this.#connection.state !== 'closed') return;
      this.#subscriptions.remove(subscription, errorOf(error));
    }
  }

  async #request<M extends Method>(
    method: M,
    params: ClientRequests[M]['params'],
    timeoutMs?: number,
  ): Promise<unknown> {
    const connection = await this.#connection.ready();
    return connection.request(method, params, timeoutMs === undefined ? {} : { timeoutMs });
  }

  #notified(method: string, params: unknown): void {
    if (method !== 'action') {
      this.#notificationListeners.notify(method, params);
      return;
    }
    const parsed = parseEnvelope(params);
    if (!parsed.ok) {
      this.#log(`ignored an action: ${parsed.error}`);
      return;
    }
    this.#subscriptions.receiverOf(parsed.envelope)?.take(parsed.envelope);
    this.#applied(parsed.envelope);
  }

  /** Settles an action of our own when its mirror has applied it, live or replayed. */
  #applied(envelope: ActionEnvelope): void {
    const { origin } = envelope;
    if (origin?.clientId === this.clientId) this.#pendingActions.settle(origin.clientSeq, envelope);
  }

  #stateChanged(state: ConnectionState, detail: ConnectionDetail): void {
    if (state === 'away') this.#typed.lost();
    if (state === 'closed') {
      const error = new ClosedError(detail.reason ?? 'closed');
      for (const subscription of this.#subscriptions.all()) subscription.fail(error);
      this.#pendingActions.clear(error.message);
    }
    this.#stateListeners.notify(state, detail);
  }

  #version(): string {
    return this.welcome?.protocolVersion ?? '1.0.0';
  }
}

/** Listeners of one kind: a list that may change while they are called. */
/** Functions that are called in the order in which they were added. */
export class Listeners<Args extends readonly unknown[]> {
  #all: readonly ((...args: Args) => void)[] = [];

  /** The returned function stops the listening. */
  add(listener: (...args: Args) => void): () => void {
    this.#all = [...this.#all, listener];
    return () => {
      this.#all = this.#all.filter((other) => other !== listener);
    };
  }

  notify(...args: Args): void {
    for (const listener of this.#all) listener(...args);
  }
}
