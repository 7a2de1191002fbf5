/**
 * Tells of each command that ends, once and in order, whoever ran it. The root list says when to look; the records say
 * what there is: a host that was away, or started again, has them all.
 */

import type { Client } from '../../../client/client.ts';
import { ErrorCode } from '../../../protocol/common/error-codes.ts';
import type { CommandRecord } from '../../../protocol/cotty/command-record.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { ClosedError, RpcError } from '../../../rpc/errors.ts';
import type { Told } from './told-command.ts';

export type FinishedListener = {
  readonly onFinished: (told: Told) => void;
  readonly onError: (error: unknown) => void;
};

/** Of those that are gone it is remembered how far they were told: after a start of the host they are back. */
const MAX_WATCHED = 4096;

type Watched = {
  /** The last command that was told, or had ended before. */
  seq: number;
  /** What ended before that is old; Unix milliseconds. */
  readonly since: number;
  known: string;
  looking: boolean;
  again: boolean;
};

export class FinishedCommands {
  readonly #client: Client;
  readonly #listener: FinishedListener;
  readonly #only: ReadonlySet<string> | undefined;
  readonly #watched = new Map<string, Watched>();
  readonly #since = Date.now();
  readonly #stops: (() => void)[] = [];
  #closed = false;

  /** `only`: URIs; undefined: every terminal, also those still to come. */
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

  /** What has ended by now is of no interest. */
  async #begin({ resource }: TerminalInfo): Promise<void> {
    const { records } = await this.#client.cotty.records(resource, { last: 2 });
    const seq = Math.max(0, ...records.filter(hasEnded).map((record) => record.seq));
    this.#watched.set(resource, { seq, since: 0, known: '', looking: false, again: false });
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

  /** One that came later, or came back: all that runs in it from now on. */
  #add(uri: string): Watched {
    const [oldest] = this.#watched.keys();
    if (this.#watched.size >= MAX_WATCHED && oldest !== undefined) this.#watched.delete(oldest);
    const watched = { seq: 0, since: this.#since, known: '', looking: false, again: false };
    this.#watched.set(uri, watched);
    return watched;
  }

  async #read(info: TerminalInfo, watched: Watched): Promise<void> {
    watched.again = true;
    if (watched.looking) return;
    watched.looking = true;
    try {
      while (watched.again && !this.#closed) {
        watched.again = false;
        await this.#tellNew(info, watched);
      }
    } catch (error) {
      // A terminal that was closed meanwhile has nothing more to tell; a host that is away is asked again.
      watched.known = '';
      const isGone = error instanceof RpcError && error.code === ErrorCode.NotFound;
      if (!isGone && !(error instanceof ClosedError) && !this.#closed) this.#listener.onError(error);
    } finally {
      watched.looking = false;
    }
  }

  async #tellNew({ resource }: TerminalInfo, watched: Watched): Promise<void> {
    const { records, more } = await this.#client.cotty.records(resource, { sinceSeq: watched.seq });
    for (const record of records) {
      if (!hasEnded(record) || record.seq <= watched.seq || this.#closed) continue;
      watched.seq = record.seq;
      if (Date.parse(record.finished_at ?? record.started_at) < watched.since) continue;
      this.#listener.onFinished({ channel: resource, terminal: this.#titleOf(resource), record });
    }
    if (more && records.some(hasEnded)) watched.again = true;
  }

  #titleOf(uri: string): string {
    return this.#client.root.state.terminals?.find(({ resource }) => resource === uri)?.title ?? uri;
  }
}

function hasEnded({ finished_at, killed_by_restart }: CommandRecord): boolean {
  return finished_at !== null || killed_by_restart;
}
