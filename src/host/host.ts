/** A host: its parts put together, its door opened, and all of it ended in order. */

import { randomBytes } from 'node:crypto';
import type { LedgerRecord } from '../ledger/records/record.ts';
import type { Transport } from '../rpc/transport.ts';
import { Api } from './api/api.ts';
import { type Listeners, openListeners } from './door/listeners.ts';
import { type Access, localAccess } from './ground/access.ts';
import { type Clock, systemClock } from './ground/clock.ts';
import type { Environment } from './ground/environment.ts';
import { type HostClose, stopping } from './ground/host-close.ts';
import { withLimits } from './ground/limits.ts';
import type { HostOptions } from './host-options.ts';
import { IdleWatch } from './idle.ts';
import type { HostParts } from './parts.ts';
import { Clients } from './people/clients.ts';
import { pushTo } from './people/wake-subscriber.ts';
import { endOrphans } from './pty/orphans.ts';
import { wrongDirectory } from './pty/program-check.ts';
import { spawnPty } from './pty/pty.ts';
import { Recorder } from './record/recorder.ts';
import { ControlRequests } from './serve/control-requests.ts';
import { servePeer } from './serve/serve-peer.ts';
import { statusOf } from './status.ts';
import { Broadcast } from './stream/broadcast.ts';
import { Store } from './stream/store.ts';
import { TypingPriority } from './stream/typing-priority.ts';
import type { HoldReason } from './terminal/pause-reasons.ts';
import { Terminals } from './terminal/terminals.ts';
import { Wakes } from './wake/wakes.ts';

export type Host = {
  /** Serves a client over a transport of any kind. */
  attach(transport: Transport, access?: Access): void;
  /** Where it listens, if it does. */
  readonly socket: string | undefined;
  /** Where it listens besides, as `ws://` or `wss://`. */
  readonly address: string | undefined;
  /** Resolves when everything has ended, for whatever reason. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
};

/** Throws a `StartError` if another host is running or its place is not usable. */
export async function startHost(options: HostOptions): Promise<Host> {
  const host = new RunningHost(options);
  await host.open();
  return host;
}

class RunningHost implements Host {
  readonly closed: Promise<void>;
  readonly #options: HostOptions;
  readonly #clock: Clock;
  readonly #log: (message: string) => void;
  readonly #parts: HostParts;
  readonly #recorder: Recorder;
  readonly #idle: IdleWatch;
  readonly #hangUp = new Set<(why: HostClose) => void>();
  readonly #startedAt: number;
  readonly #api: Api | undefined;
  #unknownActions = 0;
  #door: Listeners | undefined;
  #closing: Promise<void> | undefined;
  #orphans: Promise<void> | undefined;
  #resolveClosed: () => void = () => {};

  constructor(options: HostOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#log = options.log ?? (() => {});
    this.#startedAt = this.#clock.now();
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#recorder = this.#newRecorder();
    this.#parts = this.#assemble();
    if (options.listen?.network !== undefined) this.#api = new Api(this.#parts, options.env);
    const { clients, terminals } = this.#parts;
    const isIdle = () => clients.size === 0 && terminals.size === 0;
    this.#idle = new IdleWatch(
      this.#clock,
      options.exitWhenIdleMs ?? Number.POSITIVE_INFINITY,
      isIdle,
      () => void this.close(),
    );
  }

  get socket(): string | undefined {
    return this.#door?.socket;
  }

  get address(): string | undefined {
    return this.#door?.address;
  }

  async open(): Promise<void> {
    const { listen } = this.#options;
    let ready = () => {};
    const isReady = new Promise<void>((resolve) => {
      ready = resolve;
    });
    if (listen !== undefined) {
      this.#door = await openListeners({
        socket: listen.socket,
        network: listen.network,
        id: randomBytes(8).toString('hex'),
        clock: this.#clock,
        limits: this.#parts.limits,
        log: this.#log,
        // Whoever is early waits, or would find no terminals.
        onTransport: (transport, access) => void isReady.then(() => this.attach(transport, access)),
        onApi: (exchange) => void isReady.then(() => this.#api?.serve(exchange)),
      });
    }
    // Only now: the holder of the place is the one that records.
    const { terminals, wakes } = this.#parts;
    const recovered = await this.#recorder.start();
    await wakes.load(this.#recorder.folder);
    for (const one of recovered) {
      const resumed = terminals.resume(one);
      if (!resumed.ok) this.#log(`${one.terminal.uri} is not brought back: ${resumed.message}`);
    }
    wakes.resumed([...recovered, ...this.#recorder.parked]);
    // Nobody waits for them: the new shells run nothing by themselves.
    this.#orphans = endOrphans(this.#recorder.orphans, this.#clock, this.#log);
    ready();
    this.#look();
  }

  attach(transport: Transport, access: Access = localAccess): void {
    const hangUp = servePeer(this.#parts, transport, access);
    this.#hangUp.add(hangUp);
    transport.onClose(() => this.#hangUp.delete(hangUp));
    if (this.#closing !== undefined) hangUp(stopping);
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** Nobody new, everybody out, every process ended; only then may another host take the place. */
  async #end(): Promise<void> {
    this.#idle.close();
    const { terminals, wakes } = this.#parts;
    this.#recorder.stop();
    wakes.stop();
    const ended = terminals.close();
    this.#api?.close();
    const shut = this.#door?.shut();
    for (const hangUp of [...this.#hangUp]) hangUp(stopping);
    await Promise.all([ended, shut, this.#orphans]);
    await wakes.close();
    await this.#recorder.close();
    this.#door?.leave();
    this.#resolveClosed();
  }

  #assemble(): HostParts {
    const { env, version, spawn = spawnPty, nonce = () => randomBytes(16).toString('hex') } = this.#options;
    const clock = this.#clock;
    const log = this.#log;
    const home = homeOf(env);
    const limits = withLimits(this.#options.limits);
    const store = new Store(limits);
    const clients = new Clients();
    const hold = (why: HoldReason) => (uri: string, held: boolean) => terminals.find(uri)?.hold(why, held);
    const broadcast = new Broadcast(hold('viewers'), { clock, pendingBytes: limits.pendingBytes });
    const rightOfWay = new TypingPriority(hold('typing'), clock);
    const recorder = this.#recorder;
    const command = (uri: string, id: string) => recorder.of(uri)?.log.find(id);
    const wakes = new Wakes({ store, command, clock, log, push: pushTo(clients, limits) });
    store.onEnvelope((envelope) => {
      rightOfWay.take(envelope);
      broadcast.publish(envelope);
      recorder.take(envelope);
      wakes.take(envelope);
      this.#api?.take(envelope);
    });
    const terminals: Terminals = new Terminals({
      store,
      clock,
      log,
      version,
      env,
      home,
      limits,
      spawn,
      nonce,
      holderOf: (claim) => clients.holderMeta(claim),
      recorder,
      colorsOf: (claim) => clients.holder(claim)?.colors ?? {},
      onCount: () => this.#look(),
    });
    const status = () =>
      statusOf(this.#parts, {
        startedAt: this.#startedAt,
        unknownActions: this.#unknownActions,
        ...(this.#options.record?.raw === true ? { rawLog: true } : {}),
        ...(this.#door === undefined ? {} : { socket: this.#door.socket }),
        ...(this.address === undefined ? {} : { address: this.address }),
      });
    const onClients = () => {
      // Every terminal they hold says whether its holder is there.
      terminals.clientsChanged();
      this.#look();
    };
    const stop = () => void this.close();
    const onUnknownAction = () => {
      this.#unknownActions += 1;
    };
    const asks = new ControlRequests((uri) => terminals.find(uri));
    const whole = {
      store,
      broadcast,
      clients,
      terminals,
      wakes,
      recorder,
      asks,
      clock,
      log,
      limits,
      version,
      home,
    };
    return { ...whole, status, stop, onUnknownAction, onClients };
  }

  #newRecorder(): Recorder {
    const { record } = this.#options;
    const disk =
      record === undefined
        ? {}
        : { disk: { folder: record.folder, clean: record.clean === true, raw: record.raw === true } };
    const onChange = () => this.#parts.terminals.touch(true);
    const onFinished = (uri: string, record: LedgerRecord) => this.#parts.wakes.finished(uri, record);
    return new Recorder({ ...disk, clock: this.#clock, log: this.#log, onChange, onFinished });
  }

  #look(): void {
    if (this.#closing === undefined && this.#options.exitWhenIdleMs !== undefined) this.#idle.look();
  }
}

function homeOf(env: Environment): string {
  const home = env['HOME'] ?? '';
  return home.startsWith('/') && wrongDirectory(home) === undefined ? home : '/';
}
