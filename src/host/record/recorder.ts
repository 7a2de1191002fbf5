/** Records what happens in the terminals: in memory, and in ledgers on disk if there is a state folder. */

import { rm } from 'node:fs/promises';
import type { TerminalFacts } from '../../ledger/files/meta-file.ts';
import { terminalFolder } from '../../ledger/files/terminal-folder.ts';
import type { Recovered } from '../../ledger/read/recover.ts';
import { deleteRecords, type RecoveredAll } from '../../ledger/read/recover-all.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import type { TextSource } from '../../ledger/records/text-source.ts';
import { textLimits } from '../../ledger/text/text-limits.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { ActionEnvelope } from '../../protocol/envelope.ts';
import { isNoCommand } from '../../protocol/terminal/no-command.ts';
import { settledWithin } from '../common/settled-within.ts';
import { interruptedIn } from './interrupted-command.ts';
import { emptyRecord, openRecord, type TerminalRecord } from './open-record.ts';
import { logRawAction } from './raw-action.ts';
import { recordAction } from './record-action.ts';
import type { RecorderOptions } from './recorder-options.ts';
import { nothingRecovered, recoverTerminals } from './recover-terminals.ts';
import { StateLock } from './state-lock.ts';

export type RecordMeta = Pick<TerminalMeta, 'interrupted' | 'recording'>;

/** Longest wait for the disk when the host ends. */
const CLOSE_MS = 3000;

type Entry = TerminalRecord & {
  interrupted: TerminalMeta['interrupted'];
  /** Reason why the ledger cannot be written now. */
  trouble: string | undefined;
  /** Whether it is told what happened under an earlier host: who waits for that is told by what was kept for them. */
  isReplayed: boolean;
};

export class Recorder {
  readonly #options: RecorderOptions;
  readonly #entries = new Map<string, Entry>();
  #changed: () => void = () => {};
  #finished: (uri: string, record: LedgerRecord) => void = () => {};
  #printedSince: (uri: string) => string | undefined = () => undefined;
  readonly #closing = new Set<Promise<string | undefined>>();
  #folders: Set<string> = new Set();
  readonly #lock: StateLock | undefined;
  #stopping = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    const { disk, clock, log } = options;
    if (disk !== undefined) this.#lock = new StateLock({ folder: disk.folder, clock, log });
  }

  /** Sets the one listener that is called when something that `metaOf` returns has changed. */
  onChange(listener: () => void): void {
    this.#changed = listener;
  }

  /** Sets the one listener that is called with the complete record of each shell command that has ended. */
  onFinished(listener: (uri: string, record: LedgerRecord) => void): void {
    this.#finished = listener;
  }

  /** Sets the function that returns what a terminal has printed since its last command. */
  readBetween(printedSince: (uri: string) => string | undefined): void {
    this.#printedSince = printedSince;
  }

  /** Takes the state folder, so that this host is the one that records. Throws a `StartError` if another host has it. */
  async claim(): Promise<void> {
    await this.#lock?.take();
  }

  /** Keeps the state folder, and the address at which starters find this host; called again and again. */
  keep(socket: string): void {
    const blocked = this.#lock?.blocked;
    this.#lock?.check(socket);
    if (this.#lock?.blocked !== blocked) this.#changed();
  }

  /** Gives up the state folder, when all is written. */
  release(): void {
    this.#lock?.release();
  }

  /**
   * Returns what an earlier host has left; `kept` are the terminals whose programs live, with what is known of them beside
   * their records. Throws when the records cannot be listed.
   */
  async start(kept: ReadonlyMap<string, TerminalFacts | undefined>): Promise<RecoveredAll> {
    const { disk } = this.#options;
    if (disk === undefined) return nothingRecovered;
    const found = await recoverTerminals({ ...this.#options, disk }, kept);
    this.#folders = new Set(found.folders);
    return found;
  }

  /** Deletes the oldest records of closed terminals, some of `start`. Never throws, and nothing waits for it. */
  async prune(surplus: readonly string[]): Promise<void> {
    if (this.folder === undefined) return;
    await deleteRecords(surplus, this.#options.log);
  }

  /** The state folder, if this host may write to it. */
  get folder(): string | undefined {
    return this.#lock?.blocked === undefined ? this.#options.disk?.folder : undefined;
  }

  /** Called for a new terminal. `here`: its shell runs on this machine, so it can be restored later. */
  opened(terminal: TerminalFacts, printed: TextSource, here: boolean, recovered?: Recovered): void {
    const { uri } = terminal;
    const { clock, log, disk, limits } = this.#options;
    const record = openRecord({
      terminal,
      printed,
      printedSince: () => this.#printedSince(uri),
      lastSeq: recovered?.lastSeq ?? 0,
      written: recovered?.written,
      folder: here ? this.#folderOf(uri, recovered) : undefined,
      raw: disk?.raw === true,
      limits: textLimits(limits.outputMiB, limits.outputsMiB),
      clock,
      log,
      onTrouble: (why) => this.#troubled(uri, why),
    });
    this.#entries.set(uri, {
      ...record,
      interrupted: interruptedIn(recovered),
      trouble: undefined,
      isReplayed: recovered?.written !== undefined,
    });
  }

  take({ channel, action, origin }: ActionEnvelope): void {
    const entry = this.#entries.get(channel);
    if (entry === undefined) return;
    if (entry.raw !== undefined) logRawAction(entry.raw, action);
    if (action.type === 'terminal/commandExecuted' && !isNoCommand(action)) entry.interrupted = undefined;
    const moment = {
      now: this.#options.clock.now(),
      byClient: origin !== undefined,
      stopping: this.#stopping,
      replayed: entry.isReplayed,
    };
    const finished = recordAction(entry, action, moment);
    // The running command is still listed: what it prints from now on is not cleared.
    if (action.type === 'terminal/cleared')
      entry.index.clear(entry.commands.begun?.seq ?? entry.commands.nextSeq);
    // Whoever is told of it writes it down: an inbox, a history.
    if (finished === undefined || finished.unrecorded === true) return;
    entry.index.ended(finished);
    // Nobody waits for the end of no command.
    if (!entry.isReplayed && finished.noCommand !== true) this.#finished(channel, finished);
  }

  /** Called when a terminal has been told everything that happened under the earlier host. */
  replayed(uri: string): void {
    const entry = this.#entries.get(uri);
    if (entry !== undefined) entry.isReplayed = false;
  }

  /** Returns the record of a terminal, which is empty for one that is gone. */
  recordOf(uri: string): TerminalRecord {
    return this.#entries.get(uri) ?? emptyRecord();
  }

  /** Called when a terminal is parked, or comes back from there: open, or exited meanwhile. */
  readonly listed = (uri: string, state: 'parked' | 'open' | 'exited') =>
    this.#entries.get(uri)?.ledger?.describe({ state });

  /** Called when a terminal was moved in the list. */
  readonly placed = (uri: string, place: number) => this.#entries.get(uri)?.ledger?.describe({ place });

  /**
   * Called when the program of a terminal has ended and the host goes on: processes that survive it were meant to. `fromOutside`:
   * whatever ends the user's session or the machine has ended it, and the next host restores the terminal.
   */
  ended(uri: string, fromOutside: boolean): void {
    const isOver = !this.#stopping && !fromOutside;
    this.#entries.get(uri)?.ledger?.describe({
      process: undefined,
      ...(isOver ? { state: 'exited' } : {}),
    });
  }

  /**
   * Called when a terminal is closed, or when the host ends and the next host restores it. `ended` resolves when its
   * processes have ended. With `purge` the record is deleted, too; resolves with the reason if that fails.
   */
  closed(uri: string, ended: Promise<void>, purge: boolean): Promise<string | undefined> {
    const entry = this.#entries.get(uri);
    const closing = entry === undefined ? ended.then(() => undefined) : this.#close(entry, ended, purge);
    const settled = closing.catch((error: unknown) => {
      this.#options.log(`record of ${uri}: ${reasonOf(error)}`);
      return reasonOf(error);
    });
    this.#closing.add(settled);
    void settled.then(() => this.#closing.delete(settled));
    return settled;
  }

  /** Closes the record of a terminal that could not be restored. It can be opened again. */
  async abandon(uri: string): Promise<void> {
    const entry = this.#entries.get(uri);
    this.#entries.delete(uri);
    await Promise.all([entry?.ledger?.close(), entry?.text?.close(), entry?.raw?.close()]);
  }

  /** Called when a closed terminal is not read any more. */
  readonly forgot = (uri: string) => this.#entries.delete(uri);

  metaOf(uri: string): RecordMeta {
    const { interrupted, trouble = this.#lock?.blocked } = this.#entries.get(uri) ?? {};
    return {
      ...(interrupted === undefined ? {} : { interrupted }),
      ...(trouble === undefined ? {} : { recording: { off: `Commands are not recorded now: ${trouble}` } }),
    };
  }

  /** Marks that the host is stopping: terminals that end from now on are restored by the next host. */
  stop(): void {
    this.#stopping = true;
  }

  async close(): Promise<void> {
    for (const uri of [...this.#entries.keys()]) void this.closed(uri, Promise.resolve(), false);
    await settledWithin(CLOSE_MS, this.#options.clock, Promise.all(this.#closing));
    this.release();
  }

  async #close(
    { ledger, raw, text, folder }: Entry,
    ended: Promise<void>,
    purge: boolean,
  ): Promise<undefined> {
    if (!this.#stopping) ledger?.describe({ state: 'closed' });
    await ended;
    ledger?.describe({ process: undefined });
    await Promise.all([ledger?.close(), raw?.close(), text?.close()]);
    if (!purge || folder === undefined) return;
    await rm(folder, { recursive: true, force: true });
    this.#folders.delete(folder);
  }

  /** Returns the folder of a terminal's record; undefined when the host does not write. */
  #folderOf(uri: string, recovered: Recovered | undefined): string | undefined {
    const { disk } = this.#options;
    if (disk === undefined || this.#lock?.blocked !== undefined) return undefined;
    const folder = recovered?.folder ?? terminalFolder(disk.folder, uri, this.#folders);
    this.#folders.add(folder);
    return folder;
  }

  #troubled(uri: string, why: string | undefined): void {
    this.#options.log(
      `record of ${uri}: ${why === undefined ? 'can be written again' : `cannot be written: ${why}`}`,
    );
    const entry = this.#entries.get(uri);
    if (entry === undefined) return;
    entry.trouble = why;
    this.#changed();
  }
}
