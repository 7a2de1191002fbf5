/**
 * What the program of one terminal does: working, waiting for a person, done. The program's own reports (OSC 7501) decide; where
 * it makes none, reports by hooks do, then what the rules of its agent find.
 *
 * `ProgramLife` ends what a program has reported. `blocked` counts only when it stands for a moment. Secrets in titles and messages are
 * redacted before anything is kept or sent.
 */

import { redact } from '../../protocol/common/redact.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { isNumber, isRecord, isString } from '../../protocol/fields/object-fields.ts';
import {
  type Authority,
  afterEnd,
  appFor,
  chiefOf,
  isState,
  type ProgramRecord,
  type ProgramRecords,
  SCRIPT_SESSION,
  type StatusFields,
  type StatusReport,
  seenBy,
  withReport,
} from '../../protocol/terminal/program-status.ts';
import type { Clock } from '../common/clock.ts';
import { HookWatch, withHookReport } from './hook-reports.ts';

/** For how long (ms) a program must be blocked before anybody is told. */
const SETTLE_MS = 300;

export type ProgramStatusOptions = {
  readonly clock: Clock;
  /** Called when the status has changed; `now` if somebody may be waiting for it. */
  readonly onInfo: (now: boolean) => void;
  /** Called when the status has changed by something that the program has not printed: a replay would not find it. */
  readonly onUnprinted?: () => void;
  /** When the terminal has printed something last (Unix ms). */
  readonly printedAt?: () => number;
};

/** What decides, and the hook or rule by which it does, as `cotty agent explain` names it. */
export type Decided = { readonly by: Authority; readonly cause: string; readonly records: ProgramRecords };

/** What a rule has found. `since`: since when it has been there (Unix ms), if that is not now. */
export type Found = { readonly cause: string; readonly report: StatusReport; readonly since?: number };

/** The part that a checkpoint keeps. */
export type KeptStatus = {
  readonly reports: ProgramRecords;
  readonly hooks?: ProgramRecords;
  /** The session of the agent whose hooks have reported. */
  readonly session?: string;
};

/** Whether a stored value is a valid status. */
export function isKeptStatus(value: unknown): value is KeptStatus {
  if (!isRecord(value)) return false;
  const { reports, hooks = [], session } = value;
  if (session !== undefined && !isString(session)) return false;
  return [reports, hooks].every((records) => Array.isArray(records) && records.every(isProgramRecord));
}

function isProgramRecord(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { state, id, since, app, title, msg, kind, progress } = value;
  return (
    isString(state) &&
    isState(state) &&
    isString(id) &&
    isNumber(since) &&
    [app, title, msg, kind].every((text) => text === undefined || isString(text)) &&
    (progress === undefined || isNumber(progress))
  );
}

export class ProgramStatus {
  readonly #options: ProgramStatusOptions;
  #reports: ProgramRecords;
  #hooks: ProgramRecords;
  #hookCause = '';
  #session: string | undefined;
  readonly #hookWatch: HookWatch;
  #hasReported = false;
  #found: Omit<Decided, 'by'> | undefined;
  #cancelSettle: (() => void) | undefined;

  /** `earlier`: the status under the host before this one. */
  constructor(options: ProgramStatusOptions, earlier: KeptStatus = { reports: [] }) {
    this.#options = options;
    this.#reports = earlier.reports;
    this.#hooks = earlier.hooks ?? [];
    this.#session = earlier.session;
    this.#hookWatch = new HookWatch({
      clock: options.clock,
      printedAt: options.printedAt ?? (() => 0),
      records: () => this.#hooks,
      isScript: () => this.#session === SCRIPT_SESSION,
      drop: (lapsed) => this.#dropHooks(lapsed),
    });
    this.#hookWatch.heard();
    this.#hasReported = earlier.reports.length > 0;
    this.#settleLater();
  }

  /** Takes the status from the replay log of an earlier host. */
  replay({ reports, hooks = [], session }: KeptStatus): void {
    this.#change(() => {
      this.#reports = reports;
      this.#hooks = hooks;
      this.#session = session;
      this.#hasReported ||= reports.length > 0;
    });
    this.#hookWatch.heard();
  }

  get kept(): KeptStatus | undefined {
    if (this.#reports.length === 0 && this.#hooks.length === 0) return undefined;
    const session = this.#session === undefined ? {} : { session: this.#session };
    return {
      reports: this.#reports,
      ...(this.#hooks.length === 0 ? {} : { hooks: this.#hooks, ...session }),
    };
  }

  /** Whether a reset of the terminal would change anything. */
  get isEmpty(): boolean {
    return (
      !this.#hasReported &&
      this.#reports.length === 0 &&
      this.#hooks.length === 0 &&
      this.#found === undefined
    );
  }

  /** Whether there are records that end with their program. */
  get isActive(): boolean {
    return [this.#reports, this.#hooks].some((records) => afterEnd(records) !== records);
  }

  /** Whether the program reports what it does (OSC 7501): then its progress by OSC 9;4 does not count. */
  get hasReported(): boolean {
    return this.#hasReported;
  }

  /**
   * The authority that decides, and why. A question on the screen that a hook has told as well is the hook's: the hook has proved where
   * it comes from.
   */
  get decided(): Decided {
    const [said, told] = [chiefOf(this.#reports), chiefOf(this.#hooks)];
    if (this.#reports.length > 0 && !isSameQuestion(said, told))
      return { by: 'report', cause: 'OSC 7501', records: this.#reports };
    if (this.#hooks.length > 0) return { by: 'hook', cause: this.#hookCause, records: this.#hooks };
    return { by: 'rules', ...(this.#found ?? { cause: '', records: [] }) };
  }

  get meta(): Pick<TerminalMeta, 'program'> {
    const { by, records } = this.decided;
    const shown = records.filter((record) => !this.#isUnsettled(record));
    const chief = chiefOf(shown);
    if (chief === undefined) return {};
    const parts = shown
      .filter(({ id }) => id !== '')
      .map((record) => ({ ...record, ...named(appFor(shown, record.id)) }));
    return { program: { ...chief, by, ...(parts.length === 0 ? {} : { parts }) } };
  }

  /** Takes a report of the program itself (OSC 7501). */
  reported(report: StatusReport): void {
    const isFirst = !this.#hasReported;
    this.#hasReported = true;
    if (isFirst) this.#options.onInfo(false);
    this.#change(() => {
      this.#reports = withReport(this.#reports, withoutSecrets(report), this.#options.clock.now());
    });
    if (report.state !== 'clear' && report.id === '') this.#hookWatch.found(report.state);
  }

  /** Takes a report of one of its hooks (`cotty agent report`); `cause` is the name of the hook, `session` that of the agent. */
  hooked(report: StatusReport, cause: string, session?: string): void {
    this.#change(() => {
      const before = {
        records: this.#hooks,
        ...(this.#session === undefined ? {} : { session: this.#session }),
      };
      // The hook comes some time after the same question on the screen.
      const said = chiefOf(this.#reports);
      const isSaid = isSameQuestion(said, report);
      const since = said !== undefined && isSaid ? said.since : this.#options.clock.now();
      const after = withHookReport(before, withoutSecrets(report), session, since);
      this.#hooks = after.records;
      this.#session = after.session;
      this.#hookCause = cause;
    });
    this.#hookWatch.heard();
    this.#options.onUnprinted?.();
  }

  /** Must be called when a person or an agent types: it may be the answer to a question. */
  typed(): void {
    this.#hookWatch.typed();
  }

  #dropHooks(lapsed: ProgramRecords): void {
    this.#change(() => {
      this.#hooks = this.#hooks.filter((record) => !lapsed.includes(record));
    });
    this.#options.onUnprinted?.();
  }

  /** Takes what rules find now; undefined if they find nothing any more. */
  found(found: Found | undefined): void {
    this.#change(() => {
      if (found === undefined) this.#found = undefined;
      else {
        const { cause, report, since = this.#options.clock.now() } = found;
        this.#found = {
          cause,
          records: withReport(this.#found?.records ?? [], withoutSecrets(report), since),
        };
      }
    });
    if (found !== undefined && found.report.state !== 'clear') this.#hookWatch.found(found.report.state);
  }

  /** Must be called when a person has seen the terminal: what is done is no news any more. */
  seen(): void {
    const before = [this.#reports, this.#hooks];
    this.#change(() => {
      this.#reports = seenBy(this.#reports);
      this.#hooks = seenBy(this.#hooks);
      if (this.#found !== undefined) this.#found = { ...this.#found, records: seenBy(this.#found.records) };
    });
    if (before[0] !== this.#reports || before[1] !== this.#hooks) this.#options.onUnprinted?.();
  }

  /** Must be called when a command begins: what the one before had to say is over. */
  began(): void {
    this.reset();
  }

  /** Must be called when the command has ended: it works no more, and waits for nobody. How its work ended stays. */
  ended(): void {
    this.#change(() => {
      this.#reports = afterEnd(this.#reports);
      this.#hooks = afterEnd(this.#hooks);
      const left = afterEnd(this.#found?.records ?? []);
      this.#found =
        this.#found === undefined || left.length === 0 ? undefined : { ...this.#found, records: left };
    });
  }

  /** Must be called when the program has ended that has reported, but perhaps not the command. What rules find stays. */
  programEnded(): void {
    this.#change(() => {
      this.#reports = afterEnd(this.#reports);
      this.#hooks = afterEnd(this.#hooks);
    });
  }

  /** Must be called when the terminal is reset (RIS). */
  reset(): void {
    if (this.#hasReported) this.#options.onInfo(false);
    this.#hasReported = false;
    this.#change(() => {
      this.#reports = [];
      this.#hooks = [];
      this.#session = undefined;
      this.#found = undefined;
    });
  }

  close(): void {
    this.#hookWatch.close();
    this.#cancelSettle?.();
  }

  #change(change: () => void): void {
    const before = this.decided;
    change();
    const { by, records } = this.decided;
    if (
      by === before.by &&
      (records === before.records || (records.length === 0 && before.records.length === 0))
    )
      return;
    this.#options.onInfo(true);
    this.#settleLater();
  }

  #isUnsettled({ state, since }: ProgramRecord): boolean {
    return state === 'blocked' && this.#options.clock.now() - since < SETTLE_MS;
  }

  #settleLater(): void {
    this.#cancelSettle?.();
    this.#cancelSettle = undefined;
    const waiting = this.decided.records.filter((record) => this.#isUnsettled(record));
    if (waiting.length === 0) return;
    const { clock, onInfo } = this.#options;
    const next = Math.min(...waiting.map(({ since }) => since)) + SETTLE_MS - clock.now();
    this.#cancelSettle = clock.after(Math.max(0, next), () => {
      // A timer may come a moment before its time: what has not settled by then is looked at again.
      this.#settleLater();
      onInfo(true);
    });
  }
}

function withoutSecrets<R extends StatusFields>(report: R): R {
  const { title, msg } = report;
  return {
    ...report,
    ...(title === undefined ? {} : { title: redact(title) }),
    ...(msg === undefined ? {} : { msg: redact(msg) }),
  };
}

function named(app: string | undefined): { readonly app?: string } {
  return app === undefined ? {} : { app };
}

type Asking = Pick<StatusReport, 'state' | 'kind'>;

/** Whether a report on the screen and one of a hook say that the program waits for the same. */
function isSameQuestion(said: Asking | undefined, told: Asking | undefined): boolean {
  return said?.state === 'blocked' && told?.state === 'blocked' && said.kind === told.kind;
}
