/**
 * Publishes the commands of this host: it reads from the ledgers what is not published yet, and moves the cursor when the server
 * has confirmed it. So nothing has to be kept in memory while the server is away, and nothing is lost when the host is killed.
 */

import { basename, join } from 'node:path';
import { Backoff } from '../../fleet/backoff.ts';
import { type CommandEvent, type FleetRecord, formatEvent, type HostName } from '../../fleet/event.ts';
import { TERMINALS, terminalFolders } from '../../ledger/files/ledger-files.ts';
import { readMeta } from '../../ledger/files/meta-file.ts';
import { findRecords } from '../../ledger/read/find-records.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { asCommandRecord } from '../../ledger/records/record-json.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { FORGOTTEN } from '../../protocol/terminal/forget-command.ts';
import type { Clock } from '../common/clock.ts';
import { emptyRecord } from '../record/open-record.ts';
import type { Cursor, FleetFile } from './fleet-file.ts';
import { type UnsentRow, unsentRows } from './unsent-rows.ts';

export type PublisherOptions = {
  /** The state folder. */
  readonly folder: string;
  readonly host: HostName;
  readonly file: FleetFile;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /** Resolves when the server has stored the event; rejects when that is not certain. */
  readonly publish: (event: CommandEvent, text: string) => Promise<void>;
};

/** What happens within this time is published together. */
const GATHER_MS = 20;
/** Most rows of a terminal that are in memory at once, and events that wait for the server's confirmation. */
const [MOST_ROWS, WINDOW] = [1024, 64];
/** The cursors are written so long after the server has confirmed. */
const SAVE_MS = 1000;
/** UTF-16 units of a command line that are published. The server takes at most 1 MiB a message. */
const MAX_LINE = 32 * 1024;

export class Publisher {
  readonly #options: PublisherOptions;
  /** Folders of terminals whose ledgers may have something new. */
  readonly #changed = new Set<string>();
  readonly #backoff = new Backoff();
  #connected = false;
  #closed = false;
  #cancelNext: (() => void) | undefined;
  #cancelSave: (() => void) | undefined;
  #running: Promise<void> | undefined;
  /** Why nothing can be published now. */
  #trouble: string | undefined;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  /** Must be called when a row was written to the ledger in this folder. */
  changed(folder: string): void {
    this.#changed.add(folder);
    this.#soon(GATHER_MS);
  }

  /** Must be called when a record was forgotten. */
  forgot(folder: string, seq: number): void {
    this.#options.file.forgot(basename(folder), seq);
    this.#saveSoon();
    this.#soon(GATHER_MS);
  }

  /** Must be called when the connection is made or lost. */
  connected(isConnected: boolean): void {
    this.#connected = isConnected;
    if (isConnected) this.#soon(0);
  }

  /** Looks through all ledgers: for what an earlier host has not published. */
  async sweep(): Promise<void> {
    const folders = await terminalFolders(this.#options.folder).catch((error: unknown) => {
      this.#options.log(`fleet: the records cannot be listed: ${reasonOf(error)}`);
      return [];
    });
    if (folders.length > 0) this.#options.file.keepOnly(new Set(folders.map(idOf)));
    for (const folder of folders) this.#changed.add(folder);
    this.#soon(0);
  }

  /** Publishes what is there, and writes the cursors. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelNext?.();
    this.#cancelSave?.();
    await this.#running;
    if (this.#connected) await this.#publishAll().catch(() => {});
    await this.#options.file.save().catch((error: unknown) => this.#tell(reasonOf(error)));
  }

  #soon(ms: number): void {
    if (this.#closed || !this.#connected || this.#running !== undefined) return;
    this.#cancelNext ??= this.#options.clock.after(ms, () => {
      this.#cancelNext = undefined;
      this.#running = this.#run();
    });
  }

  async #run(): Promise<void> {
    let wait: number | undefined;
    try {
      await this.#publishAll();
      this.#backoff.succeeded();
      this.#tell(undefined);
    } catch (error) {
      this.#tell(reasonOf(error));
      wait = this.#backoff.next();
    }
    this.#running = undefined;
    const { forgotten } = this.#options.file;
    if (this.#changed.size > 0 || forgotten.length > 0) this.#soon(wait ?? GATHER_MS);
  }

  async #publishAll(): Promise<void> {
    for (const folder of [...this.#changed]) {
      this.#changed.delete(folder);
      try {
        await this.#publishTerminal(folder);
      } catch (error) {
        this.#changed.add(folder);
        throw error;
      }
    }
    for (const each of this.#options.file.forgotten) {
      await this.#publishForgotten(join(this.#options.folder, TERMINALS, each.terminal), each.seq);
      this.#options.file.toldForgotten(each);
      this.#saveSoon();
    }
  }

  async #publishTerminal(folder: string): Promise<void> {
    const { file } = this.#options;
    const id = idOf(folder);
    for (let more = true; more; ) {
      const from = file.cursorOf(id) ?? { since: file.joined };
      const unsent = await unsentRows(folder, from, MOST_ROWS);
      more = unsent.more;
      if (unsent.rows.length > 0) await this.#publishRows(folder, unsent.rows);
    }
  }

  async #publishRows(folder: string, rows: readonly UnsentRow[]): Promise<void> {
    const { file } = this.#options;
    const terminal = await describe(folder);
    for (let at = 0; at < rows.length; at += WINDOW) {
      const window = rows.slice(at, at + WINDOW);
      const events = await Promise.all(window.map((row) => this.#eventOf(folder, terminal, row)));
      await Promise.all(events.map((event) => event && this.#publish(event)));
      file.moved(terminal.id, moved(file.cursorOf(terminal.id), window));
      this.#saveSoon();
    }
  }

  async #eventOf(
    folder: string,
    terminal: CommandEvent['terminal'],
    row: UnsentRow,
  ): Promise<CommandEvent | undefined> {
    const { host } = this.#options;
    if (row.kind !== 'left') return { kind: row.kind, host, terminal, record: published(row.record) };
    // Rare: somebody has left a shell on another machine. The reader completes the record.
    const { records } = await findRecords(emptyRecord().commands, folder, { seq: row.seq });
    const [record] = records;
    return record === undefined ? undefined : { kind: 'left', host, terminal, record: published(record) };
  }

  async #publishForgotten(folder: string, seq: number): Promise<void> {
    const { host } = this.#options;
    const terminal = await describe(folder);
    const record = published({
      seq,
      commandId: '',
      commandLine: FORGOTTEN,
      startedAt: 0,
      output: { head: '', omitted: 0, tail: '' },
      forgotten: true,
    });
    await this.#publish({ kind: 'forgot', host, terminal, record });
  }

  #publish(event: CommandEvent): Promise<void> {
    return this.#options.publish(event, formatEvent(event));
  }

  #saveSoon(): void {
    const { clock, file } = this.#options;
    if (this.#closed) return;
    this.#cancelSave ??= clock.after(SAVE_MS, () => {
      this.#cancelSave = undefined;
      file.save().catch((error: unknown) => this.#tell(reasonOf(error)));
    });
  }

  /** Logs that publishing fails, once for each reason, and that it works again. */
  #tell(trouble: string | undefined): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#options.log(
      trouble === undefined ? 'fleet: publishing works again' : `fleet: not published now: ${trouble}`,
    );
  }
}

/** The id of a terminal in subjects: the name of its folder, as one word. */
export function idOf(folder: string): string {
  return basename(folder).replaceAll('.', '_');
}

async function describe(folder: string): Promise<CommandEvent['terminal']> {
  const meta = await readMeta(folder);
  const id = idOf(folder);
  // A damaged description hides no command.
  return meta.ok ? { id, name: meta.terminal.name, uri: meta.terminal.uri } : { id, name: id, uri: '' };
}

/** The record as the ledger has it, without what was printed. */
function published(record: LedgerRecord): FleetRecord {
  const {
    stdout: _stdout,
    stderr: _stderr,
    omitted: _omitted,
    printed_before: _before,
    no_command: _no,
    note: _note,
    note_by: _by,
    bookmarked: _bookmarked,
    ...rest
  } = asCommandRecord(record);
  const cut = rest.cmd.length - MAX_LINE;
  return cut <= 0 ? rest : { ...rest, cmd: rest.cmd.slice(0, MAX_LINE), cmd_cut: rest.cmd_cut + cut };
}

function moved(before: Cursor | undefined, rows: readonly UnsentRow[]): Cursor {
  let { begun, ended } = before ?? { begun: 0, ended: 0 };
  for (const row of rows) {
    if (row.kind === 'left') continue;
    begun = Math.max(begun, row.record.seq);
    if (row.kind === 'ended') ended = Math.max(ended, row.record.seq);
  }
  return { begun, ended };
}
