/** Records what happens in the terminals: in memory, and, if there is a state folder, in ledgers on disk. */

import { rm } from 'node:fs/promises';
import type { TerminalFacts } from '../../ledger/files/meta-file.ts';
import { terminalFolder } from '../../ledger/files/terminal-folder.ts';
import type { Recovered } from '../../ledger/read/recover.ts';
import { deleteRecords, type RecoveredAll } from '../../ledger/read/recover-all.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import type { TextSource } from '../../ledger/records/text-source.ts';
import { textLimits } from '../../ledger/text/text-limits.ts';
import type { RawLog } from '../../ledger/write/raw-log.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Action, ActionEnvelope, UnknownAction } from '../../protocol/envelope.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import { isNoCommand } from '../../protocol/terminal/no-command.ts';
import { settledWithin } from '../common/settled-within.ts';
import { emptyRecord, openRecord, type TerminalRecord } from './open-record.ts';
import { recordAction } from './record-action.ts';
import type { RecorderOptions } from './recorder-options.ts';
import { nothingRecovered, recoverTerminals } from './recover-terminals.ts';
import { StateLock } from './state-lock.ts';

export type RecordMeta = Pick<TerminalMeta, 'interrupted' | 'recording'>;

/** Longest wait for the disk, in milliseconds, when the host ends. */
const CLOSE_MS = 3000;

type Entry = TerminalRecord & {
  interrupted: TerminalMeta['interrupted'];
  /** The reason if the ledger cannot be written now. */
  trouble: string | undefined;
  /**
   * Whether the replay log is being replayed. Commands that end meanwhile are not announced: whoever waits for them gets them
   * from the inbox.
   */
  isReplayed: boolean;
};

export class Recorder {
  readonly #options: RecorderOptions;
  readonly #entries = new Map<string, Entry>();
  #changed: () => void = () => {};
  #finished: (uri: string, record: LedgerRecord) => void = () => {};
  #wrote: ((folder: string) => void) | undefined;
  #forgotten: (folder: string, seq: number) => void = () => {};
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

  /** Sets the one listener that is called when a value of `metaOf` has changed. */
  onChange(listener: () => void): void {
    this.#changed = listener;
  }

  /** Sets the one listener that is called with the complete record of each shell command that has ended. */
  onFinished(listener: (uri: string, record: LedgerRecord) => void): void {
    this.#finished = listener;
  }

  /** Sets the one listener that is called with the folder of a ledger to which the begin or the end of a command was written. */
  onWritten(listener: (folder: string) => void): void {
    this.#wrote = listener;
  }

  /** Sets the one listener that is called with the folder and the number of each record that is forgotten. */
  onForgotten(listener: (folder: string, seq: number) => void): void {
    this.#forgotten = listener;
  }

  /** Sets the function that returns what a terminal has printed since its last command. */
  readBetween(printedSince: (uri: string) => string | undefined): void {
    this.#printedSince = printedSince;
  }

  /** Locks the state folder, so that only this host records in it. Throws a `StartError` if another host has it. */
  async claim(): Promise<void> {
    await this.#lock?.take();
  }

  /** Renews the lock and the file with the address of this host, if they have been removed. Called again and again. */
  keep(socket: string): void {
    const blocked = this.#lock?.blocked;
    this.#lock?.check(socket);
    if (this.#lock?.blocked !== blocked) this.#changed();
  }

  /** Releases the lock of the state folder. To be called when everything is written. */
  release(): void {
    this.#lock?.release();
  }

  /**
   * Recovers the records of an earlier host. `kept`: the terminals whose programs still run, with the fd holder's copy of their
   * descriptions. Throws if the records cannot be listed.
   */
  async start(kept: ReadonlyMap<string, TerminalFacts | undefined>): Promise<RecoveredAll> {
    const { disk } = this.#options;
    if (disk === undefined) return nothingRecovered;
    const found = await recoverTerminals({ ...this.#options, disk }, kept);
    this.#folders = new Set(found.folders);
    return found;
  }

  /** Deletes the oldest records of closed terminals (the surplus of `start`). Never throws. */
  async prune(surplus: readonly string[]): Promise<void> {
    if (this.folder === undefined) return;
    await deleteRecords(surplus, this.#options.log);
  }

  /** The state folder; undefined if this host must not write to it. */
  get folder(): string | undefined {
    return this.#lock?.blocked === undefined ? this.#options.disk?.folder : undefined;
  }

  /** Must be called for a new terminal. `here`: its shell runs on this machine, so that it can be restored later. */
  opened(terminal: TerminalFacts, printed: TextSource, here: boolean, recovered?: Recovered): void {
    const { uri } = terminal;
    const { clock, log, disk, limits } = this.#options;
    const record = openRecord({
      terminal,
      printed,
      printedSince: () => this.#printedSince(uri),
      lastSeq: recovered?.lastSeq ?? 0,
      written: recovered?.written,
      earlier: recovered?.records ?? [],
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

  take({ channel, action }: ActionEnvelope): void {
    const entry = this.#entries.get(channel);
    if (entry === undefined) return;
    if (entry.raw !== undefined) logRawAction(entry.raw, action);
    if (action.type === 'terminal/commandExecuted' && !isNoCommand(action)) entry.interrupted = undefined;
    const moment = {
      now: this.#options.clock.now(),
      stopping: this.#stopping,
      replayed: entry.isReplayed,
    };
    const finished = recordAction(entry, action, moment);
    if (isBoundary(action)) this.#tellWritten(entry);
    // The running command stays in the index: its later output is not cleared.
    if (action.type === 'terminal/cleared')
      entry.index.clear(entry.commands.begun?.seq ?? entry.commands.nextSeq);
    // A command that must not be recorded is not announced either: receivers write it to inboxes and to the history.
    if (finished === undefined || finished.unrecorded === true) return;
    entry.index.ended(finished);
    entry.waits.commandEnded(finished);
    // A part without a command is not announced.
    if (!entry.isReplayed && finished.noCommand !== true) this.#finished(channel, finished);
  }

  /** Rows may wait for the disk, or while a record is being forgotten. */
  #tellWritten({ folder, ledger }: Entry): void {
    const wrote = this.#wrote;
    if (wrote === undefined || folder === undefined || ledger === undefined) return;
    if (ledger.isWritten) wrote(folder);
    else void ledger.written().then(() => wrote(folder));
  }

  /** Must be called when command line and output of a record are deleted. */
  recordForgotten(folder: string, seq: number): void {
    this.#forgotten(folder, seq);
  }

  /** Must be called when the replay log of a terminal was replayed. */
  replayed(uri: string): void {
    const entry = this.#entries.get(uri);
    if (entry === undefined) return;
    entry.isReplayed = false;
    entry.waits.replayed();
  }

  /** Returns the record of a terminal; an empty one if the terminal is gone. */
  recordOf(uri: string): TerminalRecord {
    return this.#entries.get(uri) ?? emptyRecord();
  }

  /** Must be called when a terminal is parked or listed again; it may have exited meanwhile. */
  readonly listed = (uri: string, state: 'parked' | 'open' | 'exited') =>
    this.#entries.get(uri)?.ledger?.describe({ state });

  /** Must be called when a terminal has another name. */
  readonly named = (uri: string, naming: Pick<TerminalFacts, 'name' | 'named' | 'earlier'>) =>
    this.#entries.get(uri)?.ledger?.describe(naming);

  /** Must be called when a terminal was moved in the list. */
  readonly placed = (uri: string, place: number) => this.#entries.get(uri)?.ledger?.describe({ place });

  /**
   * Must be called when the program of a terminal has ended and the host goes on. (Processes that survive it were meant to.)
   * `fromOutside`: it was ended by a logout or shutdown, so that the next host must restore the terminal.
   */
  ended(uri: string, fromOutside: boolean): void {
    const isOver = !this.#stopping && !fromOutside;
    if (isOver) this.#entries.get(uri)?.waits.ended();
    this.#entries.get(uri)?.ledger?.describe({
      process: undefined,
      ...(isOver ? { state: 'exited' } : {}),
    });
  }

  /**
   * Must be called when a terminal is closed, also when the host ends and the next one restores it. `ended` resolves when its
   * processes have ended. With `purge` the record is deleted; resolves with the reason if that fails.
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

  /** Must be called when a closed terminal is no longer read. */
  readonly forgot = (uri: string) => this.#entries.delete(uri);

  metaOf(uri: string): RecordMeta {
    const { interrupted, trouble = this.#lock?.blocked } = this.#entries.get(uri) ?? {};
    return {
      ...(interrupted === undefined ? {} : { interrupted }),
      ...(trouble === undefined ? {} : { recording: { off: `Commands are not recorded now: ${trouble}` } }),
    };
  }

  /** Why commands are not recorded now, and in how many terminals; undefined while all are. */
  get trouble(): { readonly terminals: number; readonly why: string } | undefined {
    const entries = [...this.#entries.values()];
    const blocked = this.#lock?.blocked;
    if (blocked !== undefined) return { terminals: entries.length, why: blocked };
    const troubled = entries.flatMap(({ trouble }) => trouble ?? []);
    const [why] = troubled;
    return why === undefined ? undefined : { terminals: troubled.length, why };
  }

  /** Must be called when the host stops: terminals that end from now on are restored by the next host. */
  stop(): void {
    this.#stopping = true;
  }

  async close(): Promise<void> {
    for (const uri of [...this.#entries.keys()]) void this.closed(uri, Promise.resolve(), false);
    await settledWithin(CLOSE_MS, this.#options.clock, Promise.all(this.#closing));
    this.release();
  }

  async #close(
    { ledger, raw, text, waits, folder }: Entry,
    ended: Promise<void>,
    purge: boolean,
  ): Promise<undefined> {
    if (!this.#stopping) {
      waits.ended();
      ledger?.describe({ state: 'closed' });
    }
    await ended;
    ledger?.describe({ process: undefined });
    await Promise.all([ledger?.close(), raw?.close(), text?.close()]);
    if (!purge || folder === undefined) return;
    await rm(folder, { recursive: true, force: true });
    this.#folders.delete(folder);
  }

  /** Returns the folder of a terminal's record; undefined if the host must not write. */
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
    if (why === undefined) this.#tellWritten(entry);
    this.#changed();
  }
}

function isBoundary({ type }: ActionEnvelope['action']): boolean {
  return type === 'terminal/commandExecuted' || type === 'terminal/commandFinished';
}

/** Returns the command that the end of the last host interrupted, to offer it after a restart. A redacted or cut line is not offered, because it is not what ran. */
function interruptedIn(recovered: Recovered | undefined): TerminalMeta['interrupted'] {
  const program = recovered?.terminal.program;
  if (program !== undefined) return { commandLine: program };
  const last = recovered?.records.findLast(({ noCommand }) => noCommand !== true);
  if (last?.killedByRestart !== true || last.commandLine === '') return undefined;
  if (last.redacted?.includes('cmd') || last.commandCut !== undefined) return undefined;
  return { commandId: last.commandId, commandLine: last.commandLine };
}

/** Writes an action of a terminal to its raw log, in the order in which viewers get them. */
function logRawAction(raw: RawLog, action: Action | UnknownAction): void {
  switch (action.type) {
    case 'terminal/data':
      raw.printed(action.data);
      break;
    case 'terminal/commandExecuted':
      raw.command(action.commandId, 'begins');
      break;
    case 'terminal/commandFinished':
      // A `forgotten` end repeats one that is logged already.
      if (cottyMeta<CommandMeta>(action._meta).forgotten !== true) raw.command(action.commandId, 'ended');
      break;
    case 'terminal/resized':
      raw.resized(action.cols, action.rows);
      break;
    case 'terminal/cleared':
      raw.cleared();
      break;
    default:
  }
}
