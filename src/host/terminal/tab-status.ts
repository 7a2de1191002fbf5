/** The status of a terminal that tabs show without a subscription, beside title and holder. */

import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import type { Mark } from '../../shell/mark.ts';
import type { PtyExit } from '../pty/pty-port.ts';
import { integrationOf, PATIENCE_MS } from '../run/integration-state.ts';
import { type ShellSays, shellSays } from '../run/shell-says.ts';
import type { ScreenReported } from '../screen/screen-report.ts';
import { type CommandStatus, forgetLast, noteCommand } from './command-status.ts';
import { diedOf } from './exit-status.ts';
import type { TerminalOptions } from './terminal-options.ts';
import type { TtyWatch } from './tty-watch.ts';

/** Values that only the terminal knows. */
type Known = {
  readonly state: TerminalState;
  readonly pid: number | undefined;
  readonly tty: Pick<TtyWatch, 'echoOff' | 'lineEditing' | 'foreground'>;
};

export class TabStatus {
  readonly #options: TerminalOptions;
  readonly #cancelPatience: () => void;
  #commands: CommandStatus = {};
  #reported: ScreenReported | undefined;
  #late = false;
  #askedBy: string | undefined;
  #died: string | undefined;
  #says: ShellSays = {};

  constructor(options: TerminalOptions) {
    this.#options = options;
    this.#cancelPatience = options.clock.after(PATIENCE_MS, () => {
      this.#late = true;
      options.onInfo(false);
    });
  }

  /** Whether a shell that should mark its commands has not done so in time. */
  get late(): boolean {
    return this.#late;
  }

  /** Writer of the agent that asks for the terminal. */
  get askedBy(): string | undefined {
    return this.#askedBy;
  }

  asked(by: string | undefined): void {
    if (by === this.#askedBy) return;
    this.#askedBy = by;
    this.#options.onInfo(true);
  }

  /** Must be called when the terminal was claimed: a request for it is answered by that. */
  claimed(): void {
    this.#askedBy = undefined;
    this.#options.onInfo(true);
  }

  /** What the shell says of itself. */
  get says(): ShellSays {
    return this.#says;
  }

  marked(mark: Mark): void {
    const says = shellSays(this.#says, mark);
    if (says === this.#says) return;
    this.#says = says;
    this.#options.onInfo(false);
  }

  reported(reported: ScreenReported): void {
    this.#reported = reported;
    this.#options.onInfo(false);
  }

  /** Must be called before the exit is told; `used` when the shell came to a prompt, or took input. */
  exited(exit: PtyExit, used: boolean): void {
    this.#died = diedOf(exit, { program: this.#options.program, used });
  }

  follow(action: TerminalAction): void {
    this.#commands = noteCommand(this.#commands, action, this.#options.clock.now());
    this.#options.onInfo(false);
  }

  /** Stops showing the text of that command. */
  forgot(commandLine: string): void {
    this.#commands = forgetLast(this.#commands, commandLine);
    this.#options.onInfo(true);
  }

  meta({ state, pid, tty }: Known): TerminalMeta {
    const { shell, integrationOff: off, holder, origin, recordMeta } = this.#options;
    const detected = state.supportsCommandDetection === true;
    return {
      ...(pid === undefined ? {} : { pid }),
      ...(state.cwd === undefined ? {} : { cwd: state.cwd }),
      shell,
      ...origin,
      ...this.#commands,
      ...reportMeta(this.#reported, state, this.#commands.running !== undefined),
      ...(this.#says.editMode === 'vi' ? { editMode: 'vi' as const } : {}),
      holder: holder(),
      ...(this.#askedBy === undefined ? {} : { askedBy: this.#askedBy }),
      ...(this.#died === undefined ? {} : { died: this.#died }),
      ...recordMeta(),
      integration: integrationOf({ shell, off, detected, late: this.#late }),
      ...(tty.echoOff ? { echoOff: true } : {}),
      ...(tty.lineEditing ? {} : { lineEditing: false }),
      ...(tty.foreground === undefined ? {} : { foreground: tty.foreground }),
    };
  }

  close(): void {
    this.#cancelPatience();
  }
}

function reportMeta(
  reported: ScreenReported | undefined,
  state: TerminalState,
  running: boolean,
): Pick<TerminalMeta, 'bells' | 'notice' | 'progress' | 'programTitle'> {
  if (reported === undefined) return { bells: 0 };
  const { title, bells, notice, progress } = reported;
  return {
    bells,
    ...(notice === undefined ? {} : { notice }),
    // A program that was killed cannot reset its progress.
    ...(progress === null || !running ? {} : { progress }),
    ...(title === '' || title === state.title ? {} : { programTitle: title }),
  };
}
