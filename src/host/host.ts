/** A host: its parts wired, its listeners opened, and all of it ended in order. */

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { RecoveredAll } from '../ledger/read/recover-all.ts';
import { reasonOf } from '../protocol/common/reason-of.ts';
import type { Transport } from '../rpc/transport.ts';
import { type Access, localAccess } from './common/access.ts';
import { systemClock } from './common/clock.ts';
import { deliveriesFolder } from './common/deliveries.ts';
import { restarting, stopping } from './common/host-close.ts';
import { logged } from './common/logged.ts';
import { settledWithin } from './common/settled-within.ts';
import { StartError } from './common/start-error.ts';
import type { HostOptions } from './host-options.ts';
import { isRecorded, livingKeeper } from './keep/keeper-file.ts';
import { keptTerminals } from './keep/keeper-record.ts';
import { ReadBuffers } from './keep/read-buffer.ts';
import { type Listeners, openListeners } from './listener/listeners.ts';
import { PlaceWatch } from './place-watch.ts';
import { endOrphans } from './processes/orphans.ts';
import { native } from './pty/machine-code.ts';
import { adoptPty } from './pty/pty.ts';
import { nothingRecovered } from './record/recover-terminals.ts';
import { bringBack } from './restore/bring-back.ts';
import { HandedTerminals } from './restore/handed-terminals.ts';
import { leaveLastScreens } from './restore/last-screen.ts';
import { type Wiring, wire } from './wiring.ts';

/** Longest wait, in milliseconds, until everybody knows that the host restarts. */
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
  readonly #handed: HandedTerminals;
  readonly #deliveries: string;
  #placeWatch: PlaceWatch | undefined;
  #resolveClosed: () => void = () => {};
  #ready: () => void = () => {};
  /** Clients that connect earlier wait, or they would find no terminals. */
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
    this.#handed = new HandedTerminals(keep?.handed ?? [], known ?? new Map(), this.#readBuffers, clock.now);
    this.#deliveries = deliveriesFolder(options.listen?.socket);
    this.#wiring = wire(options, {
      deliveries: this.#deliveries,
      readBuffers: this.#readBuffers,
      handed: this.#handed,
      pages: {
        attach: (transport, access) => this.#attachWhenReady(transport, access),
        ready: this.#isReady,
      },
      address: () => this.#address(),
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

  /** Takes the state folder and the socket first: only the host that has both may read the records and serve. */
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
    await this.#bringBack();
    this.#ready();
    // Its pages find the terminals that are back, as clients at the socket do.
    web?.resume();
    this.#wiring.idle?.look();
  }

  attach(transport: Transport, access: Access = localAccess): void {
    this.#wiring.connections.open(transport, access);
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
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
    const look = async () => {
      await listeners.look();
      recorder.keep(listeners.socket);
    };
    this.#placeWatch = new PlaceWatch(clock, look, log);
  }

  /**
   * Brings back the terminals of the last host, and ends the processes it left behind. Throws a `StartError` when it was given
   * programs and cannot take them over: this process must end then, so that their keeper, which still holds them, tries again.
   */
  async #bringBack(): Promise<void> {
    const { recorder, log } = this.#wiring;
    const hasPrograms = this.#handed.left.length > 0;
    try {
      const found = await recorder.start(this.#handed.kept).catch((error: unknown) => {
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
        `the programs of the earlier host cannot be taken over now: ${why}`,
        error,
      );
    }
  }

  async #open(found: RecoveredAll): Promise<void> {
    const { recorder, terminals, wakes, taken, keeper, held, clock, log } = this.#wiring;
    const { keep, adopt = adoptPty } = this.#options;
    const handed = this.#handed;
    const folder = keep?.readBuffers ?? recorder.folder;
    if (keep !== undefined && folder !== undefined)
      taken.open(folder, handed.left.length > 0, keep.readBuffers !== undefined);
    await wakes.load(recorder.folder);
    const back = await bringBack(found, { terminals, recorder, clock, adopt, handed, log });
    // Bytes of terminals that this host does not restore are left to the next one.
    if (handed.left.length === 0) this.#readBuffers?.clean();
    keeper?.begin(held());
    wakes.resumed([...back, ...found.parked]);
    // Both in the background: the new shells run nothing by themselves, and nobody waits for the oldest records to be gone.
    this.#orphans = Promise.all([
      endOrphans(found.processes, clock, log),
      recorder.prune(found.surplus),
    ]).then(() => {});
  }

  /** Lets nobody in, disconnects everybody, ends every process; only then gives the socket up to another host. */
  async #end(): Promise<void> {
    const { idle, recorder, past, wakes, terminals, api, web, connections, bursts, keeper, taken } =
      this.#wiring;
    idle?.close();
    keeper?.close();
    bursts.close();
    const looked = this.#placeWatch?.close();
    recorder.stop();
    wakes.stop();
    past.close();
    leaveLastScreens(terminals.listed);
    const ended = terminals.close();
    api?.close();
    const shut = this.#listeners?.close();
    const left = web?.release();
    connections.close(stopping);
    await Promise.all([ended, shut, left, looked, this.#orphans]);
    await wakes.close();
    await recorder.close();
    taken.close();
    this.#readBuffers?.remove();
    rmSync(this.#deliveries, { recursive: true, force: true });
    this.#listeners?.release();
    this.#resolveClosed();
  }

  /** Another host has the terminals: everybody is sent there, and nothing is ended. */
  async #leave(): Promise<void> {
    const { connections, web, clock, log } = this.#wiring;
    log('the terminals are handed over');
    connections.close(restarting);
    await settledWithin(LEAVE_MS, clock, Promise.all([this.#listeners?.close(), web?.release()]));
    this.#options.keep?.leave();
  }

  #address(): { readonly socket?: string; readonly address?: string } {
    const { socket, address } = this;
    return { ...(socket === undefined ? {} : { socket }), ...(address === undefined ? {} : { address }) };
  }
}

/**
 * Programs of an earlier host are given to the host that their keeper starts: no other one may start meanwhile, and none by a
 * keeper that was late, after that host was stopped.
 */
/** Checked before the host announces itself: without node-pty's machine code it could not open a terminal. */
function refuseWithoutTerminals({ spawn }: HostOptions): void {
  if (spawn !== undefined) return;
  try {
    native();
  } catch (error) {
    throw new StartError('system', reasonOf(error), error);
  }
}

function refuseWhereKept({ keep, record }: HostOptions): void {
  if (record === undefined) return;
  const own = keep?.keeper;
  if (own !== undefined && !isRecorded(record.folder, own))
    throw new StartError('superseded', `the keeper (process ${own}) of this host holds nothing any more`);
  const keeper = livingKeeper(record.folder);
  if (keeper !== undefined && keeper !== own)
    throw new StartError(
      'running',
      `a keeper (process ${keeper}) holds the programs of an earlier host and starts the next`,
    );
}
