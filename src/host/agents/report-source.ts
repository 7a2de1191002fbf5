/**
 * Ties the reports of a terminal (OSC 7501) to the process group that was in the foreground when they were read.
 *
 * A report counts only if that group may have printed it itself: not if nothing is left of it, if it is the shell, if it is a
 * program like `cat` that prints the text of others, or if it has written fewer bytes than any report has. So a file with a
 * report in it changes nothing, and neither does the command behind it: `cat forged; sleep 5`.
 *
 * While a program works or waits, its group is looked at once a second: there may be no shell-integration sequence that tells of
 * its end. Where the system does not tell which group is in the foreground, every report counts while a command runs.
 */

import type { StatusReport } from '../../protocol/terminal/program-status.ts';
import type { Clock } from '../common/clock.ts';
import { type GroupFacts, groupFacts } from '../processes/group-facts.ts';
import type { ProgramStatus } from './program-status.ts';

/** Milliseconds until the group behind a new report is looked at for the first time, and between two looks. */
const FIRST_LOOK_MS = 100;
const LOOK_MS = 1000;
/** The kernel counts what a program writes some time after it can be read: how often, and for how long (ms), it is asked again. */
const ASK_AGAIN_MS = 20;
const DOUBT_MS = 200;
/** Limit: reports that wait for an answer of the system. Beyond it the oldest is dropped. */
const MOST_WAITING = 64;
/** No report is shorter: `ESC ] 7501 ; state=idle BEL`. */
const LEAST_BYTES = 18;
/** For how long (ms) a group whose report has not counted is not looked at again: it may print thousands. */
const REFUSED_MS = 100;

/** Milliseconds after a change that was not printed until the status is written: a file may have thousands of reports. */
const KEEP_MS = 50;

/** Asks for the process group in the foreground; the answer is undefined if that is not known. It may come at once. */
export type AskFront = (answer: (group: number | undefined) => void) => void;

export type ReportSourceOptions = {
  readonly clock: Clock;
  readonly status: Pick<ProgramStatus, 'isActive' | 'programEnded' | 'reported' | 'reset'>;
  readonly askFront: AskFront;
  /** The process of the shell that reads commands, or of the program that runs instead of one; undefined on another machine. */
  readonly shell: () => number | undefined;
  /** Whether a process group is that of a shell which waits for commands. */
  readonly isShell: (group: number) => boolean;
  /** Whether output is replayed that an earlier host has read: its programs may have ended since. */
  readonly isReplaying: () => boolean;
  /** Writes the status to the replay log. Called some time after a change that a replay of the output would not find. */
  readonly keep: () => void;
};

type Waiting = {
  readonly report: StatusReport;
  readonly readAt: number;
  answer: { readonly group: number | undefined } | undefined;
};

export class ReportSource {
  readonly #options: ReportSourceOptions;
  readonly #facts: GroupFacts;
  #waiting: Waiting[] = [];
  /** The group that has made the reports; undefined if that is not known. */
  #group: number | undefined;
  #refused: { readonly group: number; readonly at: number } | undefined;
  #cancelAgain: (() => void) | undefined;
  #cancelLook: (() => void) | undefined;
  #cancelKeep: (() => void) | undefined;
  #closed = false;

  constructor(options: ReportSourceOptions, facts: GroupFacts = groupFacts) {
    this.#options = options;
    this.#facts = facts;
  }

  /** Takes a report that was read while a command may run. */
  reported(report: StatusReport): void {
    const { status, clock, askFront, isReplaying } = this.#options;
    if (this.#closed) return;
    if (isReplaying()) {
      status.reported(report);
      return;
    }
    const waiting: Waiting = { report, readAt: clock.now(), answer: undefined };
    this.#waiting = [...this.#waiting, waiting].slice(-MOST_WAITING);
    askFront((group) => {
      waiting.answer = { group };
      if (this.#cancelAgain === undefined) this.#settle();
    });
  }

  /** Must be called when a command begins: what has reported before it is not part of it. */
  began(): void {
    this.#group = undefined;
  }

  /** Must be called when the status has changed: a program that works or waits is looked at until it has ended. */
  changed(): void {
    if (this.#options.status.isActive && this.#cancelLook === undefined) this.#lookIn(FIRST_LOOK_MS);
  }

  /**
   * Must be called when the status has changed by something that was not printed: a report that does not count, the end of a
   * program, a report of a hook, a person who has seen it.
   */
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
    this.#waiting = [];
    this.#cancelAgain?.();
    this.#cancelLook?.();
  }

  #settle(): void {
    this.#cancelAgain = undefined;
    for (let next = this.#waiting[0]; next?.answer !== undefined; next = this.#waiting[0]) {
      const { group } = next.answer;
      const verdict = this.#isLastWord(group, next.report) ? 'last' : this.#verdict(group, next.readAt);
      if (verdict === 'unclear') {
        this.#cancelAgain = this.#options.clock.after(ASK_AGAIN_MS, () => this.#settle());
        return;
      }
      this.#waiting.shift();
      if (verdict === 'counts') this.#take(next.report, group);
      else if (verdict === 'last') this.#options.status.reported(next.report);
      else this.unprinted();
    }
  }

  /**
   * Whether a report tells how the program has ended that has reported before while the same command runs: by the time that it is
   * read, the program may be gone and the shell in the foreground.
   */
  #isLastWord(group: number | undefined, { state }: StatusReport): boolean {
    const { shell, isShell } = this.#options;
    const before = this.#group;
    if (group === undefined || before === undefined || state === 'working' || state === 'blocked')
      return false;
    if (group !== before && !isShell(group)) return false;
    return this.#facts.state(before, shell()) === 'gone';
  }

  #verdict(group: number | undefined, readAt: number): 'counts' | 'forged' | 'unclear' {
    const { clock } = this.#options;
    if (group === undefined || group === this.#group) return 'counts';
    if (group === this.#refused?.group && clock.now() - this.#refused.at < REFUSED_MS) return 'forged';
    const found = this.#look(group, clock.now() - readAt < DOUBT_MS);
    if (found === 'forged') this.#refused = { group, at: clock.now() };
    return found;
  }

  #look(group: number, mayAskAgain: boolean): 'counts' | 'forged' | 'unclear' {
    const shell = this.#options.shell();
    if (this.#options.isShell(group)) return 'forged';
    const printer = this.#facts.printer(group, shell, LEAST_BYTES);
    if (printer === 'program') return 'counts';
    return printer === 'none' && mayAskAgain ? 'unclear' : 'forged';
  }

  #take(report: StatusReport, group: number | undefined): void {
    const { status, shell } = this.#options;
    if (group !== this.#group) {
      // Another program reports, and the one before has ended: what that had to say is over.
      if (this.#group !== undefined && this.#facts.state(this.#group, shell()) === 'gone') status.reset();
      this.#group = group;
      this.#cancelLook?.();
      this.#cancelLook = undefined;
    }
    status.reported(report);
    this.changed();
  }

  #lookIn(ms: number): void {
    this.#cancelLook = this.#options.clock.after(ms, () => {
      this.#cancelLook = undefined;
      if (this.#options.isReplaying()) this.#lookIn(LOOK_MS);
      else if (!this.#closed && this.#options.status.isActive) this.#lookNow();
    });
  }

  #lookNow(): void {
    const { askFront, isShell, status } = this.#options;
    askFront((front) => {
      if (this.#closed || front === undefined || !status.isActive) return;
      // Reports of hooks and of an earlier host have come without a group.
      const group = this.#group ?? (isShell(front) ? undefined : front);
      this.#group = group;
      if (group !== undefined && this.#isThere(group, front)) {
        this.#lookIn(LOOK_MS);
        return;
      }
      this.#group = undefined;
      status.programEnded();
      this.unprinted();
    });
  }

  #isThere(group: number, front: number): boolean {
    const state = this.#facts.state(group, this.#options.shell());
    return state === 'stopped' || (state === 'running' && group === front);
  }
}
