/** The listeners of a host: its Unix socket and, if configured, a TCP port. */

import { chmodSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { Transport } from '../../rpc/transport.ts';
import { type Listening, listen } from '../../rpc/ws-server.ts';
import { type Access, localAccess } from '../common/access.ts';
import type { Clock } from '../common/clock.ts';
import { type Lock, takeLock } from '../common/folder-lock.ts';
import type { Limits } from '../common/limits.ts';
import { StartError } from '../common/start-error.ts';
import { waitForLock } from '../common/wait-for-lock.ts';
import { fileStamp } from './file-stamp.ts';
import { answerHostQuestion } from './host-question.ts';
import type { Exchange } from './http-exchange.ts';
import { type NetworkOptions, openNetworkListener } from './network-listener.ts';
import { ownFolder, socketPath } from './socket-path.ts';

export type Listeners = {
  /** Path of the Unix socket now. */
  readonly socket: string;
  /** Address of the TCP port as `ws://` or `wss://`; undefined without one. */
  readonly address: string | undefined;
  /** Makes the socket and the token files again if they have been removed. Returns whether it did. */
  check(): Promise<boolean>;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
  /** Releases the socket for another host. */
  release(): void;
};

export type ListenersOptions = Omit<LocalListenerOptions, 'onTransport'> & {
  readonly network: NetworkOptions | undefined;
  readonly onTransport: (transport: Transport, access: Access) => void;
  /** Called with each request to the HTTP API, which only the TCP port serves. */
  readonly onApi: (exchange: Exchange) => void;
};

/** Opens both listeners or none. */
export async function openListeners({
  network,
  onTransport,
  ...options
}: ListenersOptions): Promise<Listeners> {
  const onLocal = (transport: Transport) => onTransport(transport, localAccess);
  const local = await openLocalListener({ ...options, onTransport: onLocal });
  try {
    const context = { ...options, folder: dirname(options.socket), onTransport };
    const remote = network === undefined ? undefined : await openNetworkListener(network, context);
    return {
      get socket() {
        return local.socket;
      },
      address: remote?.address,
      async check() {
        const moved = await local.check();
        if (moved) remote?.keepTokens(dirname(local.socket));
        return moved;
      },
      async close() {
        await Promise.all([local.close(), remote?.close()]);
      },
      release: () => local.release(),
    };
  } catch (error) {
    await local.close();
    local.release();
    throw error;
  }
}

type LocalListenerOptions = {
  /** Path in a folder that `runtimeFolder` has checked. */
  readonly socket: string;
  /** Folder for the socket when its own folder cannot be made again. */
  readonly spareFolder?: string;
  /** The state folder to which this host belongs, also if it records nothing. */
  readonly state?: string | undefined;
  /** A text that no other host uses at the same time. */
  readonly id: string;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: (message: string) => void;
  readonly onTransport: (transport: Transport) => void;
};

export async function openLocalListener(options: LocalListenerOptions): Promise<LocalListener> {
  const { socket, state, id, clock, limits, log, onTransport } = options;
  let lock: Lock | undefined;
  try {
    const answersHere = () => answers(socket);
    lock = await waitForLock({ folder: dirname(socket), id, clock, answers: answersHere });
    // Only the holder of the lock may touch the socket, so an existing one is of a host that has died.
    if (await answers(socket))
      throw new StartError('running', `another host is already running: it answers at ${socket}`);
    rmSync(socket, { force: true });
    const listening = await listen(
      { path: socket },
      {
        onTransport,
        onRequest: (request, response) => answerHostQuestion(request, response, state),
        log,
        maxFrameBytes: limits.frameBytes,
        maxConnections: limits.connections,
        maxWaiting: limits.waitingConnections,
      },
    );
    return new LocalListener(options, lock, listening);
  } catch (error) {
    lock?.release();
    throw asStartError(error, socket);
  }
}

/**
 * The Unix socket of a host and the lock of its folder, taken and released together. A logout or a cleaner of `/tmp` may remove both
 * while the host runs: `check` makes them again; else no client could reach the terminals any more.
 */
export class LocalListener {
  readonly #options: LocalListenerOptions;
  readonly #listening: Listening;
  #lock: Lock;
  #socket: string;
  #stamp: string | undefined;
  /** Why the socket could not be made again at the last attempt; it is logged once. */
  #trouble: string | undefined;

  constructor(options: LocalListenerOptions, lock: Lock, listening: Listening) {
    this.#options = options;
    this.#lock = lock;
    this.#listening = listening;
    this.#socket = options.socket;
    this.#stamp = makePrivate(options.socket);
  }

  get socket(): string {
    return this.#socket;
  }

  /** Makes folder, lock and socket again if they have been removed or replaced. Returns whether it did. */
  async check(): Promise<boolean> {
    if (this.#isThere()) return false;
    const { socket, spareFolder } = this.#options;
    const folders = [
      dirname(this.#socket),
      dirname(socket),
      ...(spareFolder === undefined ? [] : [spareFolder]),
    ];
    let trouble = '';
    for (const folder of new Set(folders)) {
      try {
        await this.#moveTo(folder);
        this.#options.log(`the socket was removed; listening on unix:${this.#socket} now`);
        this.#trouble = undefined;
        return true;
      } catch (error) {
        trouble ||= reasonOf(error);
      }
    }
    if (trouble !== this.#trouble)
      this.#options.log(`the socket was removed and cannot be created again: ${trouble}`);
    this.#trouble = trouble;
    return false;
  }

  /** Stops listening and closes all connections. */
  close(): Promise<void> {
    return this.#listening.close();
  }

  /** Removes the socket and releases the lock, so that another host can start. */
  release(): void {
    if (this.#lock.isThere()) rmSync(this.#socket, { force: true });
    this.#lock.release();
  }

  #isThere(): boolean {
    const stamp = fileStamp(this.#socket);
    return stamp !== undefined && stamp === this.#stamp && this.#lock.isThere();
  }

  async #moveTo(path: string): Promise<void> {
    const folder = ownFolder(path);
    if (!folder.ok) throw new Error(folder.error);
    const socket = socketPath(path);
    const isSame = socket === this.#socket && this.#lock.isThere();
    const taken = isSame ? { ok: true as const, lock: this.#lock } : takeLock(path, this.#options.id);
    if (!taken.ok) throw new Error(`another host (process ${taken.holder}) is at ${path}`);
    try {
      rmSync(socket, { force: true });
      await this.#listening.move(socket);
      this.#stamp = makePrivate(socket);
    } catch (error) {
      // Another host can start here.
      if (!isSame) taken.lock.release();
      throw error;
    }
    this.#lock = taken.lock;
    this.#socket = socket;
  }
}

/** Makes the socket private to the user, and returns its stamp. */
function makePrivate(socket: string): string | undefined {
  chmodSync(socket, 0o600);
  return fileStamp(socket);
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket);
    const report = (yes: boolean) => {
      probe.destroy();
      resolve(yes);
    };
    probe.once('connect', () => report(true));
    probe.once('error', () => report(false));
  });
}

function asStartError(error: unknown, socket: string): StartError {
  if (error instanceof StartError) return error;
  const text = reasonOf(error);
  return new StartError('place', `cannot listen at ${socket}: ${text}`, error);
}
