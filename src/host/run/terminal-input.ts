/** The input of one terminal, with its writers: keys of clients, and commands that the runner types or delivers. */

import type { RecentCommands } from '../../ledger/records/recent-commands.ts';
import type { InputAction, TerminalAction } from '../../protocol/terminal/actions.ts';
import { isBytes } from '../../protocol/terminal/byte-input.ts';
import { type InputPart, inputParts, lineInput, submittedLine } from '../../protocol/terminal/shell-line.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import { rowText } from '../../screen/cells/row.ts';
import type { Emulator } from '../../screen/emulator/emulator.ts';
import type { Mark } from '../../shell/mark.ts';
import type { Clock } from '../common/clock.ts';
import type { TerminalReplayLog } from '../keep/terminal-replay-log.ts';
import { foregroundProgram, isAtShell } from '../processes/foreground.ts';
import { shellAtPrompt } from '../processes/shell-at-prompt.ts';
import type { Pty } from '../pty/pty-port.ts';
import { LastInput } from './last-input.ts';
import type { PlaceAnswer } from './places.ts';
import { Runner } from './runner.ts';
import type { TerminalShells } from './terminal-shells.ts';

export type TerminalInputOptions = {
  readonly clock: Clock;
  readonly shell: string;
  /** Path of the delivery files, without extension. */
  readonly delivery: string | undefined;
  readonly program: boolean;
  readonly integrationOff: string | undefined;
  readonly commands: RecentCommands;
  readonly replayLog?: Pick<TerminalReplayLog, 'writes'>;
  readonly pty: Pty;
  /** Returns the screen with everything printed until now. */
  readonly screen: () => Emulator;
  readonly state: () => TerminalState;
  readonly shells: Pick<
    TerminalShells,
    'phase' | 'answered' | 'current' | 'process' | 'typed' | 'isLoading' | 'interrupt'
  >;
  /** Called when the running command has ended without a shell-integration mark. */
  readonly onUnmarkedEnd: () => void;
  /** Sends input of the host in the same way as that of clients. */
  readonly input: (data: string, writer: string | undefined) => void;
  /** Shows a notice in the terminal. */
  readonly say: (text: string) => void;
};

/** Input of a client that waits while a command is delivered. */
type Waiting = {
  readonly action: InputAction;
  readonly writer: string | undefined;
  readonly taking: () => void;
};

/** Reports of the focus (mode 1004). */
const [FOCUS_GAINED, FOCUS_LOST] = ['\x1b[I', '\x1b[O'];

/** Milliseconds for which input waits at most: a line editor that does not answer must not block typing. */
const HOLD_MS = 400;

export class TerminalInput {
  readonly runner: Runner;
  readonly #parts: TerminalInputOptions;
  readonly #last = new LastInput();
  /** Whether the shell has integration, or is still expected to have it. */
  readonly #marks: () => boolean;
  /** Whether the shell's line editor reads the input; true if that is not known. */
  readonly #reads: () => boolean;
  /** Whether the terminal has got any input. */
  used = false;
  #closed = false;
  /** Input that came while a command was delivered, in order. */
  #waiting: (Waiting | { readonly focused: boolean })[] = [];
  #cancelHold: (() => void) | undefined;
  /** Whether input has waited for `HOLD_MS`: from then on only a text that is being sent over the terminal holds it back. */
  #isLate = false;
  /** Whether a line of a user is being delivered or about to be typed. Later input must stay behind it. */
  #inLine = false;

  constructor(parts: TerminalInputOptions) {
    const { clock, commands, shell, program, integrationOff, screen, state, shells } = parts;
    this.#parts = parts;
    this.#marks = () => shells.current.unmarked === undefined && integrationOff === undefined;
    const current = () => shells.current.where?.shell ?? shell;
    this.#reads = () =>
      !this.#marks() || shells.phase === 'ready' || (shells.phase === 'prompt' && current() === 'fish');
    this.runner = new Runner({
      clock,
      commands,
      shell: () => (program ? undefined : current()),
      marksCommands: this.#marks,
      fetches: () => shells.current.fetches === true,
      reader: () => shells.current,
      delivery: parts.delivery,
      press: (keys) => parts.pty.write(keys),
      onFree: () => this.writeWaiting(),
      writes: (writer) => parts.replayLog?.writes(writer),
      phase: () => shells.phase,
      exited: () => this.#closed || state().lifecycle.status === 'exited',
      bracketedPaste: () => screen().modes.bracketedPaste,
      foreground: () => {
        const pid = shells.process;
        return pid === undefined ? undefined : foregroundProgram(pid);
      },
      process: () => shells.process,
      askModes: (answer) => parts.pty.askModes(answer),
      isAtPrompt: () => {
        const now = screen();
        const before = rowText(now.row(now.base + now.cursor.y)).slice(0, now.cursor.x);
        return shellAtPrompt(shells.process, before);
      },
      input: this.#last,
      type: (keys, writer = this.#last.trackContext.writer) => this.type(keys, writer),
    });
  }

  /** The writer to whom `track` attributes the next command. */
  get trackContext(): { readonly writer?: string } {
    return this.#last.trackContext;
  }

  /** Sends input to the program. Returns false, and sends nothing, if it does not fit into the input queue of the pty. */
  type(data: string, writer: string | undefined): boolean {
    const { pty, input } = this.#parts;
    if (pty.room < Buffer.byteLength(data)) return false;
    input(data, writer);
    return true;
  }

  /**
   * Takes input of a client: writes keys to the pty and delivers lines, in order. `taking` is called right before the input is
   * written. Input that comes while a command is delivered, or a shell is set up, is written after that; Ctrl+C cancels both.
   */
  take(action: InputAction, writer: string | undefined, taking: () => void): void {
    if (action.data.includes('\x03')) {
      this.runner.delivery.interrupt();
      this.#parts.shells.interrupt();
    }
    if (this.#waiting.length === 0 && !this.#isHeld) this.#take({ action, writer, taking });
    else this.#waiting.push({ action, writer, taking });
    if (this.#waiting.length > 0) this.writeWaiting();
  }

  /**
   * Tells the program that it has got the focus or lost it, behind all input so far, if it wants to know it by then. It does not
   * count as typed. Of changes that wait behind the same input, only the last is told.
   */
  focusMoved(focused: boolean): void {
    if (this.#closed) return;
    if (this.#waiting.length === 0 && !this.#isHeld) this.#tellFocus(focused);
    else {
      this.#waiting = [...this.#waiting.filter((each) => !('focused' in each)), { focused }];
      this.writeWaiting();
    }
  }

  #tellFocus(focused: boolean): void {
    const { pty, screen } = this.#parts;
    if (screen().modes.focusEvents) pty.write(focused ? FOCUS_GAINED : FOCUS_LOST);
  }

  #late(): void {
    this.#isLate = true;
    this.writeWaiting();
  }

  #take({ action, writer, taking }: Waiting): void {
    taking();
    const parts = isBytes(action) ? undefined : inputParts(action.data);
    if (parts === undefined) {
      this.#write(action, writer);
      return;
    }
    const [first, ...rest] = parts;
    if (rest.length > 0) {
      const others = rest.map((part) => ({
        action: { ...action, data: textOf(part) },
        writer,
        taking: () => {},
      }));
      this.#waiting.unshift(...others);
    }
    if (first === undefined) return;
    if ('keys' in first) this.#write({ ...action, data: first.keys }, writer);
    else void this.#line(first.line, writer);
  }

  #write(action: InputAction, writer: string | undefined): void {
    this.noteInput(action.data, writer);
    this.#parts.pty.write(isBytes(action) ? Buffer.from(action.data, 'latin1') : action.data);
  }

  /** Writes waiting input, until a delivery or a set-up holds it. */
  writeWaiting(): void {
    while (this.#waiting.length > 0 && !this.#isHeld) {
      const [next, ...rest] = this.#waiting;
      this.#waiting = rest;
      if (next === undefined) continue;
      if ('focused' in next) this.#tellFocus(next.focused);
      else this.#take(next);
    }
    if (this.#waiting.length === 0) this.#holdAnew();
    else if (!this.#isLate) this.#cancelHold ??= this.#parts.clock.after(HOLD_MS, () => this.#late());
  }

  #holdAnew(): void {
    this.#cancelHold?.();
    this.#cancelHold = undefined;
    this.#isLate = false;
  }

  /** While the shell reads a text or a script from its terminal, input would become a part of it, however long that takes. */
  get #isHeld(): boolean {
    const { delivery } = this.runner;
    if (delivery.isSending || this.#parts.shells.isLoading) return true;
    return !this.#isLate && (delivery.active || this.#inLine);
  }

  /** Delivers a line that a user wrote, or types it if no line editor fetches it. */
  async #line(line: string, writer: string | undefined): Promise<void> {
    this.#inLine = true;
    this.#holdAnew();
    const outcome = await this.runner.line(line, () => {
      this.used = true;
      this.#last.delivered(line, writer);
      this.#parts.shells.typed('\r');
    });
    if (outcome === 'typed') {
      const { pending } = this.#last;
      const { bracketedPaste } = this.#parts.screen().modes;
      const data = submittedLine(line, { bracketedPaste, dirty: pending === 'half-typed' });
      this.#write({ type: 'terminal/input', data }, writer);
    } else if (outcome !== undefined) {
      this.#parts.say(`\r\n\x1b[7mcotty: the line was not run: ${outcome}\x1b[27m\r\n`);
    }
    this.#inLine = false;
    this.writeWaiting();
  }

  /** Must be called with all input of clients and of the runner, right before it is written to the pty. */
  noteInput(data: string, writer: string | undefined): void {
    this.used ||= data !== '';
    this.#last.typed(data, writer, this.#reads());
    this.#parts.shells.typed(data);
    if (data.includes('\x03')) this.#watchUnmarkedInterrupt();
  }

  /** Takes the user's answer about a shell on another machine. Resolves when its set-up is over, with the reason if it failed. */
  answered(answer: PlaceAnswer | 'later'): Promise<string | undefined> {
    return new Promise((resolve) => this.#parts.shells.answered(answer, resolve));
  }

  printed(): void {
    this.runner.check(false);
  }

  marked(mark: Mark): void {
    const { kind } = mark;
    if (kind === 'commandLine') this.#last.lineReported(mark.line);
    if (kind === 'executed') this.#last.commandBegan();
    // The marks for the end of a command and of a prompt are no reaction to lines that were sent meanwhile.
    if (kind === 'executed' || kind === 'promptStart') this.#last.lineAnswered();
    this.runner.delivery.marked(mark);
    if (kind === 'property' && mark.key === 'Put') this.#last.putBack();
    if (kind === 'property' && mark.key === 'Taken') this.#last.taken();
    this.runner.check(kind === 'promptStart');
  }

  /** Adds to a reported action what only the host knows: the line as typed, and that a run has timed out. */
  refine(action: TerminalAction): TerminalAction {
    return this.runner.markTimedOut(this.#last.withTypedLine(action));
  }

  /** After Ctrl+C in a shell without integration, waits until the shell reads again: then the command has ended. */
  #watchUnmarkedInterrupt(): void {
    const { clock, commands, shells, onUnmarkedEnd } = this.#parts;
    const { begun } = commands;
    const pid = shells.process;
    if (begun === undefined || pid === undefined || this.#marks()) return;
    const isOver = () => this.#closed || commands.begun?.commandId !== begun.commandId;
    whenShellReads({ clock, pid }, isOver, onUnmarkedEnd);
  }

  /** Must be called when the terminal is gone: ends all waits for commands to begin. */
  close(): void {
    this.#closed = true;
    this.#cancelHold?.();
    this.#waiting = [];
    this.runner.check(false);
  }
}

function textOf(part: InputPart): string {
  return 'keys' in part ? part.keys : lineInput(part.line);
}

// The end of a command by Ctrl+C in a shell without integration: the rest of the typed line, which would print the end mark, is discarded.

/** First and last delay of a check. The delay doubles while the program runs, and after the last one there are no more checks. */
const FIRST_CHECK_MS = 100;
const LAST_CHECK_MS = 5000;

/**
 * Calls `onShell` when the shell itself waits for input, found by two checks in a row: between two programs of a line the shell
 * is in the foreground, too.
 */
function whenShellReads(
  { clock, pid }: { readonly clock: Clock; readonly pid: number },
  isOver: () => boolean,
  onShell: () => void,
): void {
  const check = (afterMs: number, seenBefore: boolean) => {
    clock.after(afterMs, () => {
      if (isOver()) return;
      const seen = isAtShell(pid);
      if (seen && seenBefore) onShell();
      else if (seen) check(FIRST_CHECK_MS, true);
      else if (afterMs < LAST_CHECK_MS) check(2 * afterMs, false);
    });
  };
  check(FIRST_CHECK_MS, false);
}
