/** A host: wires its parts, opens its listeners, restores the terminals, and ends everything in order. */

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { RecoveredAll } from '../ledger/read/recover-all.ts';
import { reasonOf } from '../protocol/common/reason-of.ts';
import type { HostStatus } from '../protocol/messages.ts';
import type { Transport } from '../rpc/transport.ts';
import { type Access, localAccess } from './common/access.ts';
import { systemClock } from './common/clock.ts';
import { deliveriesFolder } from './common/deliveries.ts';
import { restarting, stopping } from './common/host-close.ts';
import { logged } from './common/logged.ts';
import { settledWithin } from './common/settled-within.ts';
import { StartError } from './common/start-error.ts';
import type { Fleet } from './fleet/fleet-port.ts';
import type { HostOptions } from './host-options.ts';
import { isRecorded, livingKeeper } from './keep/keeper-file.ts';
import { keptTerminals } from './keep/keeper-record.ts';
import { ReadBuffers } from './keep/read-buffer.ts';
import { type Listeners, openListeners } from './listener/listeners.ts';
import { PlaceWatch } from './place-watch.ts';
import { endOrphans } from './processes/orphans.ts';
import { native } from './pty/machine-code.ts';
import { inheritPty } from './pty/pty.ts';
import { nothingRecovered } from './record/recover-terminals.ts';
import { InheritedMasters } from './restore/inherited-masters.ts';
import { leaveLastScreens } from './restore/last-screen.ts';
import { restoreTerminals } from './restore/restore-terminals.ts';
import { type Wiring, wire } from './wiring.ts';

/** Longest wait, in milliseconds, for clients to get the message that the host restarts. */
const LEAVE_MS = 200;

export type Host = {
  /** Serves a client over a transport of any kind. */
  attach(transport: Transport, access?: Access): void;
  /** Path of the Unix socket; undefined when the host does not listen. */
  readonly socket: string | undefined;
  /** Address of the TCP port, as `ws://` or `wss://`; undefined without one. */
  readonly address: string | undefined;
  /** Resolves when everything has ended, for whatever reason. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
};

/** Throws a `StartError` if another host is running, its folder is not usable, or terminals cannot be opened on this system. */
export async function startHost(options: HostOptions): Promise<Host> {
  const host = new RunningHost(options);
  await host.open();
  return host;
}

class RunningHost implements Host {
  readonly closed: Promise<void>;
  readonly #options: HostOptions;
  readonly #wiring: Wiring;
  #listeners: Listeners | undefined;
  #closing: Promise<void> | undefined;
  #orphans: Promise<void> | undefined;
  readonly #readBuffers: ReadBuffers | undefined;
  readonly #inherited: InheritedMasters;
  readonly #deliveries: string;
  #placeWatch: PlaceWatch | undefined;
  #fleet: Fleet | undefined;
  #resolveClosed: () => void = () => {};
  #ready: () => void = () => {};
  /** Clients that connect before the terminals are restored wait for this. */
  readonly #isReady: Promise<void>;

  constructor(options: HostOptions) {
    this.#options = options;
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#isReady = new Promise((resolve) => {
      this.#ready = resolve;
    });
    const folder = options.keep?.readBuffers;
    this.#readBuffers = folder === undefined ? undefined : new ReadBuffers(folder);
    const { keep, record, clock = systemClock } = options;
    const known = record === undefined ? undefined : keptTerminals(record.folder);
    this.#inherited = new InheritedMasters(
      keep?.inherited ?? [],
      known ?? new Map(),
      this.#readBuffers,
      clock.now,
    );
    this.#deliveries = deliveriesFolder(options.listen?.socket);
    this.#wiring = wire(options, {
      deliveries: this.#deliveries,
      readBuffers: this.#readBuffers,
      inherited: this.#inherited,
      pages: {
        attach: (transport, access) => this.#attachWhenReady(transport, access),
        ready: this.#isReady,
      },
      ownStatus: () => this.#ownStatus(),
      stop: () => logged('the end of the host', this.#wiring.log, this.close()),
      leave: () => logged('the end of the host', this.#wiring.log, this.#leave()),
    });
  }

  get socket(): string | undefined {
    return this.#listeners?.socket;
  }

  get address(): string | undefined {
    return this.#listeners?.address;
  }

  /** Locks the state folder and opens the socket first: only the host that has both may read the records and serve. */
  async open(): Promise<void> {
    const { recorder, web } = this.#wiring;
    refuseWithoutTerminals(this.#options);
    refuseWhereKept(this.#options);
    await recorder.claim();
    try {
      await this.#listen();
    } catch (error) {
      recorder.release();
      throw error;
    }
    this.#watchPlace();
    await this.#restoreTerminals();
    await this.#joinFleet();
    this.#ready();
    // Its pages find the restored terminals, as clients at the socket do.
    web?.resume();
    this.#wiring.idle?.check();
  }

  attach(transport: Transport, access: Access = localAccess): void {
    this.#wiring.connections.open(transport, access);
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #joinFleet(): Promise<void> {
    const { fleet, version } = this.#options;
    const { recorder, clock, log, terminals } = this.#wiring;
    const { folder } = recorder;
    if (fleet === undefined || folder === undefined) return;
    const joined = await fleet({ folder, version, clock, log, terminals, recorder });
    this.#fleet = joined;
    recorder.onWritten(joined.recorded);
    recorder.onForgotten(joined.forgot);
  }

  #attachWhenReady(transport: Transport, access: Access): void {
    const attached = this.#isReady.then(() => this.attach(transport, access));
    logged('a connection is not served', this.#wiring.log, attached);
  }

  async #listen(): Promise<void> {
    const { listen } = this.#options;
    if (listen === undefined) return;
    const { clock, limits, log, api } = this.#wiring;
    this.#listeners = await openListeners({
      socket: listen.socket,
      ...(listen.spareFolder === undefined ? {} : { spareFolder: listen.spareFolder }),
      network: listen.network,
      state: listen.state,
      id: randomBytes(8).toString('hex'),
      clock,
      limits,
      log,
      onTransport: (transport, access) => this.#attachWhenReady(transport, access),
      onApi: (exchange) =>
        logged(
          'an HTTP request',
          log,
          this.#isReady.then(() => api?.serve(exchange)),
        ),
    });
  }

  #watchPlace(): void {
    const listeners = this.#listeners;
    if (listeners === undefined) return;
    const { clock, recorder, log } = this.#wiring;
    recorder.keep(listeners.socket);
    const check = async () => {
      await listeners.check();
      recorder.keep(listeners.socket);
    };
    this.#placeWatch = new PlaceWatch(clock, check, log);
  }

  /**
   * Restores the terminals of the earlier host, and ends the processes that it left behind. Throws a `StartError` if there are
   * running programs and the records cannot be listed: this process must end then, and the fd holder, which still holds them,
   * tries again.
   */
  async #restoreTerminals(): Promise<void> {
    const { recorder, log } = this.#wiring;
    const hasPrograms = this.#inherited.left.length > 0;
    try {
      const found = await recorder.start(this.#inherited.kept).catch((error: unknown) => {
        if (hasPrograms) throw error;
        // A host that cannot read its records must still run terminals.
        log(`records in ${this.#options.record?.folder}: ${reasonOf(error)}`);
        return nothingRecovered;
      });
      await this.#open(found);
    } catch (error) {
      if (!hasPrograms) throw error;
      const why = reasonOf(error);
      throw new StartError(
        'takeover',
        `the terminals of the earlier host cannot be restored now: ${why}`,
        error,
      );
    }
  }

  async #open(found: RecoveredAll): Promise<void> {
    const { recorder, terminals, wakes, looking, acked, keeper, held, clock, log } = this.#wiring;
    const { keep, inherit = inheritPty } = this.#options;
    const inherited = this.#inherited;
    const folder = keep?.readBuffers ?? recorder.folder;
    if (keep !== undefined && folder !== undefined)
      acked.open(folder, inherited.left.length > 0, keep.readBuffers !== undefined);
    await wakes.load(recorder.folder);
    const back = await restoreTerminals(found, { terminals, recorder, clock, inherit, inherited, log });
    // The read buffers of terminals that this host could not restore are left for the next one.
    if (inherited.left.length === 0) this.#readBuffers?.clean();
    keeper?.begin(held());
    wakes.resumed([...back, ...found.parked]);
    looking.resumed(
      terminals.listed.map(({ uri }) => uri),
      clock,
    );
    // In the background: clients need not wait for it.
    this.#orphans = Promise.all([
      endOrphans(found.processes, clock, log),
      recorder.prune(found.surplus),
    ]).then(() => {});
  }

  /** Closes the listeners, disconnects all clients, ends all processes, and then releases the socket. */
  async #end(): Promise<void> {
    const {
      idle,
      recorder,
      history,
      wakes,
      terminals,
      rules,
      api,
      web,
      connections,
      bursts,
      keeper,
      acked,
      looking,
      notices,
    } = this.#wiring;
    idle?.close();
    keeper?.close();
    bursts.close();
    notices.close();
    looking.close();
    rules.close();
    const watched = this.#placeWatch?.close();
    recorder.stop();
    wakes.stop();
    const saved = history.close();
    leaveLastScreens(terminals.listed);
    const ended = terminals.close();
    api?.close();
    const shut = this.#listeners?.close();
    const left = web?.release();
    connections.close(stopping);
    await Promise.all([ended, shut, left, watched, saved, this.#orphans]);
    await wakes.close();
    // Before the state folder is unlocked: the next host writes the same file.
    await this.#fleet?.close();
    await recorder.close();
    acked.close();
    this.#readBuffers?.remove();
    rmSync(this.#deliveries, { recursive: true, force: true });
    this.#listeners?.release();
    this.#resolveClosed();
  }

  /** Disconnects all clients and leaves the programs running: the next host has them. */
  async #leave(): Promise<void> {
    const { connections, web, history, notices, clock, log } = this.#wiring;
    log('the terminals are handed to the next host');
    connections.close(restarting);
    notices.close();
    await settledWithin(
      LEAVE_MS,
      clock,
      Promise.all([this.#listeners?.close(), web?.release(), history.close()]),
    );
    this.#options.keep?.leave();
  }

  #ownStatus(): Partial<Pick<HostStatus, 'socket' | 'address' | 'fleet'>> {
    const { socket, address } = this;
    const fleet = this.#fleet?.status;
    return {
      ...(socket === undefined ? {} : { socket }),
      ...(address === undefined ? {} : { address }),
      ...(fleet === undefined ? {} : { fleet }),
    };
  }
}

/** Without node-pty's machine code no terminal could be opened: the host must not listen then. */
function refuseWithoutTerminals({ spawn }: HostOptions): void {
  if (spawn !== undefined) return;
  try {
    native();
  } catch (error) {
    throw new StartError('system', reasonOf(error), error);
  }
}

/**
 * While an fd holder holds programs, only the host that this fd holder starts may run. A stale fd holder, whose host was stopped
 * or has a newer one, must not start any.
 */
function refuseWhereKept({ keep, record }: HostOptions): void {
  if (record === undefined) return;
  const own = keep?.keeper;
  if (own !== undefined && !isRecorded(record.folder, own))
    throw new StartError(
      'superseded',
      `the fd holder (process ${own}) that started this host is out of date`,
    );
  const keeper = livingKeeper(record.folder);
  if (keeper !== undefined && keeper !== own)
    throw new StartError(
      'running',
      `an fd holder (process ${keeper}) holds the programs of an earlier host and will start the next one`,
    );
}
