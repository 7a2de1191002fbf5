/** The status of a terminal in the list of terminals, which tabs show without a subscription. */

import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { TerminalClaim, TerminalState } from '../../protocol/terminal/state.ts';
import type { Mark } from '../../shell/mark.ts';
import { type ShellSays, shellSays } from '../../shell/shell-says.ts';
import type { Detector } from '../agents/detector.ts';
import type { ProgramStatus } from '../agents/program-status.ts';
import type { Checkpoint } from '../keep/replay-head.ts';
import { diedOf } from '../pty/exit-status.ts';
import type { PtyExit } from '../pty/pty-port.ts';
import { integrationOf, PATIENCE_MS } from '../run/integration-state.ts';
import type { TerminalShells } from '../run/terminal-shells.ts';
import { Waiters } from '../run/waiters.ts';
import type { ScreenReported } from '../screen/screen-report.ts';
import { type CommandStatus, forgetLast, noteCommand } from './command-status.ts';
import type { TerminalOptions } from './terminal-options.ts';
import type { TtyWatch } from './tty-watch.ts';

/** Values that `Terminal` adds. */
type Known = {
  readonly state: TerminalState;
  readonly pid: number | undefined;
  readonly tty: Pick<TtyWatch, 'echoOff' | 'lineEditing' | 'foreground' | 'port' | 'listeners'>;
  readonly detector: Pick<Detector, 'process'>;
};

/**
 * How long `firstPrompt` waits: some queries need the properties that the shell reports at its first prompt (such as HISTFILE).
 */
const FIRST_PROMPT_MS = 2000;

export class TabStatus {
  readonly #options: TerminalOptions;
  readonly #shells: Pick<TerminalShells, 'current' | 'meta'>;
  /** Resolves when the shell has shown its first prompt and reported its properties, or when that takes too long. */
  readonly firstPrompt: Promise<unknown>;
  /** What the program does. */
  readonly program: ProgramStatus;
  readonly #cancelPatience: () => void;
  readonly #waiters: Waiters;
  /** Whether the shell has shown its first prompt, or will show none. */
  #reached: boolean;
  #commands: CommandStatus;
  #reported: ScreenReported | undefined;
  /** The last title that was set while no command ran. */
  #titleAtRest = '';
  #late = false;
  #askedBy: string | undefined;
  #lender: TerminalClaim | undefined;
  #died: string | undefined;
  #says: ShellSays;

  constructor(
    options: TerminalOptions,
    shells: Pick<TerminalShells, 'current' | 'meta'>,
    program: ProgramStatus,
  ) {
    this.#options = options;
    this.#shells = shells;
    this.#waiters = new Waiters(options.clock);
    this.#commands = options.earlier?.status ?? {};
    this.#lender = options.earlier?.lender;
    this.program = program;
    this.#says = options.earlier?.says ?? {};
    this.#reached = options.integrationOff !== undefined;
    this.firstPrompt = this.#waiters.waitFor(FIRST_PROMPT_MS, () => this.#reached || undefined);
    this.#cancelPatience = options.clock.after(PATIENCE_MS, () => {
      this.#late = true;
      options.onInfo(false);
    });
  }

  /** The part that a checkpoint holds. */
  get kept(): Pick<Checkpoint, 'status' | 'says' | 'lender' | 'program'> {
    return {
      status: this.#commands,
      says: this.#says,
      ...(this.program.kept === undefined ? {} : { program: this.program.kept }),
      ...(this.#lender === undefined ? {} : { lender: this.#lender }),
    };
  }

  /** Whether shell integration was set up, but has not reported a prompt in time. */
  get late(): boolean {
    return this.#late;
  }

  /** Writer label of the agent that asks for the terminal. */
  get askedBy(): string | undefined {
    return this.#askedBy;
  }

  /** The running command. */
  get running(): CommandStatus['running'] {
    return this.#commands.running;
  }

  asked(by: string | undefined): void {
    if (by === this.#askedBy) return;
    this.#askedBy = by;
    this.#options.onInfo(true);
  }

  /** If a session holds the terminal: the claim of the client that had it before, if any. */
  get lender(): TerminalClaim | undefined {
    return this.#lender;
  }

  /** Must be called when the claim has changed. This answers a request for the terminal. */
  claimed(before: TerminalClaim, now: TerminalClaim): void {
    this.#askedBy = undefined;
    if (now.kind === 'client') this.#lender = undefined;
    else if (before.kind === 'client') this.#lender = before;
    this.#options.onInfo(true);
  }

  /** Properties that the current shell has reported. */
  get says(): ShellSays {
    return this.#says;
  }

  marked(mark: Mark): void {
    if (mark.kind === 'promptStart') {
      this.#reached = true;
      this.#waiters.check();
    }
    const says = shellSays(this.#says, mark);
    if (says === this.#says && (mark.kind !== 'property' || mark.shell === undefined)) return;
    this.#says = says;
    this.#options.onInfo(false);
  }

  reported(reported: ScreenReported): void {
    this.#reported = reported;
    if (this.#commands.running === undefined) this.#titleAtRest = reported.title;
    this.#options.onInfo(false);
  }

  /** Must be called before the exit is announced. `used`: the shell has shown a prompt or got input. */
  exited(exit: PtyExit, used: boolean): void {
    this.#died = diedOf(exit, { program: this.#options.program, used });
  }

  follow(action: TerminalAction): void {
    if (action.type === 'terminal/commandExecuted') this.program.began();
    else if (action.type === 'terminal/commandFinished') this.program.ended();
    this.#commands = noteCommand(this.#commands, action, this.#options.clock.now());
    this.#options.onInfo(false);
  }

  /** Removes the command line from the status if it was forgotten. */
  forgot(commandLine: string): void {
    this.#commands = forgetLast(this.#commands, commandLine);
    this.#options.onInfo(true);
  }

  meta({ state, pid, tty, detector }: Known): TerminalMeta {
    const { shell, integrationOff: off, holder, origin, recordMeta } = this.#options;
    const { where: within, unmarked, why } = this.#shells.current;
    const name = within?.shell ?? shell;
    const detected = state.supportsCommandDetection === true;
    const running = this.#commands.running !== undefined;
    return {
      ...(pid === undefined ? {} : { pid }),
      ...(state.cwd === undefined ? {} : { cwd: state.cwd }),
      shell: name,
      ...this.#shells.meta,
      ...origin,
      ...this.#commands,
      ...reportMeta(this.#reported, state, running && !this.program.hasReported),
      ...this.program.meta,
      ...(running && (this.#reported?.title ?? '') !== this.#titleAtRest
        ? { titledByCommand: true as const }
        : {}),
      ...(this.#says.editMode === 'vi' && within === undefined ? { editMode: 'vi' as const } : {}),
      holder: holder(),
      ...(this.#askedBy === undefined ? {} : { askedBy: this.#askedBy }),
      ...(this.#died === undefined ? {} : { died: this.#died }),
      ...recordMeta(),
      integration: integrationOf({
        shell: name,
        off,
        detected,
        late: this.#late,
        unmarked: unmarked !== undefined,
        why,
      }),
      ...ttyMeta(tty, detector),
    };
  }

  close(): void {
    this.#cancelPatience();
    this.program.close();
    this.#reached = true;
    this.#waiters.check();
  }
}

function reportMeta(
  reported: ScreenReported | undefined,
  state: TerminalState,
  hasProgress: boolean,
): Pick<TerminalMeta, 'bells' | 'notice' | 'progress' | 'programTitle'> {
  if (reported === undefined) return { bells: 0 };
  const { title, bells, notice, progress } = reported;
  return {
    bells,
    ...(notice === undefined ? {} : { notice }),
    // A program that was killed cannot reset its progress, and one that reports its status (OSC 7501) means that.
    ...(progress === null || !hasProgress ? {} : { progress }),
    ...(title === '' || title === state.title ? {} : { programTitle: title }),
  };
}

/** An agent that an interpreter runs is called by its own name, not `node`. */
function ttyMeta(
  { echoOff, lineEditing, foreground, port, listeners }: Known['tty'],
  { process }: Known['detector'],
) {
  return {
    ...(echoOff ? { echoOff: true } : {}),
    ...(lineEditing ? {} : { lineEditing: false as const }),
    ...(foreground === undefined ? {} : { foreground: process ?? foreground }),
    ...(port === undefined ? {} : { port }),
    ...(listeners.length === 0
      ? {}
      : {
          ports: listeners.map(({ port: each, program, since }) => ({
            port: each,
            ...(program === undefined ? {} : { program }),
            since,
          })),
        }),
  };
}
