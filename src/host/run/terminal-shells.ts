/**
 * The shells of one terminal: follows their marks, and sets up integration in inner shells. The marks of the terminal's own shell
 * have its nonce, those of inner shells the name that each of them has.
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
import { looksLikePrompt } from '../processes/shell-at-prompt.ts';
import { startedWith, type WaitingShell, waitingShell } from '../processes/waiting-shell.ts';
import { AwayEntry, type AwayEntryOptions } from './away-entry.ts';
import type { PlaceAnswer } from './places.ts';
import { ShellEntry, type ShellEntryOptions } from './shell-entry.ts';

export type TerminalShellsOptions = Omit<ShellEntryOptions, 'isAfar'> &
  AwayEntryOptions & {
    readonly clock: Clock;
    /** Number of commands that ran under earlier hosts. Numbering continues after it. */
    readonly commandsBefore: number;
    /** The state of the shells under an earlier host. */
    readonly earlier?: Pick<Checkpoint, 'track' | 'commands'>;
    readonly here: Here;
    /** The first process of the terminal; undefined if it runs on another machine. */
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
        // On another machine there is no process to check.
        return this.#mayType() && looksLikePrompt(before, known, shell);
      },
    });
    this.#entry = entry;
    this.#away = new AwayEntry(options, entry);
  }

  /** The state of the shells, from their marks and from checks of processes. */
  get track(): TrackState {
    return this.#track;
  }

  /** Number of the last command id. */
  get commands(): number {
    return this.#commands;
  }

  /** Returns a command id that is not in use. */
  nextId(): string {
    this.#commands += 1;
    return `cmd-${this.#commands}`;
  }

  /** Takes a state from the replay log that an earlier host found without a mark. Returns its actions. */
  replay(state: TrackState, actions: readonly TerminalAction[]): readonly TerminalAction[] {
    return this.#follow({ state, actions });
  }

  /** Whether a command runs. One that has started an inner shell does not count. */
  get running(): boolean {
    return this.#track.open !== undefined;
  }

  /** Whether the current shell has integration and runs no command. */
  get atRest(): boolean {
    return !this.running && this.current.unmarked === undefined;
  }

  /** The process of the current shell; undefined if it runs on another machine. */
  get process(): number | undefined {
    return this.current.unmarked ?? this.#options.pid;
  }

  /** The phase of the current shell, according to its last mark. */
  get phase(): TrackState['phase'] {
    return this.#track.phase;
  }

  /** The shell that reads commands. */
  get current(): Shell {
    return this.#track.shell;
  }

  /** Takes output of the pty. Returns the text to show now. */
  shown(text: string): string {
    this.#away.printed(text);
    return this.#entry.take(text);
  }

  /** Whether a shell is being set up: input of others would be mixed with the script. */
  get isLoading(): boolean {
    return this.#entry.isLoading;
  }

  /** Must be called at Ctrl+C, before it is written. */
  interrupt(): void {
    this.#entry.interrupt();
  }

  /** Must be called with all input of others. */
  typed(data: string): void {
    this.#entry.typed(data);
    if (data !== '') this.#away.typed();
  }

  /** Returns the actions that follow from a mark; undefined if it is ignored. */
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

  /** What tabs show of the shell, and the machine about which the user is asked. */
  get meta(): Pick<TerminalMeta, 'within' | 'asksBlocks' | 'takesLines'> {
    const { where, fetches } = this.current;
    const { asks } = this.#away;
    return {
      ...(where === undefined ? {} : { within: where }),
      ...(fetches === true ? { takesLines: true as const } : {}),
      ...(asks === undefined ? {} : { asksBlocks: asks }),
    };
  }

  /** Takes the answer of the user. `done` is called when the set-up is over, with the reason if it failed. */
  answered(answer: PlaceAnswer | 'later', done: (why?: string) => void): void {
    this.#away.answered(answer, done);
  }

  /**
   * Must be called when output and keys have settled. `readsKeys`: a program reads single keys. Returns the actions that follow
   * if a shell without integration has appeared.
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
      ? `${name} has not answered as bash, zsh or fish would (sh, stty and dd are needed, too)`
      : this.#mayType()
        ? inDoubt(name)
        : `${name} has no shell integration: it is set up only where the user has agreed to it`;
    const { pid = 0, clock } = this.#options;
    return this.#follow(enterUnmarked(this.#track, { ...(shell && { name: shell }), pid, why }, clock.now()));
  }

  /**
   * The command that may have started an inner shell, the shell that ran it, and the machine of both if it is another one (`ssh
   * box`).
   */
  get #entering(): Entering {
    const { open, shell, outer } = this.#track;
    // A command that started a shell without integration is no longer open.
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
   * Whether lines of ours may be typed into a shell on another machine: the shell around it is set up by us, the user has agreed
   * for that machine, and no agent types there.
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
   * A start file may have replaced the terminal's own shell by one that never prints a sequence (`exec zsh`). That shell is set
   * up, or counts as one without integration.
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
    // The marks of commands that are typed there are unverified: any program could print them.
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

  /** Whether the shell that runs the command has started another shell without integration. */
  #isLeftFor({ name, pid }: WaitingShell, first: number, commandLine: string): boolean {
    const { signer, unmarked, where } = this.#track.shell;
    if (this.#entry.expects(name) || (pid === unmarked && name === where?.shell)) return false;
    // The shell has removed this variable from its environment, but the system still knows it.
    const isOwn = startedWith(pid, 'COTTY_NONCE');
    // A shell that never printed marks, such as dash, has not replaced one that did.
    if (pid === first) return isOwn === false && (signer === 'own' || unmarked === pid);
    return isOwn !== true && enters(commandLine) !== undefined;
  }

  /** Must be called when the terminal is gone. */
  close(): void {
    this.#entry.close();
  }

  /** Finishes the running command, which has ended without a mark. */
  finishUnmarked(): readonly TerminalAction[] {
    return this.#follow(finishOpen(this.#track, this.#options.clock.now()));
  }

  /** Must be called when the terminal has ended, with an exit code if that is also the last command's. */
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
  /** The name of the shell that the command starts, if the command has it. */
  readonly shell: string | undefined;
};

/** Whether the terminal's own shell reports that it cannot be set up: it is too old, or restricted. */
function isWithoutMarks(mark: Mark): mark is Mark & { readonly kind: 'property' } {
  return mark.kind === 'property' && mark.key === 'Marks' && !mark.unverified && mark.shell === undefined;
}

function inDoubt(shell: string): string {
  return `no prompt of ${shell} is recognised on the screen`;
}
