/** All terminals of the host: created, found, parked, disposed; and the root list that shows them. */

import type { Recovered } from '../../ledger/read/recover.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import type { CreateMeta, TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { CreateTerminalParams } from '../../protocol/messages.ts';
import type { TerminalClaim, TerminalInfo } from '../../protocol/terminal/state.ts';
import { RpcError } from '../../rpc/errors.ts';
import { openRemote } from '../launch/open-remote.ts';
import { cleanName, type Launch, openTerminal } from '../launch/open-terminal.ts';
import { agentOf, type Origin, originFromRecord, originMeta } from '../launch/origin.ts';
import {
  processOf,
  recordedFacts,
  restoredParams,
  withRestoredContent,
} from '../launch/restored-terminal.ts';
import { ListOrder } from '../stream/list-order.ts';
import { RootList } from '../stream/root-list.ts';
import { ClosedTerminals } from './closed-terminals.ts';
import type { Ending } from './exit-status.ts';
import { OwnerWatch } from './owner-watch.ts';
import { Terminal } from './terminal.ts';
import type { Created, TerminalsOptions } from './terminal-options.ts';

export class Terminals {
  readonly #options: TerminalsOptions;
  readonly #list: RootList;
  readonly #terminals = new Map<string, Terminal>();
  readonly #parking: ClosedTerminals;
  readonly #closing = new Set<Promise<void>>();
  readonly #owners: OwnerWatch;
  readonly #order = new ListOrder();
  /** URIs of terminals that are being ended and do not exit by themselves. */
  readonly #ending = new Set<string>();
  #counted: () => void = () => {};

  constructor(options: TerminalsOptions) {
    this.#options = options;
    this.#list = new RootList(options.store, options.clock, () => this.#infos());
    this.#parking = new ClosedTerminals({
      clock: options.clock,
      exitedMs: options.limits.exitedSeconds * 1000,
      onRetire: (uri) => this.park(uri),
      onOver: (uri) => this.dispose(uri),
    });
    this.#owners = new OwnerWatch(options.clock, (uri) => this.dispose(uri, { exitCode: -1 }));
  }

  /** Sets the one listener that is called after a terminal has come or gone. */
  onCount(listener: () => void): void {
    this.#counted = listener;
  }

  get size(): number {
    return this.#terminals.size;
  }

  /** Claims of all terminals, parked and exited ones included. */
  get claims(): readonly TerminalClaim[] {
    return [...this.#terminals.values()].map(({ state }) => state.claim);
  }

  /** URIs of the listed terminals whose claim passes the test. */
  heldBy(isHolder: (claim: TerminalClaim) => boolean): readonly string[] {
    return this.listed.filter(({ state }) => isHolder(state.claim)).map(({ uri }) => uri);
  }

  find(uri: string): Terminal | undefined {
    return this.#terminals.get(uri);
  }

  create(params: CreateTerminalParams, create: CreateMeta, origin: Origin, recovered?: Recovered): Created {
    const { channel } = params;
    if (this.#terminals.has(channel))
      return { ok: false, code: ErrorCode.AlreadyExists, message: `${channel} exists already` };
    const { store, clients, recorder, clock, log, version, limits } = this.#options;
    const isRemote = params.executionTarget === 'client';
    const nonce = (isRemote ? create.nonce : undefined) ?? this.#options.nonce();
    const launch: Launch = { ...this.#options, nonce, agent: agentOf(origin), root: origin.root };
    const opened = isRemote ? openRemote(params, create) : openTerminal(params, create, launch);
    if (!opened.ok) return opened;
    const { pty, remote, shell, integrationOff, size } = opened;
    const state = withRestoredContent(opened.state, recovered);
    const known = { ...origin, uri: channel, shell, named: cleanName(params.name) !== '' };
    const place = recovered?.terminal.place;
    const recorded = { ...recordedFacts(state, create, known), ...processOf(pty), ...(place && { place }) };
    const printed = store.open(channel, state);
    store.trim(channel);
    recorder.opened(recorded, printed, !isRemote, recovered);
    const terminal: Terminal = new Terminal(pty, {
      uri: channel,
      store,
      clock,
      log,
      version,
      nonce,
      shell,
      program: create.command !== undefined,
      commands: recorder.recordingOf(channel).log,
      size,
      scrollback: limits.scrollbackLines,
      integrationOff,
      ...(remote === undefined ? {} : { remote }),
      named: recorded.named,
      origin: originMeta(origin),
      commandsBefore: recovered?.lastSeq ?? 0,
      recordMeta: () => recorder.metaOf(channel),
      holder: () => clients.holderMeta(terminal.state.claim),
      outer: () => clients.holder(terminal.state.claim)?.look ?? {},
      onExit: () => this.#exited(channel),
      onInfo: (now) => this.touch(now),
    });
    this.#terminals.set(channel, terminal);
    this.#order.opened(channel, place ?? origin.created, recovered === undefined);
    terminal.clusters.look();
    this.#changed();
    return { ok: true };
  }

  /** Brings back a terminal of an earlier host: a new shell below what ran there. */
  resume(recovered: Recovered): Created {
    const params = restoredParams(recovered);
    const { shellAsked: shell, env } = recovered.terminal;
    const origin = originFromRecord(recovered.terminal);
    const create = env === undefined ? {} : { env };
    if (shell === undefined) return this.create(params, create, origin, recovered);
    const opened = this.create(params, { ...create, shell }, origin, recovered);
    return opened.ok ? opened : this.create(params, create, origin, recovered);
  }

  /** Ends a terminal: viewers get its exit and nothing more, processes are ended in the background. */
  dispose(uri: string, ending?: Ending): void {
    void this.#end(uri, ending, false);
  }

  /** Ends a terminal and deletes its record once its processes are gone. Throws when the record cannot be deleted. */
  async purge(uri: string): Promise<void> {
    const why = await this.#end(uri, undefined, true);
    if (why !== undefined) throw new RpcError(ErrorCode.InternalError, `the record stays: ${why}`);
  }

  /** Takes a terminal off the list but lets it live for some minutes; `asked` by somebody. Returns false if there is none. */
  park(uri: string, asked = false): boolean {
    if (!this.#terminals.has(uri)) return false;
    this.#options.recorder.listed(uri, 'parked');
    this.#parking.park(uri, asked);
    this.touch(true);
    return true;
  }

  restore(uri: string): boolean {
    const terminal = this.#terminals.get(uri);
    if (terminal === undefined) return false;
    this.#parking.leave(uri);
    const exited = terminal.state.lifecycle.status === 'exited';
    this.#options.recorder.listed(uri, exited ? 'exited' : 'open');
    // The exited terminal stays on the list as long as if it had exited now.
    if (exited) this.#parking.exited(uri);
    this.touch(true);
    return true;
  }

  /** Moves a terminal in the list, before another one or to the end; the next host keeps the order. */
  move(uri: string, before: string | undefined): void {
    for (const [each, place] of this.#order.move(uri, before)) this.#options.recorder.placed(each, place);
    this.touch(true);
  }

  /** The part of a snapshot's meta that only this list knows. */
  parkedMeta(uri: string): TerminalMeta {
    const until = this.#parking.until(uri);
    return until === undefined ? {} : { parkedUntil: until };
  }

  /** Terminals that somebody has closed and can restore, the one closed last first. */
  get closed(): readonly Terminal[] {
    return this.#parking.closed.flatMap((uri) => this.#terminals.get(uri) ?? []);
  }

  /** Must be called when a client has come or gone, since it may run a pty. */
  clientsChanged(): void {
    for (const { uri, owner, state } of this.#terminals.values()) {
      if (owner !== undefined) this.#owners.seen(uri, this.#options.clients.isConnected(state.claim));
    }
    this.touch(false);
  }

  touch(now: boolean): void {
    this.#list.touch(now);
  }

  /** Brings the root state up to date before it is read. */
  flushList(): void {
    this.#list.flush();
  }

  /** Ends all terminals; resolves when their processes are gone. */
  async close(): Promise<void> {
    // The next host brings the terminals back, so clients must not get an empty list.
    this.#list.close();
    // A pty at a client does not end with the host.
    for (const [uri, { owner }] of this.#terminals) this.dispose(uri, owner === undefined ? {} : 'unsaid');
    await Promise.all(this.#closing);
  }

  /** Returns why the record could not be deleted, when it was to be. */
  async #end(uri: string, ending: Ending | undefined, purge: boolean): Promise<string | undefined> {
    const terminal = this.#terminals.get(uri);
    if (terminal === undefined) return undefined;
    const { log, store, recorder } = this.#options;
    this.#owners.forget(uri);
    this.#ending.add(uri);
    const ended = terminal.close(ending).catch((error: unknown) => {
      log(`ending ${uri}: ${error instanceof Error ? error.stack : String(error)}`);
    });
    this.#ending.delete(uri);
    this.#parking.leave(uri);
    this.#closing.add(ended);
    this.#terminals.delete(uri);
    this.#order.gone(uri);
    store.drop(uri);
    const recorded = recorder.closed(uri, ended, purge);
    this.#changed();
    await ended;
    this.#closing.delete(ended);
    return recorded;
  }

  #exited(uri: string): void {
    if (this.#ending.has(uri)) return;
    this.#options.recorder.ended(uri);
    this.#parking.exited(uri);
  }

  #changed(): void {
    this.touch(true);
    this.#counted();
  }

  /** The terminals that are not parked, in the order of the list. */
  get listed(): readonly Terminal[] {
    const listed = [...this.#terminals.values()].filter(({ uri }) => this.#parking.until(uri) === undefined);
    return this.#order.sorted(listed);
  }

  #infos(): TerminalInfo[] {
    return this.listed.map(({ info }) => info);
  }
}
