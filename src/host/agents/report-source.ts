/**
 * Decides which reports on the screen (OSC 7501) count, and for how long.
 *
 * Anybody who prints can print one, and nothing tells who has. So a report is never more than the program's words, and it counts only
 * while the program in the foreground reads the terminal itself: single keys, or a line that it waits for. `cat`, a build and a script
 * that print a log read nothing. Pagers read keys as well: they are known by their names.
 *
 * The output is read some time after it was printed: its program may have ended by then, and another one be in the foreground. So a
 * report that waits for its program to read is dropped when another group comes to the foreground, and at the end of the command. In
 * doubt a report does not count. Two cases remain: a program that has been seen to read and is gone may have printed how its work has
 * ended, and what was printed right before a program that reads counts as that program's.
 *
 * While a program works or waits, its process group is looked at once a second: there may be no shell-integration sequence that tells
 * of its end. What a stopped program has reported is set aside, and counts again when it is back in the foreground.
 */

import type { StatusReport } from '../../protocol/terminal/program-status.ts';
import type { Clock } from '../common/clock.ts';
import { type GroupFacts, groupFacts } from '../processes/group-facts.ts';
import type { TtyModes } from '../pty/modes/tty-modes.ts';
import type { KeptStatus, ProgramStatus } from './program-status.ts';

/** Milliseconds until the group behind a new report is looked at for the first time, and between two looks. */
const FIRST_LOOK_MS = 100;
const LOOK_MS = 1000;
/** Milliseconds within which the program must read the terminal after a report, and until it is looked at again, doubled each time. */
const DOUBT_MS = 1000;
const ASK_AGAIN_MS = 20;
/** Limits: reports that wait for their program to read, and stopped programs. Beyond each the oldest is dropped. */
const MOST_WAITING = 64;
const MOST_STOPPED = 8;
/** Milliseconds after a change that was not printed until the status is written: a file may have thousands of reports. */
const KEEP_MS = 50;

export type ReportSourceOptions = {
  readonly clock: Clock;
  readonly status: Pick<
    ProgramStatus,
    'isActive' | 'kept' | 'programEnded' | 'replay' | 'reported' | 'reset' | 'waitsNoMore'
  >;
  /** Whether the programs run on another machine, of which nothing is known: there every report counts while a command runs. */
  readonly isElsewhere: boolean;
  /** Asks for the modes of the terminal and the process group in its foreground; undefined where they are not known. It may answer at once. */
  readonly askModes: (
    answer: (modes: Pick<TtyModes, 'lineEditing' | 'foreground'> | undefined) => void,
  ) => void;
  /** The process of the shell that reads commands, or of the program that runs instead of one; undefined on another machine. */
  readonly shell: () => number | undefined;
  /** Whether a process group is that of a shell which waits for commands. */
  readonly isShell: (group: number) => boolean;
  /** Whether the shell is at its prompt, as far as it tells: then no stopped program comes back. */
  readonly isAtPrompt: () => boolean;
  /** Whether output is replayed that an earlier host has read: its programs may have ended since. */
  readonly isReplaying: () => boolean;
  /** Writes the status to the replay log. Called some time after a change that a replay of the output would not find. */
  readonly keep: () => void;
};

type Modes = Parameters<Parameters<ReportSourceOptions['askModes']>[0]>[0];

type Waiting = { readonly report: StatusReport; readonly readAt: number };

export class ReportSource {
  readonly #options: ReportSourceOptions;
  readonly #facts: GroupFacts;
  #waiting: Waiting[] = [];
  /** The group that was in the foreground when those that wait were looked at last. */
  #front: number | undefined;
  #isAsking = false;
  #askAgainMs = ASK_AGAIN_MS;
  /** The group that has made the reports; undefined if that is not known. */
  #group: number | undefined;
  /** Whether that group has been seen to read the terminal: what it reports counts from then on. */
  #hasRead = false;
  /** Whether that group was not in the foreground when it was looked at: only how its work has ended may still be read. */
  #isOver = false;
  /** Whether that group waited for a line when it reported: then its question is over when it does not. */
  #readsLines = false;
  /** What stopped groups have reported. */
  readonly #stopped = new Map<number, KeptStatus>();
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
    const { status, clock, isReplaying } = this.#options;
    if (this.#closed) return;
    if (isReplaying()) {
      status.reported(report);
      return;
    }
    if (this.#waiting.length === 0) {
      this.#askAgainMs = ASK_AGAIN_MS;
      this.#front = undefined;
    }
    this.#waiting = [...this.#waiting, { report, readAt: clock.now() }].slice(-MOST_WAITING);
    if (this.#cancelAgain === undefined) this.#ask();
  }

  /** Must be called when a command begins: what has reported before it is not part of it. */
  began(): void {
    this.#drop();
    this.#follow(undefined);
    // It may bring a stopped program back (`fg`).
    if (this.#stopped.size > 0) this.#lookIn(FIRST_LOOK_MS);
  }

  /** Must be called when a command has ended, before its status ends: its program may only be stopped. */
  ended(): void {
    const { status } = this.#options;
    // What still waits was printed before the end, by a program that has not been seen to read.
    const last = this.#waiting.filter(({ report }) => this.#isLastWord(report));
    this.#drop();
    for (const { report } of last) status.reported(report);
    this.#setAside();
  }

  /** Keeps what the group has reported for the time when it is back, if it is stopped. */
  #setAside(): void {
    const { status, shell } = this.#options;
    const { kept } = status;
    const group = this.#group;
    if (group === undefined || kept === undefined || !status.isActive) return;
    if (this.#facts.state(group, shell()) !== 'stopped') return;
    this.#stopped.delete(group);
    this.#stopped.set(group, kept);
    const [oldest] = this.#stopped.keys();
    if (this.#stopped.size > MOST_STOPPED && oldest !== undefined) this.#stopped.delete(oldest);
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

  #ask(): void {
    this.#cancelAgain = undefined;
    if (this.#isAsking || this.#waiting.length === 0) return;
    this.#isAsking = true;
    const asked = [...this.#waiting];
    this.#options.askModes((modes) => {
      this.#isAsking = false;
      if (!this.#closed) this.#answered(modes, asked);
    });
  }

  /** Decides on the reports that still wait of those that were there when the modes were asked for. */
  #answered(modes: Modes, asked: readonly Waiting[]): void {
    const { clock, isShell, status } = this.#options;
    const front = modes?.foreground;
    const reads = this.#reads(modes);
    const isThere = this.#front === undefined || this.#front === front;
    this.#front = front;
    const earliest = clock.now() - DOUBT_MS;
    for (const waiting of asked) {
      if (waiting !== this.#waiting[0]) continue;
      if (isThere && reads === 'not yet' && waiting.readAt > earliest) break;
      this.#waiting.shift();
      if (isThere && reads === true) this.#take(waiting.report, modes);
      else if (front !== undefined && isShell(front) && this.#isLastWord(waiting.report))
        status.reported(waiting.report);
      else this.unprinted();
    }
    if (this.#waiting.length === 0) return;
    this.#cancelAgain = this.#options.clock.after(this.#askAgainMs, () => this.#ask());
    this.#askAgainMs = Math.min(this.#askAgainMs * 2, DOUBT_MS / 2);
  }

  /** Whether the program in the foreground reads the terminal itself. */
  #reads(modes: Modes): boolean | 'not yet' {
    const { isElsewhere, isShell, shell } = this.#options;
    if (isElsewhere) return true;
    if (modes === undefined) return 'not yet';
    const { foreground: front, lineEditing } = modes;
    // The system does not tell who is there, but the modes tell that it is no program that only prints.
    if (front === undefined) return !lineEditing || 'not yet';
    if (front === this.#group && this.#hasRead) return true;
    if (isShell(front)) return false;
    return this.#facts.reads(front, shell(), lineEditing) || 'not yet';
  }

  /**
   * Whether a report tells how the program has ended that has reported before while the same command runs: by the time that it is
   * read, the program may be gone and the shell in the foreground.
   */
  #isLastWord({ state }: StatusReport): boolean {
    if (this.#group === undefined || !this.#hasRead || state === 'working' || state === 'blocked')
      return false;
    return this.#facts.state(this.#group, this.#options.shell()) === 'gone';
  }

  /** Drops the reports that wait. */
  #drop(): void {
    if (this.#waiting.length === 0) return;
    this.#waiting = [];
    this.#cancelAgain?.();
    this.#cancelAgain = undefined;
    this.unprinted();
  }

  #follow(group: number | undefined, hasRead = false): void {
    this.#group = group;
    this.#hasRead = hasRead;
    this.#isOver = false;
  }

  #take(report: StatusReport, modes: Modes): void {
    const { status, shell } = this.#options;
    const group = modes?.foreground;
    if (group !== this.#group) {
      this.#readsLines = modes?.lineEditing === true;
      // Another program reports, and the one before has ended: what that had to say is over.
      if (this.#group !== undefined && this.#facts.state(this.#group, shell()) === 'gone') status.reset();
      this.#restore(group);
      this.#cancelLook?.();
      this.#cancelLook = undefined;
    }
    this.#follow(group, true);
    status.reported(report);
    this.changed();
  }

  /** Takes back what the group had reported before it was stopped. */
  #restore(group: number | undefined): void {
    const kept = group === undefined ? undefined : this.#stopped.get(group);
    if (group === undefined || kept === undefined) return;
    this.#stopped.delete(group);
    this.#follow(group, kept.reports.length > 0);
    // The shell may have changed the modes meanwhile.
    this.#readsLines = false;
    this.#options.status.replay(kept);
    this.unprinted();
  }

  #lookIn(ms: number): void {
    this.#cancelLook?.();
    this.#cancelLook = this.#options.clock.after(ms, () => {
      this.#cancelLook = undefined;
      if (this.#closed) return;
      if (this.#options.isReplaying()) this.#lookIn(LOOK_MS);
      else this.#lookNow();
    });
  }

  #lookNow(): void {
    const { askModes, shell, status } = this.#options;
    for (const group of this.#stopped.keys())
      if (this.#facts.state(group, shell()) === 'gone') this.#stopped.delete(group);
    if (!status.isActive && !this.#mayComeBack) return;
    askModes((modes) => {
      const front = modes?.foreground;
      if (this.#closed || modes === undefined || front === undefined) return;
      if (this.#stopped.has(front) && this.#facts.state(front, shell()) === 'running') this.#restore(front);
      if (status.isActive) this.#lookAt(modes, front);
      if (this.#cancelLook === undefined && (status.isActive || this.#mayComeBack)) this.#lookIn(LOOK_MS);
    });
  }

  /** Whether a stopped program may be brought back now. */
  get #mayComeBack(): boolean {
    return this.#stopped.size > 0 && !this.#options.isAtPrompt();
  }

  /** Ends what the program has reported if it has ended, or is not in the foreground; and its question when it does not read any more. */
  #lookAt(modes: NonNullable<Modes>, front: number): void {
    const { isShell, shell, status } = this.#options;
    // Reports of hooks and of an earlier host have come without a group.
    if (!isShell(front)) {
      if (this.#group === undefined) this.#follow(front, (status.kept?.reports.length ?? 0) > 0);
      else if (this.#isOver) this.#follow(front);
    }
    const group = this.#group;
    const isThere = group !== undefined && group === front && this.#facts.state(group, shell()) !== 'gone';
    if (isThere) {
      if (this.#readsLines && modes.lineEditing && !this.#facts.reads(front, shell(), true))
        status.waitsNoMore();
      return;
    }
    this.#setAside();
    this.#isOver = true;
    status.programEnded();
    this.unprinted();
  }
}
