/** What is typed into a terminal, by whom, and what the shell makes of it: somebody's keys, or a command run on request. */

import type { CommandLog } from '../../ledger/records/command-log.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import type { Mark } from '../../shell/mark.ts';
import type { TrackState } from '../../shell/track.ts';
import type { Clock } from '../ground/clock.ts';
import { foregroundProgram } from '../pty/foreground.ts';
import type { Pty } from '../pty/pty-port.ts';
import type { HostScreen } from '../screen/host-screen.ts';
import { LastInput } from './last-input.ts';
import { Runner } from './runner.ts';
import { whenShellReads } from './unmarked-interrupt.ts';

export type TerminalInputOptions = {
  readonly clock: Clock;
  readonly shell: string;
  readonly program: boolean;
  readonly integrationOff: string | undefined;
  readonly commands: CommandLog;
  readonly pty: Pty;
  readonly screen: HostScreen;
  readonly state: () => TerminalState;
  readonly phase: () => TrackState['phase'];
  /** A shell that should mark its commands has not done so for too long. */
  readonly late: () => boolean;
  /** The command that runs has ended, and nothing said so. */
  readonly cutOff: () => void;
  /** Input of the host's own making, on the way that all input takes. */
  readonly input: (data: string, writer: string | undefined) => void;
};

export class TerminalInput {
  readonly runner: Runner;
  readonly #parts: TerminalInputOptions;
  readonly #last = new LastInput();
  /** Its shell marks its commands, or is still expected to. */
  readonly #marks: () => boolean;
  /** The shell's line editor reads, or nobody can know. */
  readonly #reads: () => boolean;
  #closed = false;

  constructor(parts: TerminalInputOptions) {
    const { clock, commands, shell, program, integrationOff, pty, screen, state, phase, late } = parts;
    this.#parts = parts;
    this.#marks = () =>
      integrationOff === undefined && (state().supportsCommandDetection === true || !late());
    this.#reads = () => !this.#marks() || phase() === 'ready' || (phase() === 'prompt' && shell === 'fish');
    this.runner = new Runner({
      clock,
      log: commands,
      shell: program ? undefined : shell,
      marks: this.#marks,
      phase,
      over: () => this.#closed || state().lifecycle.status === 'exited',
      bracketedPaste: () => screen.read().modes.bracketedPaste,
      foreground: () => (pty.pid === undefined ? undefined : foregroundProgram(pty.pid)),
      input: this.#last,
      type: (keys) => this.type(keys, this.#last.moment.writer),
    });
  }

  /** Of what the tracker has to know of the moment. */
  get moment(): { readonly writer?: string } {
    return this.#last.moment;
  }

  /** False: there is no room for it, and nothing of it was taken. */
  type(data: string, writer: string | undefined): boolean {
    const { pty, input } = this.#parts;
    if (pty.room < Buffer.byteLength(data)) return false;
    input(data, writer);
    return true;
  }

  /** It is on its way to the program. */
  typed(data: string, writer: string | undefined): void {
    this.#last.take(data, writer, this.#reads());
    if (data.includes('\x03')) this.#interrupted();
  }

  printed(): void {
    this.runner.look(false);
  }

  marked(mark: Mark): void {
    const { kind } = mark;
    if (kind === 'commandLine') this.#last.reported(mark.line);
    if (kind === 'executed') this.#last.began();
    // At the end of a command and before its prompt is drawn a shell says nothing of what was typed meanwhile.
    if (kind === 'executed' || kind === 'promptStart') this.#last.answered();
    this.runner.look(kind === 'promptStart');
  }

  /** What the shell reports, with what is known better here: the line as it was typed, that a wait for it was given up. */
  exact(action: TerminalAction): TerminalAction {
    return this.runner.exact(this.#last.exact(action));
  }

  #interrupted(): void {
    const { clock, commands, pty, cutOff } = this.#parts;
    const { begun } = commands;
    if (begun === undefined || pty.pid === undefined || this.#marks()) return;
    const isOver = () => this.#closed || commands.begun?.commandId !== begun.commandId;
    whenShellReads({ clock, pid: pty.pid }, isOver, cutOff);
  }

  /** The terminal is gone: whoever waits for a command to begin is told. */
  close(): void {
    this.#closed = true;
    this.runner.look(false);
  }
}
