/**
 * What counts of the reports by hooks (`cotty agent report`).
 *
 * Agents do not run a hook for everything: Claude Code runs none when a person presses Esc. So `working` holds only while the
 * terminal prints, and `blocked` ends some seconds after a person has typed, if no further report confirms them. Both end as soon
 * as the title or the screen shows something else.
 */

import {
  type ProgramRecord,
  type ProgramRecords,
  type ProgramState,
  type StatusReport,
  withReport,
} from '../../protocol/terminal/program-status.ts';
import type { Clock } from '../common/clock.ts';

/** Milliseconds without output after which a program does not count as working any more: agents draw the time that they need. */
const SILENT_MS = 15_000;
/** Milliseconds after input until a question counts as answered. */
const ANSWERED_MS = 5000;
/** Milliseconds for which a new report counts more than what title and screen show: they may not be drawn yet. */
const FRESH_MS = 1000;

/** Reports of a terminal, and the session of the agent that they are about. */
export type HookRecords = { readonly records: ProgramRecords; readonly session?: string };

/**
 * Applies a report at a time (Unix ms). An agent may start another one in the same terminal: as long as the first one works or
 * waits, what the other one reports is a part of it. The session of an agent that is at rest makes room for another one.
 */
export function withHookReport(
  { records, session: main }: HookRecords,
  report: StatusReport,
  session: string | undefined,
  now: number,
): HookRecords {
  const mainOf = (name: string | undefined) => (name === undefined ? {} : { session: name });
  if (session === undefined || main === undefined || session === main)
    return { records: withReport(records, report, now), ...mainOf(session ?? main) };
  const root = records.find(({ id }) => id === '');
  if (report.state !== 'clear' && (root === undefined || !isActive(root)))
    return { records: withReport([], report, now), session };
  return { records: withReport(records, asPart(report, session), now), session: main };
}

/** The report of another agent: it is gone from the terminal when it is at rest. */
function asPart(report: StatusReport, session: string): StatusReport {
  const name = partName(session);
  const id = report.id === '' ? name : `${name}/${report.id}`;
  if (report.state === 'working' || report.state === 'blocked') return { ...report, id };
  return { state: 'clear', id };
}

/** Returns a level of an id that is made of any text. */
function partName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/g, '').slice(-12) || '-';
}

function isActive({ state }: ProgramRecord): boolean {
  return state === 'working' || state === 'blocked';
}

export type HookWatchOptions = {
  readonly clock: Clock;
  /** When the terminal has printed something last. */
  readonly printedAt: () => number;
  readonly records: () => ProgramRecords;
  /** Whether the records are those of a script, which says itself when it is done. */
  readonly isScript: () => boolean;
  /** Removes records that do not count any more. */
  readonly drop: (lapsed: readonly ProgramRecord[]) => void;
};

/** Finds the reports of hooks that do not count any more. */
export class HookWatch {
  readonly #options: HookWatchOptions;
  #heardAt = 0;
  #typedAt = 0;
  #cancel: (() => void) | undefined;

  constructor(options: HookWatchOptions) {
    this.#options = options;
  }

  /** Must be called when a hook has reported, or its reports were restored. */
  heard(): void {
    this.#heardAt = this.#options.clock.now();
    this.#typedAt = 0;
    this.#plan();
  }

  /** Must be called when somebody types. */
  typed(): void {
    if (this.#active.length === 0) return;
    this.#typedAt = this.#options.clock.now();
    this.#plan();
  }

  /** Must be called with the state that title or screen show. */
  found(shown: ProgramState): void {
    if (this.#options.clock.now() - this.#heardAt < FRESH_MS) return;
    this.#dropIf(({ state }) =>
      state === 'working'
        ? shown !== 'working' && shown !== 'blocked'
        : shown !== 'blocked' && this.#hasTyped,
    );
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  get #active(): readonly ProgramRecord[] {
    return this.#options.isScript() ? [] : this.#options.records().filter(isActive);
  }

  get #hasTyped(): boolean {
    return this.#typedAt > 0;
  }

  #dropIf(isOver: (record: ProgramRecord) => boolean): void {
    const lapsed = this.#active.filter(isOver);
    if (lapsed.length > 0) this.#options.drop(lapsed);
  }

  /** When the record ends (Unix ms) if nothing happens. */
  #endOf({ state }: ProgramRecord): number {
    if (state === 'working') return Math.max(this.#heardAt, this.#options.printedAt()) + SILENT_MS;
    return this.#hasTyped ? this.#typedAt + ANSWERED_MS : Number.POSITIVE_INFINITY;
  }

  #plan(): void {
    this.close();
    const next = Math.min(...this.#active.map((record) => this.#endOf(record)));
    if (next === Number.POSITIVE_INFINITY) return;
    const { clock } = this.#options;
    this.#cancel = clock.after(Math.max(1, next - clock.now()), () => {
      this.#cancel = undefined;
      this.#dropIf((record) => this.#endOf(record) <= clock.now());
      this.#plan();
    });
  }
}
