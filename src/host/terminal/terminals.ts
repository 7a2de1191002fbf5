/** All terminals of the host: created, found, parked, disposed; and the root list that tells of them. */

import type { Recovered } from '../../ledger/read/recover.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import type { CreateMeta, TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { CreateTerminalParams } from '../../protocol/messages.ts';
import type { TerminalClaim, TerminalInfo } from '../../protocol/terminal/state.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Clock } from '../ground/clock.ts';
import type { Colors } from '../ground/colors.ts';
import type { Environment } from '../ground/environment.ts';
import type { Limits } from '../ground/limits.ts';
import { openRemote } from '../launch/open-remote.ts';
import { cleanName, type Launch, openTerminal } from '../launch/open-terminal.ts';
import { agentOf, type Origin, originBefore, originMeta } from '../launch/origin.ts';
import { factsOf, processOf, restored, restoredParams } from '../launch/restored-terminal.ts';
import type { SpawnPty } from '../pty/pty-port.ts';
import type { Recorder } from '../record/recorder.ts';
import { RootList } from '../stream/root-list.ts';
import type { Store } from '../stream/store.ts';
import { ClosedTerminals } from './closed-terminals.ts';
import type { Ending } from './exit-status.ts';
import { OwnerWatch } from './owner-watch.ts';
import { Terminal } from './terminal.ts';

export type TerminalsOptions = {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  readonly version: string;
  readonly env: Environment;
  readonly home: string;
  readonly limits: Limits;
  readonly spawn: SpawnPty;
  /** Hard to guess: marks that carry it come from a shell of ours. */
  readonly nonce: () => string;
  readonly holderOf: (claim: TerminalClaim) => NonNullable<TerminalMeta['holder']>;
  readonly colorsOf: (claim: TerminalClaim) => Colors;
  readonly recorder: Recorder;
  /** A terminal came or went. */
  readonly onCount: () => void;
};

export type CreateOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string };

export class Terminals {
  readonly #options: TerminalsOptions;
  readonly #list: RootList;
  readonly #terminals = new Map<string, Terminal>();
  readonly #parking: ClosedTerminals;
  readonly #closing = new Set<Promise<void>>();
  readonly #owners: OwnerWatch;
  /** What is being ended, not ending by itself. */
  readonly #ending = new Set<string>();

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

  get size(): number {
    return this.#terminals.size;
  }

  /** Of all of them, the parked and the exited ones, too. */
  get claims(): readonly TerminalClaim[] {
    return [...this.#terminals.values()].map(({ state }) => state.claim);
  }

  /** URIs of those with such a claim, the parked ones aside. */
  heldBy(isHolder: (claim: TerminalClaim) => boolean): readonly string[] {
    return this.#listed.filter(({ state }) => isHolder(state.claim)).map(({ uri }) => uri);
  }

  find(uri: string): Terminal | undefined {
    return this.#terminals.get(uri);
  }

  create(
    params: CreateTerminalParams,
    create: CreateMeta,
    origin: Origin,
    recovered?: Recovered,
  ): CreateOutcome {
    const { channel } = params;
    if (this.#terminals.has(channel))
      return { ok: false, code: ErrorCode.AlreadyExists, message: `${channel} exists already` };
    const { store, env, home, version, spawn, nonce: newNonce } = this.#options;
    const isRemote = params.executionTarget === 'client';
    const nonce = (isRemote ? create.nonce : undefined) ?? newNonce();
    const launch: Launch = { env, home, version, spawn, nonce, agent: agentOf(origin), root: origin.root };
    const opened = isRemote ? openRemote(params, create) : openTerminal(params, create, launch);
    if (!opened.ok) return opened;
    const { pty, remote, shell, integrationOff, size } = opened;
    const { clock, log, holderOf, colorsOf, recorder } = this.#options;
    const state = restored(opened.state, recovered);
    const known = { ...origin, uri: channel, shell, named: cleanName(params.name) !== '' };
    const facts = { ...factsOf(state, create, known), ...processOf(pty) };
    store.open(channel, state);
    store.trim(channel);
    recorder.opened(facts, !isRemote, recovered);
    const terminal: Terminal = new Terminal(pty, {
      uri: channel,
      store,
      clock,
      log,
      version,
      nonce,
      shell,
      program: create.command !== undefined,
      commands: recorder.of(channel).log,
      size,
      scrollback: this.#options.limits.scrollbackLines,
      integrationOff,
      ...(remote === undefined ? {} : { remote }),
      named: facts.named,
      origin: originMeta(origin),
      commandsBefore: recovered?.lastSeq ?? 0,
      recordMeta: () => recorder.metaOf(channel),
      holder: () => holderOf(terminal.state.claim),
      colors: () => colorsOf(terminal.state.claim),
      onExit: () => this.#exited(channel),
      onInfo: (now) => this.touch(now),
    });
    this.#terminals.set(channel, terminal);
    this.#changed();
    return { ok: true };
  }

  /** Brings one back that an earlier host had: a fresh shell over what ran there. */
  resume(recovered: Recovered): CreateOutcome {
    const params = restoredParams(recovered);
    const { shellAsked: shell, env } = recovered.terminal;
    const origin = originBefore(recovered.terminal);
    const create = env === undefined ? {} : { env };
    if (shell === undefined) return this.create(params, create, origin, recovered);
    const opened = this.create(params, { ...create, shell }, origin, recovered);
    return opened.ok ? opened : this.create(params, create, origin, recovered);
  }

  /** Its viewers hear that it has exited, then nothing more. Its processes are ended in the background. */
  dispose(uri: string, ending?: Ending): void {
    void this.#end(uri, ending, false);
  }

  /** Its record goes, too, once its processes have. Throws where it cannot be deleted. */
  async purge(uri: string): Promise<void> {
    const why = await this.#end(uri, undefined, true);
    if (why !== undefined) throw new RpcError(ErrorCode.InternalError, `the record stays: ${why}`);
  }

  /** Takes it off the list but lets it live for a while. */
  park(uri: string): boolean {
    if (!this.#terminals.has(uri)) return false;
    this.#options.recorder.listed(uri, 'parked');
    this.#parking.park(uri);
    this.touch(true);
    return true;
  }

  restore(uri: string): boolean {
    const terminal = this.#terminals.get(uri);
    if (terminal === undefined) return false;
    this.#parking.leave(uri);
    const exited = terminal.state.lifecycle.status === 'exited';
    this.#options.recorder.listed(uri, exited ? 'exited' : 'open');
    // It shows what it showed, for as long as if it had exited now.
    if (exited) this.#parking.exited(uri);
    this.touch(true);
    return true;
  }

  /** What a snapshot says besides what the terminal itself knows. */
  parkedMeta(uri: string): TerminalMeta {
    const until = this.#parking.until(uri);
    return until === undefined ? {} : { parkedUntil: until };
  }

  /** A client came or went: perhaps one that runs a pty. */
  clientsChanged(): void {
    for (const { uri, owner, state } of this.#terminals.values()) {
      if (owner !== undefined) this.#owners.seen(uri, this.#options.holderOf(state.claim).connected);
    }
    this.touch(false);
  }

  touch(now: boolean): void {
    this.#list.touch(now);
  }

  /** The root list as it is now, before somebody reads the root state. */
  flushList(): void {
    this.#list.flush();
  }

  /** Ends all of them; resolves when their processes are gone. */
  async close(): Promise<void> {
    // The next host brings them back: clients hear that the host stops, not that there are none.
    this.#list.close();
    // What runs elsewhere does not even end.
    for (const [uri, { owner }] of this.#terminals) this.dispose(uri, owner === undefined ? {} : 'unsaid');
    await Promise.all(this.#closing);
  }

  /** Answers why its record could not be deleted, where it was to be. */
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
    this.#options.onCount();
  }

  get #listed(): readonly Terminal[] {
    return [...this.#terminals.values()].filter(({ uri }) => this.#parking.until(uri) === undefined);
  }

  #infos(): TerminalInfo[] {
    return this.#listed.map(({ info }) => info);
  }
}
