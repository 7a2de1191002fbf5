/**
 * The shells of one terminal: follows their marks, and gives marks to a shell that is entered. The terminal's own shell is
 * known by its nonce, those inside it by the names they have drawn.
 */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { CommandMeta, Where } from '../../protocol/terminal/command-meta.ts';
import type { Mark } from '../../shell/mark.ts';
import { enters, shellCalled } from '../../shell/nest/enters.ts';
import type { Here, Shell } from '../../shell/nest/shells.ts';
import { finishAll, type TrackContext, track } from '../../shell/track.ts';
import {
  finishOpen,
  type OpenCommand,
  type Tracked,
  type TrackState,
  trackStart,
} from '../../shell/track-state.ts';
import { enterUnmarked } from '../../shell/turn.ts';
import type { Clock } from '../common/clock.ts';
import type { Checkpoint } from '../keep/replay-head.ts';
import { AwayEntry, type AwayEntryOptions } from '../nest/away-entry.ts';
import type { PlaceAnswer } from '../nest/places.ts';
import { looksLikePrompt } from '../nest/shell-at-prompt.ts';
import { startedWith, type WaitingShell, waitingShell } from '../nest/waiting-shell.ts';
import { ShellEntry, type ShellEntryOptions } from './shell-entry.ts';

export type TerminalShellsOptions = Omit<ShellEntryOptions, 'isAfar'> &
  AwayEntryOptions & {
    readonly clock: Clock;
    /** Commands that ran in the terminal under earlier hosts: numbering goes on after them. */
    readonly commandsBefore: number;
    /** What an earlier host knew of the shells. */
    readonly earlier?: Pick<Checkpoint, 'track' | 'commands'>;
    readonly here: Here;
    /** The first process of the terminal; undefined when it runs on another machine. */
    readonly pid: number | undefined;
    /** Width and writer of a command that starts now. */
    readonly context: () => Pick<TrackContext, 'cols' | 'writer'>;
  };

export class TerminalShells {
  readonly #options: TerminalShellsOptions;
  readonly #entry: ShellEntry;
  readonly #away: AwayEntry;
  #track: TrackState;
  #commands: number;

  constructor(options: TerminalShellsOptions) {
    this.#options = options;
    this.#track = options.earlier?.track ?? trackStart;
    this.#commands = options.earlier?.commands ?? options.commandsBefore;
    const { isAtPrompt } = options;
    const entry = new ShellEntry({
      ...options,
      isAfar: () => this.#entering.place !== undefined,
      isAtPrompt: (before, known) => {
        const { place, shell } = this.#entering;
        if (place === undefined) return isAtPrompt(before, known);
        // No process of it is known here.
        return this.#mayType() && looksLikePrompt(before, known, shell);
      },
    });
    this.#entry = entry;
    this.#away = new AwayEntry(options, entry);
  }

  /** What the marks have told, and what was found out without one. */
  get track(): TrackState {
    return this.#track;
  }

  /** The number in the id of the last command. */
  get commands(): number {
    return this.#commands;
  }

  /** Returns an id that no command has had. */
  nextId(): string {
    this.#commands += 1;
    return `cmd-${this.#commands}`;
  }

  /** Takes what an earlier host has found out without a mark. Returns its actions. */
  replay(state: TrackState, actions: readonly TerminalAction[]): readonly TerminalAction[] {
    return this.#follow({ state, actions });
  }

  /** Whether a command runs. One that has entered another shell does not count: that shell has the terminal. */
  get running(): boolean {
    return this.#track.open !== undefined;
  }

  /** Whether a shell that marks its commands runs none. */
  get atRest(): boolean {
    return !this.running && this.current.unmarked === undefined;
  }

  /** The process of the shell; undefined when it runs on another machine. */
  get process(): number | undefined {
    return this.current.unmarked ?? this.#options.pid;
  }

  /** Where the shell that reads is, according to its last mark. */
  get phase(): TrackState['phase'] {
    return this.#track.phase;
  }

  /** The shell that reads commands. */
  get current(): Shell {
    return this.#track.shell;
  }

  /** Returns what is to be shown now of a text of the pty. */
  shown(text: string): string {
    this.#away.printed(text);
    return this.#entry.take(text);
  }

  /** Whether a shell is being given its marks: what others type would be mixed with them. */
  get isLoading(): boolean {
    return this.#entry.isLoading;
  }

  /** Must be called when somebody presses Ctrl+C, before it is written. */
  interrupt(): void {
    this.#entry.interrupt();
  }

  /** Must be called with each input of others. */
  typed(data: string): void {
    this.#entry.typed(data);
    if (data !== '') this.#away.typed();
  }

  /** Returns the actions that follow from a mark; undefined for one that is not taken. */
  marked(mark: Mark): readonly TerminalAction[] | undefined {
    if (this.#entry.takes(mark)) return [];
    if (isWithoutMarks(mark)) {
      this.#hasNoMarks(undefined, this.#options.pid ?? 0, mark.value);
      return [];
    }
    const { clock, context, here } = this.#options;
    const id = () => this.nextId();
    const { shell, outer } = this.#track;
    const tracked = track(this.#track, mark, { ...context(), here, now: clock.now(), id });
    if (tracked === undefined) return undefined;
    const { state } = tracked;
    const isNew = state.shell.signer !== shell.signer && state.outer.length >= outer.length;
    if (isNew && state.shell.signer?.startsWith('~')) this.#entry.came();
    return this.#follow(tracked);
  }

  /** What tabs show of the shell, and the place that a person is asked about. */
  get meta(): Pick<TerminalMeta, 'within' | 'asksBlocks' | 'takesLines'> {
    const { where, fetches } = this.current;
    const { asks } = this.#away;
    return {
      ...(where === undefined ? {} : { within: where }),
      ...(fetches === true ? { takesLines: true as const } : {}),
      ...(asks === undefined ? {} : { asksBlocks: asks }),
    };
  }

  /** Takes the answer about that place; `done` is called when the marks are there, or with the reason why not. */
  answered(answer: PlaceAnswer | 'later', done: (why?: string) => void): void {
    this.#away.answered(answer, done);
  }

  /**
   * Must be called when output and keys have settled; `readsKeys` when a program reads each key itself. Returns the actions
   * that follow if a shell without marks has come.
   */
  settled(readsKeys: boolean): readonly TerminalAction[] {
    this.#away.settled(readsKeys);
    const { pid, clock } = this.#options;
    const { open } = this.#track;
    if (pid !== undefined && !this.#track.detected) this.#checkForReplaced(pid);
    if (open === undefined) return [];
    if (this.#entering.place !== undefined) return this.#settledAfar(open);
    if (pid === undefined) return [];
    const found = waitingShell(pid);
    if (found === undefined || !this.#isLeftFor(found, pid, open.commandLine)) return [];
    const why = this.#entry.doubts ? { why: inDoubt(found.name) } : {};
    return this.#follow(enterUnmarked(this.#track, { ...found, ...why }, clock.now()));
  }

  /** The same for a shell on another machine. */
  #settledAfar(open: OpenCommand): readonly TerminalAction[] {
    const { doubts, refused } = this.#entry;
    if (!(doubts || refused)) return [];
    const { shell } = this.#entering;
    const name = shell ?? `the shell that \`${open.commandLine}\` has started`;
    const why = refused
      ? `${name} has not answered as a bash, zsh or fish with sh, stty and dd does`
      : this.#mayType()
        ? inDoubt(name)
        : `${name} was given no marks, which is done where a person types who has agreed to that`;
    const { pid = 0, clock } = this.#options;
    return this.#follow(enterUnmarked(this.#track, { ...(shell && { name: shell }), pid, why }, clock.now()));
  }

  /** The command that may have entered another shell, the shell that ran it, and where both run if that is elsewhere, as `ssh box`. */
  get #entering(): Entering {
    const { open, shell, outer } = this.#track;
    // What entered a shell that is known to have no marks is no longer open.
    const last = open === undefined && shell.signer === 'foreign' ? outer.at(-1) : undefined;
    const command = open ?? last?.entered;
    const places = outer.map(({ entered }) => enters(entered.commandLine)).reverse();
    const away = places.find((each) => each?.kind === 'away');
    return {
      command,
      by: last?.shell ?? shell,
      place: away?.kind === 'away' ? away.place : undefined,
      shell:
        command &&
        shellCalled(
          command.commandLine
            .trim()
            .replace(/^exec /, '')
            .split(/\s+/),
        ),
    };
  }

  /**
   * Whether lines of ours may be typed into a shell elsewhere: the one around it has marks of ours, a person has agreed to them for
   * that place, and no agent types there.
   */
  #mayType(): boolean {
    const { places, isPersons } = this.#options;
    const { command, by, place } = this.#entering;
    if (command === undefined || place === undefined || by.signer?.startsWith('~') !== true) return false;
    return (
      command.meta.writer?.startsWith('agent:') !== true && isPersons() && places.answer(place) === 'yes'
    );
  }

  /**
   * A start file may have put another shell in the place of the terminal's own one, which then never marks a command (`exec
   * zsh`). It is given its marks, or is known not to have any.
   */
  #checkForReplaced(pid: number): void {
    const found = waitingShell(pid);
    if (found?.pid !== pid || startedWith(pid, 'COTTY_NONCE') !== false) return;
    const mayHave = /^(?:bash|zsh|fish)$/.test(found.name) && this.#options.marksInside();
    if (mayHave && !this.#entry.doubts) this.#entry.replaced();
    else this.#hasNoMarks({ shell: found.name }, pid, mayHave ? inDoubt(found.name) : undefined);
  }

  #hasNoMarks(where: Where | undefined, pid: number, why = ''): void {
    const { shell } = this.#track;
    if (shell.unmarked !== undefined) return;
    // Commands that are typed there print marks that anybody can print.
    this.#track = {
      ...this.#track,
      shell: {
        ...shell,
        signer: 'foreign',
        ...(where && { where }),
        unmarked: pid,
        ...(why.includes(' ') ? { why } : {}),
      },
    };
    this.#options.onInfo(false);
  }

  /** Whether the shell that runs the command was left for another one, which will not mark its commands. */
  #isLeftFor({ name, pid }: WaitingShell, first: number, commandLine: string): boolean {
    const { signer, unmarked, where } = this.#track.shell;
    if (this.#entry.expects(name) || (pid === unmarked && name === where?.shell)) return false;
    // What the terminal's own shell was started with it has itself forgotten, but not the system.
    const isOwn = startedWith(pid, 'COTTY_NONCE');
    // A shell that never marked its commands, such as dash, was not put in the place of one that did.
    if (pid === first) return isOwn === false && (signer === 'own' || unmarked === pid);
    return isOwn !== true && enters(commandLine) !== undefined;
  }

  /** The terminal is gone. */
  close(): void {
    this.#entry.close();
  }

  /** The running command has ended, and no mark said how. */
  finishUnmarked(): readonly TerminalAction[] {
    return this.#follow(finishOpen(this.#track, this.#options.clock.now()));
  }

  /** The terminal has ended, with an exit code if that is the last command's, too. */
  end(exitCode: number | undefined): readonly TerminalAction[] {
    this.#entry.release();
    return this.#follow(finishAll(this.#track, this.#options.clock.now(), exitCode));
  }

  #follow({ state, actions }: Tracked): readonly TerminalAction[] {
    this.#track = state;
    for (const action of actions) {
      this.#entry.follow(action);
      if (action.type === 'terminal/commandExecuted')
        this.#away.began(action.commandLine, cottyMeta<CommandMeta>(action._meta).writer);
      else if (action.type === 'terminal/commandFinished') this.#away.ended();
    }
    return actions;
  }
}

type Entering = {
  readonly command: OpenCommand | undefined;
  readonly by: Shell;
  readonly place: string | undefined;
  /** The name of the shell that the command starts, where the command says it. */
  readonly shell: string | undefined;
};

/** The terminal's own shell has read its start files, and says that it cannot mark its commands: it is too old, or locked. */
function isWithoutMarks(mark: Mark): mark is Mark & { readonly kind: 'property' } {
  return mark.kind === 'property' && mark.key === 'Marks' && !mark.unverified && mark.shell === undefined;
}

function inDoubt(shell: string): string {
  return `nothing on the screen tells that ${shell} is at its prompt`;
}
