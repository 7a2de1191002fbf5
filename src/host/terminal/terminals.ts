/** All terminals of the host: creates, finds, parks and ends them, and keeps the root list. */

import type { TerminalFacts } from '../../ledger/files/meta-file.ts';
import type { Recovered } from '../../ledger/read/recover.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { stackOf } from '../../protocol/common/reason-of.ts';
import type { CreateMeta, TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { idOf } from '../../protocol/cotty/terminal-names.ts';
import type { CreateTerminalParams } from '../../protocol/messages.ts';
import type { TerminalClaim } from '../../protocol/terminal/state.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Clock } from '../common/clock.ts';
import { logged } from '../common/logged.ts';
import type { Held } from '../keep/masters.ts';
import type { Checkpoint } from '../keep/replay-head.ts';
import { type NewTerminal, newTerminal } from '../launch/new-terminal.ts';
import { cleanName } from '../launch/open-terminal.ts';
import { type Origin, originFromRecord } from '../launch/origin.ts';
import { restoredParams } from '../launch/restored-terminal.ts';
import { type End, type Ending, isFromOutside } from '../pty/exit-status.ts';
import type { PtyExit } from '../pty/pty-port.ts';
import { recoverExited } from '../record/recover-terminals.ts';
import { ListOrder } from '../stream/list-order.ts';
import { RootList } from '../stream/root-list.ts';
import { ClosedTerminals } from './closed-terminals.ts';
import { firstHead, type Made, makeTerminal } from './make-terminal.ts';
import { OwnerWatch } from './owner-watch.ts';
import type { Terminal } from './terminal.ts';
import { namingOf, takenText } from './terminal-name.ts';
import type { Created, TerminalsOptions } from './terminal-options.ts';

export class Terminals {
  readonly #options: TerminalsOptions;
  readonly #list: RootList;
  readonly #terminals = new Map<string, Terminal>();
  /** Parked and ended terminals. */
  readonly closed: ClosedTerminals<Terminal>;
  readonly #closing = new Set<Promise<void>>();
  readonly #owners: OwnerWatch;
  readonly #order = new ListOrder();
  /** URIs of terminals whose processes are being ended by the host. */
  readonly #ending = new Set<string>();
  /** Terminals of an earlier host that are still to be restored: their names are theirs. */
  #expected: readonly TerminalFacts[] = [];
  #counted: () => void = () => {};

  constructor(options: TerminalsOptions) {
    this.#options = options;
    this.#list = new RootList(options.store, options.clock, () => this.listed.map(({ info }) => info));
    this.closed = new ClosedTerminals({
      clock: options.clock,
      exitedMs: options.limits.exitedSeconds * 1000,
      mostEnded: options.limits.endedTerminals,
      onRetire: (uri) => this.park(uri),
      onOver: (uri) => this.#endSoon(uri, {}),
      onForgotten: (uri, terminal) => this.#forget(uri, terminal),
    });
    this.#owners = new OwnerWatch(options.clock, (uri) => this.dispose(uri, { exitCode: -1 }));
  }

  /** The masters of all terminals whose programs run, for the fd holder. */
  get masters(): readonly Held[] {
    return [...this.#terminals].flatMap(([uri, terminal]) => {
      const fd = terminal.master()?.fd;
      const { ledger } = this.#options.recorder.recordOf(uri);
      return fd === undefined ? [] : [{ uri, fd, facts: ledger?.terminal }];
    });
  }

  /** Sets the one listener that is called when the number of terminals or of running programs has changed. */
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

  /** Finds a terminal that can be read: also one that has ended. */
  readable(uri: string): Terminal | undefined {
    return this.#terminals.get(uri) ?? this.closed.ended(uri);
  }

  create(params: CreateTerminalParams, create: CreateMeta, origin: Origin, recovered?: Recovered): Created {
    const { channel } = params;
    if (this.#terminals.has(channel))
      return { ok: false, code: ErrorCode.AlreadyExists, message: `${channel} exists already` };
    const name = cleanName(params.name);
    const isRefused = recovered === undefined && create.nameIsDefault !== true && name !== '';
    if (isRefused && this.#taken(name, channel) === 'now')
      return { ok: false, code: ErrorCode.Conflict, message: takenText(name) };
    const opened = newTerminal({ params, create, origin, recovered }, this.#options);
    if (!opened.ok) return opened;
    const { terminal, replayLog } = this.open(opened, recovered);
    replayLog?.begin(firstHead(opened, recovered));
    // The recorded folder may be gone.
    terminal.followFolder();
    return { ok: true };
  }

  /** Keeps the names of terminals that are going to be restored, until they are or this is called with others. */
  expect(recorded: readonly TerminalFacts[]): void {
    this.#expected = recorded;
  }

  /**
   * Whether a terminal other than that of `uri` has a name now, or had it before. A closed one that can be brought back keeps its name
   * from those that are made after a folder; but who asks for that name gets it.
   */
  #taken(name: string, uri: string): 'now' | 'before' | undefined {
    let had = false;
    for (const other of this.#terminals.values()) {
      if (other.uri === uri) continue;
      const has = other.state.title === name || other.uri === name || idOf(other.uri) === name;
      if (has && this.closed.until(other.uri) === undefined) return 'now';
      had ||= has || other.name.earlier.includes(name);
    }
    for (const { uri: other, name: its, earlier = [] } of this.#expected) {
      if (other === uri || this.#terminals.has(other)) continue;
      if (its === name) return 'now';
      had ||= earlier.includes(name);
    }
    return had ? 'before' : undefined;
  }

  #left(name: string, uri: string): void {
    for (const other of this.#terminals.values()) if (other.uri !== uri) other.name.lose(name);
  }

  /** Restores a terminal of an earlier host, with a new shell below the recorded commands. */
  resume(recovered: Recovered): Created {
    const params = restoredParams(recovered);
    const { shellAsked: shell, env } = recovered.terminal;
    const origin = originFromRecord(recovered.terminal);
    // The recorded folder may have been deleted or unmounted meanwhile.
    const create = { cwdIsDefault: true, ...(env === undefined ? {} : { env }) };
    if (shell === undefined) return this.create(params, create, origin, recovered);
    const opened = this.create(params, { ...create, shell }, origin, recovered);
    return opened.ok ? opened : this.create(params, create, origin, recovered);
  }

  /** Ends a terminal: its viewers get the exit, and its processes are ended in the background. It can still be read. */
  dispose(uri: string, ending: Ending = {}): void {
    this.#endSoon(uri, { ending, keep: true });
  }

  /** Ends a terminal and deletes its record once its processes are gone. Throws when the record cannot be deleted. */
  async purge(uri: string): Promise<void> {
    const why = await this.#end(uri, { purge: true });
    if (why !== undefined) throw new RpcError(ErrorCode.InternalError, `the record stays: ${why}`);
  }

  /**
   * Takes a terminal off the list and keeps it running for some minutes. `asked`: a user or client has closed it. Returns false
   * if there is no such terminal.
   */
  park(uri: string, asked = false): boolean {
    if (!this.#terminals.has(uri)) return false;
    this.#options.recorder.listed(uri, 'parked');
    this.closed.park(uri, asked);
    this.touch(true);
    return true;
  }

  /**
   * Brings a parked terminal back to the list. Where its shell has exited meanwhile, it begins anew: with a new shell in its
   * folder, below what ran there. The record tells what that was.
   */
  async restore(uri: string): Promise<Created> {
    const terminal = this.#terminals.get(uri);
    if (terminal === undefined) return { ok: false, code: ErrorCode.NotFound, message: `there is no ${uri}` };
    const isExited = terminal.state.lifecycle.status === 'exited';
    if (isExited && this.closed.until(uri) !== undefined) return this.#beginAnew(terminal);
    this.closed.leave(uri);
    terminal.backOnList();
    this.#options.recorder.listed(uri, isExited ? 'exited' : 'open');
    // The exited terminal stays on the list as long as if it had exited now.
    if (isExited) this.closed.exited(uri);
    this.touch(true);
    return { ok: true };
  }

  /** It can still be read when that fails. */
  async #beginAnew({ uri, state, owner }: Terminal): Promise<Created> {
    const { recorder, log } = this.#options;
    const { folder, ledger } = recorder.recordOf(uri);
    const refused = (why: string): Created => ({
      ok: false,
      code: ErrorCode.Conflict,
      message: `the shell of ${state.title} has exited, and ${why}`,
    });
    if (owner !== undefined) return refused('it ran at a client');
    if (folder === undefined || ledger === undefined) return refused('nothing is recorded of it');
    await this.#end(uri, { keep: true });
    const recovered = await recoverExited(folder, ledger.terminal, log);
    return recovered === undefined ? refused('its record is gone') : this.resume(recovered);
  }

  /** Moves a terminal in the list, before another one or to the end; the next host keeps the order. */
  move(uri: string, before: string | undefined): void {
    for (const [each, place] of this.#order.move(uri, before)) this.#options.recorder.placed(each, place);
    this.touch(true);
  }

  /** The metadata of a parked terminal for a snapshot. */
  parkedMeta(uri: string): TerminalMeta {
    const until = this.closed.until(uri);
    return until === undefined ? {} : { parkedUntil: until };
  }

  /** Must be called when a client has connected or disconnected, because it may run a pty. */
  clientsChanged(): void {
    for (const { uri, owner, state } of this.#terminals.values()) {
      if (owner !== undefined) this.#owners.seen(uri, this.#options.clients.isConnected(state.claim));
    }
    this.touch(false);
  }

  readonly touch = (now: boolean) => this.#list.touch(now);

  /** Brings the root state up to date before it is read. */
  flushList(): void {
    this.#list.flush();
  }

  /** Ends all terminals; resolves when their processes are gone. */
  async close(): Promise<void> {
    // The next host restores the terminals, so clients must not get an empty list.
    this.#list.close();
    // A pty at a client does not end with the host.
    for (const [uri, { owner }] of this.#terminals)
      this.#endSoon(uri, { ending: owner === undefined ? {} : 'unsaid' });
    this.closed.close();
    await Promise.all(this.#closing);
  }

  #endSoon(uri: string, end: End): void {
    logged(`the end of ${uri}`, this.#options.log, this.#end(uri, end));
  }

  /** Resolves with the reason if the record could not be deleted. */
  async #end(uri: string, { ending, purge = false, keep = false }: End): Promise<string | undefined> {
    const terminal = this.#terminals.get(uri);
    if (terminal === undefined) return undefined;
    const { log, recorder } = this.#options;
    this.#owners.forget(uri);
    this.#ending.add(uri);
    const ended = terminal.close(ending).catch((error: unknown) => {
      log(`ending ${uri}: ${stackOf(error)}`);
    });
    this.#ending.delete(uri);
    this.closed.leave(uri);
    this.#closing.add(ended);
    this.#terminals.delete(uri);
    this.#order.gone(uri);
    const recorded = recorder.closed(uri, ended, purge);
    if (keep) this.closed.keep(uri, terminal);
    else this.#forget(uri, terminal);
    this.#changed();
    await ended;
    this.#closing.delete(ended);
    return recorded;
  }

  /** Frees everything that is kept of a terminal that has ended. */
  #forget(uri: string, terminal: Terminal): void {
    const { store, recorder } = this.#options;
    terminal.forget();
    store.drop(uri);
    recorder.forgot(uri);
  }

  #exited(uri: string, exit: PtyExit | undefined): void {
    if (this.#ending.has(uri)) return;
    this.#options.recorder.ended(uri, exit !== undefined && isFromOutside(exit));
    this.closed.exited(uri);
    this.#counted();
  }

  /** Makes a terminal. One of an earlier host has a clock of its own and a checkpoint. */
  open(
    opened: NewTerminal,
    recovered: Recovered | undefined,
    {
      clock = this.#options.clock,
      earlier,
    }: { readonly clock?: Clock; readonly earlier?: Checkpoint | undefined } = {},
  ): Made {
    const { uri, created, place } = opened.recorded;
    this.closed.forget(uri);
    const onExit = (exit?: PtyExit) => this.#exited(uri, exit);
    const { cwd } = recovered?.terminal ?? opened.state;
    const means = {
      home: this.#options.home,
      taken: (name: string) => this.#taken(name, uri),
      onLeft: (name: string) => this.#left(name, uri),
    };
    const naming = { ...means, cwd, naming: namingOf(opened.recorded, cwd, means) };
    const made = makeTerminal(
      { opened, naming, recovered, earlier, onExit, onInfo: this.touch },
      { ...this.#options, clock },
    );
    this.#terminals.set(uri, made.terminal);
    this.#order.opened(uri, place ?? created, recovered === undefined);
    made.terminal.outerMatch.check();
    this.#changed();
    return made;
  }

  /** Removes a terminal that could not be restored, as if it had never been opened. Its program is not touched. */
  async abandon(uri: string): Promise<void> {
    const terminal = this.#terminals.get(uri);
    this.#terminals.delete(uri);
    this.#order.gone(uri);
    this.closed.leave(uri);
    terminal?.abandon();
    this.#options.store.drop(uri);
    await this.#options.recorder.abandon(uri);
  }

  #changed(): void {
    this.touch(true);
    this.#counted();
  }

  /** The terminals that are not parked, in the order of the list. */
  get listed(): readonly Terminal[] {
    const listed = [...this.#terminals.values()].filter(({ uri }) => this.closed.until(uri) === undefined);
    return this.#order.sorted(listed);
  }
}
