/** One more machine of a client: connected in the background, tried again while it is away, and left alone while it waits for a person. */

import { errorOf } from '../../protocol/common/reason-of.ts';
import { type Client, type ConnectionListener, HostClient } from '../client.ts';
import { type ClientOptions, retryDelay, type WayToHost } from '../client-options.ts';
import { isFinal } from '../connection/reconnecting.ts';

export type Machine = {
  readonly name: string;
  /** As a person writes it, `ssh://box`. */
  readonly address: string;
  /**
   * The way to its host. `asking`: whether a person may be asked for a password or about a host key, as when the window opens; a
   * connection that is lost is tried again without asking.
   */
  readonly way: (asking: boolean) => WayToHost;
  /** Its client, where that is connected already. */
  readonly client?: HostClient;
};

export type MachineState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'ready' }
  /** It is tried again after some time. */
  | { readonly kind: 'away'; readonly reason: string; readonly retryInMs?: number | undefined }
  /** It is tried again when a person says so: it refuses, needs an answer of the person, or has no cotty. */
  | { readonly kind: 'stopped'; readonly reason: string };

export type FarHostOptions = {
  readonly machine: Machine;
  readonly identity: Pick<ClientOptions, 'clientId' | 'clientInfo' | 'meta' | 'contentLimit'>;
  readonly onState: (far: FarHost) => void;
  /** Called once with its client, before anybody uses it. */
  readonly onClient: (client: Client, far: FarHost) => void;
  readonly log: (message: string) => void;
  readonly random?: () => number;
};

export class FarHost {
  readonly name: string;
  readonly address: string;
  readonly #options: FarHostOptions;
  #state: MachineState = { kind: 'connecting' };
  #client: HostClient | undefined;
  /** Whether the next attempt may ask a person. */
  #asking = true;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOpening = false;
  /** Aborted when it is closed: what connects ends, with its questions. */
  readonly #closed = new AbortController();

  constructor(options: FarHostOptions) {
    this.#options = options;
    this.name = options.machine.name;
    this.address = options.machine.address;
  }

  get state(): MachineState {
    return this.#state;
  }

  /** Its client once it was connected, also while it is away. */
  get client(): Client | undefined {
    return this.#client;
  }

  get isReady(): boolean {
    return this.#state.kind === 'ready';
  }

  /** Connects, or tries again now; a person may be asked. */
  connect(): void {
    if (this.#closed.signal.aborted || this.isReady) return;
    this.#asking = true;
    clearTimeout(this.#timer);
    const { client } = this.#options.machine;
    if (this.#client !== undefined) {
      if (this.#state.kind === 'stopped') this.#enter({ kind: 'connecting' });
      this.#client.retryNow();
    } else if (client !== undefined) this.#opened(client);
    else void this.#open();
  }

  close(): void {
    this.#closed.abort();
    clearTimeout(this.#timer);
    this.#client?.close();
  }

  async #open(): Promise<void> {
    if (this.#isOpening) return;
    this.#isOpening = true;
    this.#enter({ kind: 'connecting' });
    const { identity, log, machine } = this.#options;
    try {
      const client = await HostClient.open({
        ...identity,
        ...machine.way(false),
        transportFactory: (signal) => this.#dial(signal),
        staysOpen: true,
        signal: this.#closed.signal,
        log,
      });
      this.#isOpening = false;
      if (!this.#closed.signal.aborted) this.#opened(client);
    } catch (error) {
      this.#isOpening = false;
      this.#failed(errorOf(error));
    }
  }

  #dial(signal: AbortSignal) {
    const asking = this.#asking;
    this.#asking = false;
    return this.#options.machine.way(asking).transportFactory(signal);
  }

  #opened(client: HostClient): void {
    this.#failures = 0;
    this.#client = client;
    client.onConnectionState(this.#changed);
    this.#options.onClient(client, this);
    this.#changed(client.connectionState, {});
  }

  readonly #changed: ConnectionListener = (state, { reason = '', retryInMs, refused = false }) => {
    if (this.#closed.signal.aborted) return;
    if (state === 'ready') this.#enter({ kind: 'ready' });
    else if (state === 'away' && !refused) this.#enter({ kind: 'away', reason, retryInMs });
    else if (state === 'away' || state === 'closed') this.#enter({ kind: 'stopped', reason });
  };

  #failed(error: Error): void {
    if (this.#closed.signal.aborted) return;
    const reason = error.message;
    if (isFinal(error)) {
      this.#enter({ kind: 'stopped', reason });
      return;
    }
    this.#failures += 1;
    const retryInMs = retryDelay(this.#failures, (this.#options.random ?? Math.random)());
    this.#enter({ kind: 'away', reason, retryInMs });
    this.#timer = setTimeout(() => void this.#open(), retryInMs);
  }

  #enter(state: MachineState): void {
    this.#state = state;
    this.#options.onState(this);
  }
}
