/**
 * Publishes the commands of this host: it reads from the ledgers what is not published yet, and moves the cursor when the server
 * has confirmed it. So nothing has to be kept in memory while the server is away, and nothing is lost when the host is killed.
 */

import { basename, join } from 'node:path';
import { Backoff } from '../../fleet/backoff.ts';
import { type CommandEvent, formatEvent, type HostName, publishedRecord } from '../../fleet/event.ts';
import { TERMINALS, terminalFolders } from '../../ledger/files/ledger-files.ts';
import { readMeta } from '../../ledger/files/meta-file.ts';
import { findRecords } from '../../ledger/read/find-records.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { asCommandRecord } from '../../ledger/records/record-json.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { MAX_WHY, type Refusals } from '../../protocol/cotty/fleet-status.ts';
import { FORGOTTEN } from '../../protocol/terminal/forget-command.ts';
import type { Clock } from '../common/clock.ts';
import { emptyRecord } from '../record/open-record.ts';
import type { Cursor, FleetFile, Forgotten, Refused } from './fleet-file.ts';
import { newestRows, type UnsentRow, unsentRows } from './unsent-rows.ts';

export type PublisherOptions = {
  /** The state folder. */
  readonly folder: string;
  readonly host: HostName;
  readonly file: FleetFile;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /**
   * Resolves when the server has stored the event, or with the reason why it does not take this one; rejects when neither is
   * certain.
   */
  readonly publish: (event: CommandEvent, text: string) => Promise<string | undefined>;
  /** Resolves with whether the server stores other messages of this host now. */
  readonly isHeard: () => Promise<boolean>;
  /** Called when the server has refused an event, or has taken one that it had refused. */
  readonly onRefused: () => void;
};

/** What happens within this time is published together. */
const GATHER_MS = 20;
/** Most rows of a terminal that are in memory at once, and events that wait for the server's confirmation. */
const [MOST_ROWS, WINDOW] = [1024, 64];
/** Least time between two writes of the cursors. */
const SAVE_MS = 1000;
/** UTF-16 units of a command line that are published. */
const MAX_LINE = 32 * 1024;
/** An event that is not confirmed so often, while the server confirms other messages, counts as refused. */
const MOST_FAILURES = 3;
/** How often refused events are tried again, and how many of them at once. They are also tried on each new connection. */
const [AGAIN_MS, MOST_AGAIN] = [10 * 60_000, 128];
/** The cursor of a terminal of which nothing more is published. */
const NOTHING_MORE: Cursor = { begun: Number.MAX_SAFE_INTEGER, ended: Number.MAX_SAFE_INTEGER };

/** An event, and the name of its terminal's folder. */
type Item = { readonly folder: string; readonly event: CommandEvent };

export class Publisher {
  readonly #options: PublisherOptions;
  /** Folders of terminals whose ledgers may have something new. One that has failed stands behind the others. */
  readonly #changed = new Set<string>();
  readonly #backoff = new Backoff();
  /** How often in a row the next events of a folder were not confirmed. */
  readonly #failures = new Map<string, number>();
  #connected = false;
  #closed = false;
  #isAgainDue = false;
  /** Whether the cursors have not moved since they were written. */
  #isSaved = true;
  #cancelNext: (() => void) | undefined;
  #cancelSave: (() => void) | undefined;
  #cancelAgain: (() => void) | undefined;
  #running: Promise<void> | undefined;
  /** Why nothing can be published now. */
  #trouble: string | undefined;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** What the server has refused; undefined if that is nothing. */
  get refused(): Refusals | undefined {
    const { refused, givenUp } = this.#options.file;
    const last = refused.at(-1);
    if (last === undefined) return undefined;
    const { terminal, seq, why } = last;
    return { count: refused.length, given_up: givenUp, terminal: idOf(terminal), seq, why };
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

  /** Must be called when the server takes messages of this host, and when it does not any more. */
  connected(isConnected: boolean): void {
    this.#connected = isConnected;
    if (isConnected) this.#again();
  }

  /**
   * Looks through all ledgers, before any command of this host. When it joins its fleet, what is there stays unpublished; later,
   * what stands behind the cursors was left by an earlier host.
   */
  async begin(): Promise<void> {
    const { folder: state, file, log } = this.#options;
    const folders = await terminalFolders(state).catch((error: unknown) => {
      log(`fleet: the records cannot be listed: ${reasonOf(error)}`);
      return [];
    });
    if (folders.length > 0) file.keepOnly(new Set(folders.map(idOf)));
    for (const folder of folders) {
      const { terminal, created } = await describe(folder);
      const newest = await newestRows(folder).catch((error: unknown) => {
        log(`fleet: the records in ${folder} cannot be read: ${reasonOf(error)}`);
        return NOTHING_MORE;
      });
      const { begun, ended } = file.isNew ? NOTHING_MORE : file.cursorOf(terminal.id, created);
      // Behind a power cut a ledger may have lost its end, and counts on from what is left.
      const cursor = { begun: Math.min(begun, newest.begun), ended: Math.min(ended, newest.ended) };
      file.moved(terminal.id, created, cursor);
      this.#changed.add(folder);
    }
    await file.save().catch((error: unknown) => log(`fleet: ${reasonOf(error)}`));
  }

  /** Publishes what is there, and writes the cursors. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const cancel of [this.#cancelNext, this.#cancelSave, this.#cancelAgain]) cancel?.();
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
    const { clock, file, onRefused } = this.#options;
    const before = file.refused;
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
    if (file.refused !== before) onRefused();
    if (file.refused.length > 0 && !this.#closed)
      this.#cancelAgain ??= clock.after(AGAIN_MS, () => this.#again());
    if (wait !== undefined || this.#changed.size > 0 || file.forgotten.length > 0)
      this.#soon(wait ?? GATHER_MS);
  }

  /** Publishes what is there, and tries again what was refused. */
  #again(): void {
    this.#cancelAgain?.();
    this.#cancelAgain = undefined;
    this.#isAgainDue = true;
    this.#soon(0);
  }

  /** A record that was forgotten meanwhile is told last, also where something else fails. */
  async #publishAll(): Promise<void> {
    try {
      await this.#publishChanged();
      if (this.#isAgainDue) await this.#publishRefused();
      this.#isAgainDue = false;
    } finally {
      await this.#publishForgotten();
    }
  }

  async #publishChanged(): Promise<void> {
    for (const folder of [...this.#changed]) {
      this.#changed.delete(folder);
      try {
        await this.#publishTerminal(folder);
      } catch (error) {
        this.#changed.add(folder);
        throw error;
      }
    }
  }

  async #publishForgotten(): Promise<void> {
    const { file } = this.#options;
    while (file.forgotten.length > 0) {
      const some = file.forgotten.slice(0, WINDOW);
      await this.#send('forgotten', await Promise.all(some.map((each) => this.#forgottenItem(each))));
      file.toldForgotten(some);
    }
  }

  async #publishTerminal(folder: string): Promise<void> {
    const { file } = this.#options;
    const { terminal, created } = await describe(folder);
    for (let more = true; more; ) {
      const unsent = await unsentRows(folder, file.cursorOf(terminal.id, created), MOST_ROWS);
      more = unsent.more;
      for (let at = 0; at < unsent.rows.length; at += WINDOW) {
        const window = unsent.rows.slice(at, at + WINDOW);
        const items = await Promise.all(window.map((row) => this.#itemOf(folder, terminal, row)));
        await this.#send(folder, items);
        file.moved(terminal.id, created, moved(file.cursorOf(terminal.id, created), window));
      }
    }
  }

  /** Tries the oldest events that the server has refused. */
  async #publishRefused(): Promise<void> {
    const { file } = this.#options;
    const again = file.refused.slice(0, MOST_AGAIN);
    for (let at = 0; at < again.length; at += WINDOW) {
      const window = again.slice(at, at + WINDOW);
      const items = await Promise.all(window.map((each) => this.#againItem(each)));
      await this.#send('refused', items);
      // What has no item has no record any more.
      for (const [index, each] of window.entries()) if (items[index] === undefined) file.accepted(each);
    }
  }

  /**
   * Publishes events at once and keeps those that the server refuses. Rejects if the server may take one of them later. `of` is
   * what they are about: what fails again and again while the server stores other messages is refused, too.
   */
  async #send(of: string, wanted: readonly (Item | undefined)[]): Promise<void> {
    const { file, publish } = this.#options;
    const items = wanted.filter((item) => item !== undefined);
    const outcomes = await Promise.allSettled(items.map(({ event }) => publish(event, formatEvent(event))));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined && !(await this.#isRefused(of))) throw failed.reason;
    this.#failures.delete(of);
    for (const [index, { folder, event }] of items.entries()) {
      const place = { terminal: folder, seq: event.record.seq, kind: event.kind };
      const outcome = outcomes[index];
      const why = outcome?.status === 'rejected' ? reasonOf(outcome.reason) : outcome?.value;
      if (why === undefined) file.accepted(place);
      else file.refuse({ ...place, why: why.slice(0, MAX_WHY) });
    }
    if (items.length > 0) this.#saveSoon();
  }

  async #isRefused(of: string): Promise<boolean> {
    const failures = (this.#failures.get(of) ?? 0) + 1;
    this.#failures.set(of, failures);
    return failures >= MOST_FAILURES && (await this.#options.isHeard());
  }

  async #itemOf(
    folder: string,
    terminal: CommandEvent['terminal'],
    row: UnsentRow,
  ): Promise<Item | undefined> {
    // Rare: somebody has left a shell on another machine. The reader completes the record.
    const record = row.kind === 'left' ? await recordIn(folder, row.seq) : row.record;
    return record && this.#item(row.kind, basename(folder), terminal, record);
  }

  async #forgottenItem({ terminal, seq }: Forgotten): Promise<Item> {
    const described = await describe(this.#folderOf(terminal));
    return this.#item('forgot', terminal, described.terminal, {
      seq,
      commandId: '',
      commandLine: FORGOTTEN,
      startedAt: 0,
      output: { head: '', omitted: 0, tail: '' },
      forgotten: true,
    });
  }

  async #againItem(refused: Refused): Promise<Item | undefined> {
    const { terminal, seq, kind } = refused;
    if (kind === 'forgot') return this.#forgottenItem(refused);
    const folder = this.#folderOf(terminal);
    const record = await recordIn(folder, seq);
    if (record === undefined) return undefined;
    const told = kind === 'began' && record.finishedAt !== undefined ? 'ended' : kind;
    return this.#item(told, terminal, (await describe(folder)).terminal, record);
  }

  #item(
    kind: CommandEvent['kind'],
    folder: string,
    terminal: CommandEvent['terminal'],
    record: LedgerRecord,
  ): Item {
    return { folder, event: { kind, host: this.#options.host, terminal, record: published(record) } };
  }

  #folderOf(name: string): string {
    return join(this.#options.folder, TERMINALS, name);
  }

  /** Writes the cursors now, and at most once in a while: also a host that is killed early leaves the next one less to publish. */
  #saveSoon(): void {
    if (this.#closed) return;
    this.#isSaved = false;
    this.#cancelSave ??= this.#options.clock.after(0, () => this.#save());
  }

  #save(): void {
    const { clock, file } = this.#options;
    this.#isSaved = true;
    file.save().catch((error: unknown) => this.#tell(reasonOf(error)));
    this.#cancelSave = clock.after(SAVE_MS, () => {
      this.#cancelSave = undefined;
      if (!this.#isSaved) this.#save();
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

async function recordIn(folder: string, seq: number): Promise<LedgerRecord | undefined> {
  return (await findRecords(emptyRecord().commands, folder, { seq })).records[0];
}

/** The id of a terminal in subjects: the name of its folder, as one word. */
export function idOf(folder: string): string {
  return basename(folder).replaceAll('.', '_');
}

/** The terminal as events name it, and when it was created (Unix ms). A damaged description hides no command. */
async function describe(folder: string) {
  const meta = await readMeta(folder);
  const id = idOf(folder);
  const { name, uri, created } = meta.ok ? meta.terminal : { name: id, uri: '', created: 0 };
  return { terminal: { id, name, uri }, created };
}

/** The record as the ledger has it, without what was printed. */
function published(record: LedgerRecord) {
  const { cmd, cmd_cut, ...rest } = publishedRecord(asCommandRecord(record));
  const cut = Math.max(0, cmd.length - MAX_LINE);
  return { ...rest, cmd: cmd.slice(0, MAX_LINE), cmd_cut: cmd_cut + cut };
}

function moved(before: Cursor, rows: readonly UnsentRow[]): Cursor {
  let { begun, ended } = before;
  for (const row of rows) {
    if (row.kind === 'left') continue;
    begun = Math.max(begun, row.record.seq);
    if (row.kind === 'ended') ended = Math.max(ended, row.record.seq);
  }
  return { begun, ended };
}
