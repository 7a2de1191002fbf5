/**
 * Ends what the programs of one terminal have reported when they end, and sets it aside while they are stopped.
 *
 * No shell-integration sequence may mark the end of a program: it may be one of several in a line, or its shell has no integration. So
 * while a program works or waits, the process group in the foreground is looked at once a second. What a stopped program has reported
 * counts again when it is back in the foreground.
 *
 * Who has printed a report (OSC 7501) is not known, and not asked: a report is the program's own words.
 */

import type { StatusReport } from '../../protocol/terminal/program-status.ts';
import type { Clock } from '../common/clock.ts';
import { groupState } from '../processes/foreground.ts';
import type { TtyModes } from '../pty/modes/tty-modes.ts';
import type { KeptStatus, ProgramStatus } from './program-status.ts';

/** Milliseconds until the group in the foreground is looked at for the first time, and between two looks. */
const FIRST_LOOK_MS = 100;
const LOOK_MS = 1000;
/** Limit of stopped programs. Beyond it the one that was stopped first is dropped. */
const MOST_STOPPED = 8;
/** Milliseconds after a change that was not printed until the status is written: there may be more of them. */
const KEEP_MS = 50;

export type ProgramLifeOptions = {
  readonly clock: Clock;
  readonly status: Pick<
    ProgramStatus,
    'isActive' | 'kept' | 'programEnded' | 'replay' | 'reported' | 'reset'
  >;
  /** Asks for the process group in the foreground of the terminal; undefined where it is not known. It may answer at once. */
  readonly askModes: (answer: (modes: Pick<TtyModes, 'foreground'> | undefined) => void) => void;
  /** The process of the shell that reads commands, or of the program that runs instead of one; undefined on another machine. */
  readonly shell: () => number | undefined;
  /** Whether a process group is that of a shell which waits for commands. */
  readonly isShell: (group: number) => boolean;
  /** Whether the shell is at its prompt, as far as it reports: then no stopped program comes back. */
  readonly isAtPrompt: () => boolean;
  /** Whether output is replayed that an earlier host has read: its programs may have ended since. */
  readonly isReplaying: () => boolean;
  /** Writes the status to the replay log. Called some time after a change that a replay of the output would not find. */
  readonly keep: () => void;
};

export class ProgramLife {
  readonly #options: ProgramLifeOptions;
  readonly #stateOf: typeof groupState;
  /** The group that has made the reports; undefined if that is not known. */
  #group: number | undefined;
  /** Whether that group was not in the foreground when it was looked at last. */
  #isOver = false;
  /** Whether a report has come since the end of the last program or command. */
  #hasReported = false;
  /** What stopped groups have reported. */
  readonly #stopped = new Map<number, KeptStatus>();
  #cancelLook: (() => void) | undefined;
  /** When the next look is due. */
  #lookDue = 0;
  #cancelKeep: (() => void) | undefined;
  #closed = false;

  constructor(options: ProgramLifeOptions, stateOf = groupState) {
    this.#options = options;
    this.#stateOf = stateOf;
  }

  /** Takes a report that was read while a command may run. */
  reported(report: StatusReport): void {
    const { status } = this.#options;
    if (this.#closed) return;
    // The program before has ended: its records are not those of the one that reports.
    if (this.#group !== undefined && this.#stateFor(this.#group) === 'gone') {
      this.#follow(undefined);
      status.reset();
    }
    this.#hasReported = true;
    status.reported(report);
  }

  /** Must be called when a command begins: what has reported before it is not part of it. */
  began(): void {
    this.#follow(undefined);
    // It may bring a stopped program back (`fg`).
    if (this.#stopped.size > 0) this.#lookIn(FIRST_LOOK_MS);
  }

  /**
   * Must be called when a command has ended, before its status ends. Its program may only be stopped: then what it has reported is kept
   * for the time when it is back.
   */
  ended(): void {
    const { status } = this.#options;
    const { kept } = status;
    this.#hasReported = false;
    const group = this.#group;
    if (group === undefined || kept === undefined || !status.isActive) return;
    if (this.#stateFor(group) !== 'stopped') return;
    this.#stopped.delete(group);
    this.#stopped.set(group, kept);
    const [oldest] = this.#stopped.keys();
    if (this.#stopped.size > MOST_STOPPED && oldest !== undefined) this.#stopped.delete(oldest);
  }

  /** Must be called when the status has changed: a program that works or waits is looked at until it has ended. */
  changed(): void {
    if (!this.#options.status.isActive) return;
    const isFirst = this.#group === undefined && this.#lookDue > this.#options.clock.now() + FIRST_LOOK_MS;
    // What a program has reported is lost if it is stopped before its group is known.
    if (this.#cancelLook === undefined || isFirst) this.#lookIn(FIRST_LOOK_MS);
  }

  /** Must be called when the status has changed by what was not printed: the end of a program, a report of a hook, a user who has seen it. */
  unprinted(): void {
    if (this.#closed || this.#options.isReplaying()) return;
    this.#cancelKeep ??= this.#options.clock.after(KEEP_MS, () => {
      this.#cancelKeep = undefined;
      this.#options.keep();
    });
  }

  close(): void {
    this.#closed = true;
    this.#cancelKeep?.();
    this.#cancelLook?.();
  }

  #stateFor(group: number): ReturnType<typeof groupState> {
    return this.#stateOf(group, this.#options.shell());
  }

  #follow(group: number | undefined): void {
    this.#group = group;
    this.#isOver = false;
  }

  #lookIn(ms: number): void {
    this.#cancelLook?.();
    this.#lookDue = this.#options.clock.now() + ms;
    this.#cancelLook = this.#options.clock.after(ms, () => {
      this.#cancelLook = undefined;
      if (this.#closed) return;
      if (this.#options.isReplaying()) this.#lookIn(LOOK_MS);
      else this.#lookNow();
    });
  }

  #lookNow(): void {
    const { askModes, status } = this.#options;
    for (const group of this.#stopped.keys())
      if (this.#stateFor(group) === 'gone') this.#stopped.delete(group);
    if (!status.isActive && !this.#mayComeBack) return;
    askModes((modes) => {
      const front = modes?.foreground;
      if (this.#closed || front === undefined) return;
      this.#restore(front);
      if (status.isActive) this.#lookAt(front);
      if (this.#cancelLook === undefined && (status.isActive || this.#mayComeBack)) this.#lookIn(LOOK_MS);
    });
  }

  /** Whether a stopped program may be brought back now. */
  get #mayComeBack(): boolean {
    return this.#stopped.size > 0 && !this.#options.isAtPrompt();
  }

  /** Takes back what the group had reported before it was stopped. What it has reported since then counts more. */
  #restore(group: number): void {
    const kept = this.#stopped.get(group);
    if (kept === undefined || this.#stateFor(group) !== 'running') return;
    this.#stopped.delete(group);
    this.#follow(group);
    if (this.#hasReported) return;
    this.#options.status.replay(kept);
    this.unprinted();
  }

  /** Ends what the program has reported if it has ended, or is not in the foreground. */
  #lookAt(front: number): void {
    const { isShell, status } = this.#options;
    // A report comes without its group.
    if ((this.#group === undefined || this.#isOver) && !isShell(front)) this.#follow(front);
    if (this.#group === front && this.#stateFor(front) !== 'gone') return;
    this.ended();
    this.#isOver = true;
    status.programEnded();
    this.unprinted();
  }
}
