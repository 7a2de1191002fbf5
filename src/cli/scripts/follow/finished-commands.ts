/**
 * Reports each command that ends, exactly once and in order, whoever ran it. A change in the root list of terminals triggers a
 * request for their new records. Since the host keeps the records, nothing is missed while it is away or restarts.
 */

import type { Client } from '../../../client/client.ts';
import { ErrorCode } from '../../../protocol/common/error-codes.ts';
import { hasEnded } from '../../../protocol/common/exit-status.ts';
import { fullName, machineOf } from '../../../protocol/cotty/terminal-names.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { ClosedError, RpcError } from '../../../rpc/errors.ts';
import type { Told } from './told-command.ts';

export type FinishedListener = {
  readonly onFinished: (told: Told) => void;
  readonly onError: (error: unknown) => void;
};

/** Most terminals that are remembered, oldest dropped first. Closed ones count: a host restart may bring them back. */
const MAX_WATCHED = 4096;

type Watched = {
  /** Number of the last command that was reported, or that had ended before the watch began. */
  seq: number;
  /** Unix milliseconds; commands that ended earlier are not reported. */
  readonly since: number;
  /** `_meta` of the terminal when it was last read, as JSON. */
  known: string;
  isReading: boolean;
  /** Whether the terminal changed while it was read. */
  readAgain: boolean;
};

export class FinishedCommands {
  readonly #client: Client;
  readonly #listener: FinishedListener;
  readonly #only: ReadonlySet<string> | undefined;
  readonly #watched = new Map<string, Watched>();
  readonly #since = Date.now();
  readonly #stops: (() => void)[] = [];
  #closed = false;

  /** Watches the terminals with the URIs of `only`; if undefined, every terminal, also future ones. */
  static async open(
    client: Client,
    only: ReadonlySet<string> | undefined,
    listener: FinishedListener,
  ): Promise<FinishedCommands> {
    const finished = new FinishedCommands(client, only, listener);
    await Promise.all(finished.#listed().map((info) => finished.#begin(info)));
    finished.#stops.push(client.root.onChange(() => finished.#look()));
    finished.#look();
    return finished;
  }

  private constructor(client: Client, only: ReadonlySet<string> | undefined, listener: FinishedListener) {
    this.#client = client;
    this.#only = only;
    this.#listener = listener;
  }

  close(): void {
    this.#closed = true;
    for (const stop of this.#stops.splice(0)) stop();
  }

  #listed(): readonly TerminalInfo[] {
    const terminals = this.#client.root.state.terminals ?? [];
    return terminals.filter(({ resource }) => this.#only?.has(resource) ?? true);
  }

  /** Watches a terminal that exists already. Commands that have ended by now are not reported. */
  async #begin({ resource }: TerminalInfo): Promise<void> {
    const seq = await this.#lastEnded(resource);
    this.#watched.set(resource, { seq, since: 0, known: '', isReading: false, readAgain: false });
  }

  /** Number of the last command that has ended. Asks again if the connection is lost meanwhile and comes back. */
  async #lastEnded(uri: string): Promise<number> {
    try {
      const { records } = await this.#client.cotty.records(uri, { last: 2 });
      return Math.max(0, ...records.filter(hasEnded).map((record) => record.seq));
    } catch (error) {
      if (!(error instanceof ClosedError) || this.#client.connectionState === 'closed') throw error;
      return this.#lastEnded(uri);
    }
  }

  #look(): void {
    for (const info of this.#listed()) {
      const known = JSON.stringify(info._meta ?? null);
      const watched = this.#watched.get(info.resource) ?? this.#add(info.resource);
      if (watched.known === known) continue;
      watched.known = known;
      void this.#read(info, watched);
    }
  }

  /** Watches a terminal that appeared or came back later. Commands that ended before the watch began are not reported. */
  #add(uri: string): Watched {
    const [oldest] = this.#watched.keys();
    if (this.#watched.size >= MAX_WATCHED && oldest !== undefined) this.#watched.delete(oldest);
    const watched = { seq: 0, since: this.#since, known: '', isReading: false, readAgain: false };
    this.#watched.set(uri, watched);
    return watched;
  }

  async #read(info: TerminalInfo, watched: Watched): Promise<void> {
    watched.readAgain = true;
    if (watched.isReading) return;
    watched.isReading = true;
    try {
      while (watched.readAgain && !this.#closed) {
        watched.readAgain = false;
        await this.#reportNew(info, watched);
      }
    } catch (error) {
      // A closed terminal has nothing more to report. If the host is away, the next change of the list asks again.
      watched.known = '';
      const isGone = error instanceof RpcError && error.code === ErrorCode.NotFound;
      if (!isGone && !(error instanceof ClosedError) && !this.#closed) this.#listener.onError(error);
    } finally {
      watched.isReading = false;
    }
  }

  async #reportNew({ resource }: TerminalInfo, watched: Watched): Promise<void> {
    const { records, more } = await this.#client.cotty.records(resource, { sinceSeq: watched.seq });
    for (const record of records) {
      if (!hasEnded(record) || record.seq <= watched.seq || this.#closed) continue;
      watched.seq = record.seq;
      if (Date.parse(record.finished_at ?? record.started_at) < watched.since) continue;
      this.#listener.onFinished({ channel: resource, ...this.#named(resource), record });
    }
    if (more && records.some(hasEnded)) watched.readAgain = true;
  }

  #named(uri: string): Pick<Told, 'terminal' | 'machine'> {
    const info = this.#client.root.state.terminals?.find(({ resource }) => resource === uri);
    return info === undefined ? { terminal: uri } : { terminal: fullName(info), machine: machineOf(info) };
  }
}
