/** Keeps what happens in the terminals, as the store announces it: in memory, and in ledgers where there is a place for them. */

import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { RecordedTerminal } from '../../ledger/files/meta-file.ts';
import { terminalFolder } from '../../ledger/files/terminal-folder.ts';
import type { Recovered } from '../../ledger/read/recover.ts';
import { recoverAll } from '../../ledger/read/recover-all.ts';
import { CommandLog } from '../../ledger/records/command-log.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { archiveTerminals } from '../../ledger/write/archive.ts';
import { RawLog } from '../../ledger/write/raw-log.ts';
import { TerminalLedger } from '../../ledger/write/terminal-ledger.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { Clock } from '../ground/clock.ts';
import { type Lock, takeLock } from '../ground/folder-lock.ts';
import { DEFAULT_COLS, DEFAULT_ROWS } from '../ground/screen-size.ts';
import { settledWithin } from '../ground/settled-within.ts';
import type { Orphans } from '../pty/orphans.ts';
import { CONTENT_KEPT } from '../stream/store.ts';
import { rawAction } from './raw-action.ts';
import { type Recording, recordAction } from './record-action.ts';

export type RecorderOptions = {
  /** Absent: nothing is written, and nothing is brought back. */
  readonly disk?: {
    /** The state folder. */
    readonly folder: string;
    /** Nothing is brought back; the records of before are archived. */
    readonly clean: boolean;
    /** All that terminals print is written down besides. */
    readonly raw: boolean;
  };
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /** What `metaOf` tells has changed. */
  readonly onChange: () => void;
  /** A command has ended, and its record is complete. */
  readonly onFinished: (uri: string, record: LedgerRecord) => void;
};

export type RecordMeta = Pick<TerminalMeta, 'interrupted' | 'recording'>;

/** Blocks that are brought back; of shorter ones more would fit, but the content has no room for them. */
const KEPT_RECORDS = 3072;
/** A disk that does not answer must not keep the host from ending. */
const CLOSE_MS = 3000;

type Disk = NonNullable<RecorderOptions['disk']>;

type Entry = Recording & {
  /** Where its ledger is. */
  readonly folder?: string;
  readonly raw?: RawLog;
  interrupted: TerminalMeta['interrupted'];
  trouble: string | undefined;
};

export class Recorder {
  readonly #options: RecorderOptions;
  /** Processes whose end no host has seen; known after `start`. */
  orphans: readonly Orphans[] = [];
  /** Not brought back; with a command that was cut off. */
  parked: readonly Recovered[] = [];
  readonly #entries = new Map<string, Entry>();
  readonly #closing = new Set<Promise<string | undefined>>();
  #folders: Set<string> = new Set();
  #lock: Lock | undefined;
  /** Another host records there. */
  #blocked: string | undefined;
  #stopping = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** What is to be brought back. Fails never: a host that cannot record still has terminals. */
  async start(): Promise<readonly Recovered[]> {
    const { disk } = this.#options;
    if (disk === undefined) return [];
    try {
      return await this.#start(disk);
    } catch (error) {
      this.#options.log(`records in ${disk.folder}: ${textOf(error)}`);
      return [];
    }
  }

  /** The state folder, if it is this host's to write to. */
  get folder(): string | undefined {
    return this.#lock === undefined ? undefined : this.#options.disk?.folder;
  }

  /** `here`: its shell runs here, so it can be brought back one day. */
  opened(facts: RecordedTerminal, here: boolean, recovered?: Recovered): void {
    const log = new CommandLog(recovered?.lastSeq ?? 0);
    const written = here ? this.#write(facts, log, recovered) : {};
    const entry = { log, ...written, interrupted: interruptedIn(recovered), trouble: undefined };
    this.#entries.set(facts.uri, entry);
  }

  take({ channel, action, origin }: ActionEnvelope): void {
    const entry = this.#entries.get(channel);
    if (entry === undefined) return;
    if (entry.raw !== undefined) rawAction(entry.raw, action);
    if (action.type === 'terminal/commandExecuted') entry.interrupted = undefined;
    const moment = {
      now: this.#options.clock.now(),
      byClient: origin !== undefined,
      stopping: this.#stopping,
    };
    const finished = recordAction(entry, action, moment);
    if (finished !== undefined) this.#options.onFinished(channel, finished);
  }

  /** What ran in a terminal, and where the older records are. Of one that is gone: nothing. */
  of(uri: string): Recording & Pick<Entry, 'folder' | 'raw'> {
    return this.#entries.get(uri) ?? { log: new CommandLog(0) };
  }

  /** Closed by the user, but not for good yet; or brought back from there. */
  listed(uri: string, state: 'parked' | 'open' | 'exited'): void {
    this.#entries.get(uri)?.ledger?.describe({ state });
  }

  /** Its program ended by itself: what of it goes on was meant to. */
  ended(uri: string): void {
    this.#entries.get(uri)?.ledger?.describe({ process: undefined });
  }

  /**
   * It is gone, or the host ends and the next one brings it back. `ended`: its processes have. Answers, for one whose
   * record is to go as well, why it could not be deleted.
   */
  closed(uri: string, ended: Promise<void>, purge: boolean): Promise<string | undefined> {
    const entry = this.#entries.get(uri);
    this.#entries.delete(uri);
    const closing = entry === undefined ? ended.then(() => undefined) : this.#close(entry, ended, purge);
    const settled = closing.catch((error: unknown) => {
      this.#options.log(`record of ${uri}: ${textOf(error)}`);
      return textOf(error);
    });
    this.#closing.add(settled);
    void settled.then(() => this.#closing.delete(settled));
    return settled;
  }

  metaOf(uri: string): RecordMeta {
    const { interrupted, trouble = this.#blocked } = this.#entries.get(uri) ?? {};
    return {
      ...(interrupted === undefined ? {} : { interrupted }),
      ...(trouble === undefined ? {} : { recording: { off: `Commands are not recorded now: ${trouble}` } }),
    };
  }

  /** From now on what ends is ended by the host, and is to be brought back. */
  stop(): void {
    this.#stopping = true;
  }

  async close(): Promise<void> {
    for (const uri of [...this.#entries.keys()]) void this.closed(uri, Promise.resolve(), false);
    await settledWithin(CLOSE_MS, this.#options.clock, Promise.all(this.#closing));
    this.#lock?.release();
  }

  async #close({ ledger, raw, folder }: Entry, ended: Promise<void>, purge: boolean): Promise<undefined> {
    if (!this.#stopping) ledger?.describe({ state: 'closed' });
    await ended;
    ledger?.describe({ process: undefined });
    await Promise.all([ledger?.close(), raw?.close()]);
    if (!purge || folder === undefined) return;
    await rm(folder, { recursive: true, force: true });
    this.#folders.delete(folder);
  }

  #write(facts: RecordedTerminal, log: CommandLog, recovered: Recovered | undefined): Partial<Entry> {
    const { disk, clock } = this.#options;
    if (disk === undefined || this.#blocked !== undefined) return {};
    const { uri } = facts;
    const folder = recovered?.folder ?? terminalFolder(disk.folder, uri, this.#folders);
    this.#folders.add(folder);
    const onTrouble = (why: string | undefined) => this.#troubled(uri, why);
    const ledger = new TerminalLedger({ folder, facts, log, clock, onTrouble });
    return disk.raw ? { folder, ledger, raw: this.#rawLog(folder, facts) } : { folder, ledger };
  }

  #rawLog(folder: string, { uri, cols = DEFAULT_COLS, rows = DEFAULT_ROWS }: RecordedTerminal): RawLog {
    const { clock, log } = this.#options;
    const onTrouble = (why: string) => log(`raw log of ${uri}: cannot be written: ${why}`);
    return new RawLog({ folder, clock, size: { cols, rows }, onTrouble });
  }

  async #start({ folder, clean }: Disk): Promise<readonly Recovered[]> {
    const { clock, log } = this.#options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    const taken = takeLock(folder, randomBytes(8).toString('hex'));
    if (!taken.ok) {
      this.#blocked = `another host (process ${taken.holder}) records in ${folder}`;
      log(this.#blocked);
      return [];
    }
    this.#lock = taken.lock;
    const onTrouble = (what: string) => log(`record set aside: ${what}`);
    const found = await recoverAll(folder, { chars: CONTENT_KEPT, count: KEPT_RECORDS, onTrouble });
    this.orphans = found.processes;
    if (!clean) {
      this.#folders = new Set(found.folders);
      this.parked = found.parked;
      return found.terminals;
    }
    const place = await archiveTerminals(folder, clock.now());
    if (place !== undefined) log(`the records of before are in ${place}`);
    return [];
  }

  #troubled(uri: string, why: string | undefined): void {
    this.#options.log(
      `record of ${uri}: ${why === undefined ? 'written again' : `cannot be written: ${why}`}`,
    );
    const entry = this.#entries.get(uri);
    if (entry === undefined) return;
    entry.trouble = why;
    this.#options.onChange();
  }
}

/** A line of which something was taken out or cut is not the command that ran: it is not offered. */
function interruptedIn(recovered: Recovered | undefined): TerminalMeta['interrupted'] {
  const program = recovered?.terminal.program;
  if (program !== undefined) return { commandLine: program };
  const last = recovered?.records.at(-1);
  if (last?.killedByRestart !== true || last.commandLine === '') return undefined;
  if (last.redacted?.includes('cmd') || last.commandCut !== undefined) return undefined;
  return { commandId: last.commandId, commandLine: last.commandLine };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
