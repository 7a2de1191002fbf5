/**
 * Sets up shell integration in an inner shell at its first prompt: one that was started from the terminal's own shell (`bash`,
 * `sudo -i`), or has replaced it in a start file (`exec zsh`). Environment and start files do not reach every such shell: `sudo`
 * and `su -` clear the environment, no shell reads a file of cotty by itself, and another user may not be allowed to.
 *
 * prompt → asking line → P;Probe → loading line → P;Reads → the script → shell-integration marks
 *
 * Two lines are typed (`shell/nest/away-lines.ts`). The script is sent over the terminal as commands are (`payload.ts`). The same
 * is done for shells on other machines.
 *
 * A line editor switches on bracketed paste right before it reads a line. But so do `read -e` in a start file and programs that
 * are not shells. So the line is typed only when the output pauses and a shell is known to be at its prompt. All output from the
 * echo of the line to the first mark is held back; after that the shell prints its prompt again. Input of others waits
 * meanwhile (`isLoading`): it would be mixed with the script.
 */

import { randomBytes } from 'node:crypto';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import { rowText } from '../../screen/cells/row.ts';
import type { Emulator } from '../../screen/emulator/emulator.ts';
import type { Mark } from '../../shell/mark.ts';
import { answeredShell, askingLine, loadedScript, loadingLine, PROBE } from '../../shell/nest/away-lines.ts';
import { enters } from '../../shell/nest/enters.ts';
import { READS } from '../../shell/nest/line-editor.ts';
import { scriptsPath } from '../../shell/scripts-path.ts';
import type { Clock } from '../common/clock.ts';
import { lastCharacter } from '../processes/shell-at-prompt.ts';
import { PayloadSender, payloadOf } from './payload.ts';

/**
 * Milliseconds for each step, and limit of held-back text in UTF-16 units. If either is exceeded, the shell stays without
 * integration and the held-back text is shown.
 */
const STEP_MS = 4000;
const MAX_HELD = 64 * 1024;

/** Milliseconds without output after which the prompt is complete, here and on another machine. */
const QUIET_MS = 60;
const QUIET_AFAR_MS = 400;
/**
 * Milliseconds after which a line editor that reads, without a recognisable prompt on the screen, counts as a shell without
 * integration.
 */
const DOUBT_MS = 3000;

/** Returns the sequence that clears the prompt: the row of the cursor and `rows` rows above it. */
const clearRows = (rows: number) => `${rows > 0 ? `\x1b[${rows}A` : ''}\r\x1b[J`;

export type ShellEntryOptions = {
  readonly clock: Clock;
  /** Whether to set up integration in inner shells: not if the terminal's own shell has none. */
  readonly marksInside: () => boolean;
  /** Writes keys of the host, which are not announced as input. */
  readonly type: (keys: string) => void;
  /** Shows text that was held back. */
  readonly show: (text: string) => void;
  /** Whether a shell is at its prompt (`shellAtPrompt`). */
  readonly isAtPrompt: (before: string, known: string | undefined) => boolean;
  /** Whether the shell that a command has just started runs on another machine or in a container. */
  readonly isAfar: () => boolean;
  /** Called when it stays unclear whether a shell is at its prompt, and when the set-up of a shell has failed. */
  readonly inDoubt: () => void;
  /** Called when the set-up of a shell is over, successful or not. */
  readonly onLoaded: () => void;
  readonly screen: () => Pick<Emulator, 'base' | 'cursor' | 'row' | 'alternate'>;
};

/** `marks`: integration works. `other`: the shell has answered that it is not bash, zsh or fish. `silent`: no answer in time. */
export type Loaded = 'marks' | 'other' | 'silent';

/** The next report that is expected from the shell, signed with the name in the typed line. */
type Step = 'probe' | 'reads' | 'marks';

export class ShellEntry {
  readonly #options: ShellEntryOptions;
  /** `armed`: a shell may show its first prompt. `reading`: a line editor reads. `loading`: the shell reads the script. */
  #phase: 'idle' | 'armed' | 'reading' | 'loading' | 'closed' = 'idle';
  #cancelQuiet: (() => void) | undefined;
  /**
   * The row of the cursor when the line editor began to read, counted from the first row of output, and the rows of the prompt
   * below it.
   */
  #row = 0;
  #rows = 0;
  /** The last character of the prompt at which the inner shell was started. */
  #known: string | undefined;
  /** The end of the last text, in which `READS` may begin. */
  #seen = '';
  #held = '';
  /** Whether somebody has typed a part of a line without Enter. */
  #halfTyped = false;
  #cancelLoad: (() => void) | undefined;
  /** Whether it is unclear if a shell is at its prompt. For a process on this machine, that may become clear later. */
  #doubts = false;
  /** Whether the set-up of the shell has failed. */
  #refused = false;
  #isAfar = false;
  #name = '';
  #step: Step = 'probe';
  #sender: PayloadSender | undefined;
  #over: (loaded: Loaded) => void = () => {};

  constructor(options: ShellEntryOptions) {
    this.#options = options;
  }

  /** Whether a line editor reads, but it is unclear whether it is that of a shell at its prompt. */
  get doubts(): boolean {
    return this.#doubts;
  }

  /** Whether the set-up of the shell has failed. */
  get refused(): boolean {
    return this.#refused;
  }

  /** Whether a shell is being set up: input of others would be mixed with the script. */
  get isLoading(): boolean {
    return this.#phase === 'loading';
  }

  /** Must be called at Ctrl+C, before it is written: the set-up is cancelled. */
  interrupt(): void {
    if (this.#phase === 'loading') this.#giveUp('silent');
  }

  /** Must be called when marks of a shell that was not known before arrive: its set-up has succeeded. */
  came(): void {
    if (this.#phase !== 'loading') return;
    this.#held = clearRows(this.#rows);
    this.release('marks');
  }

  /** Whether somebody has typed a part of a line without Enter. */
  get isHalfTyped(): boolean {
    return this.#halfTyped;
  }

  /** Sets up the shell that is at its prompt now. Output is held back until that is over; then `over` gets the result. */
  begin(over: (loaded: Loaded) => void): void {
    this.release();
    this.#over = over;
    this.#load();
  }

  /** Whether a sequence belongs to the set-up: it is signed with the name in the typed line. */
  takes(mark: Mark): boolean {
    if (this.#phase !== 'loading' || mark.kind !== 'property' || mark.shell !== this.#name) return false;
    const { key, value } = mark;
    if (key === PROBE) this.#answered(value);
    else if (key === 'Reads' || key === 'Got') this.#reading(key, value);
    else return false;
    return true;
  }

  /** Only the first answer counts: others would make the host type the loading line again. */
  #answered(versions: string): void {
    if (this.#step !== 'probe') return;
    const shell = answeredShell(versions);
    const payload = shell && payloadOf(loadedScript(shell, scriptsPath()));
    if (shell === undefined || payload === undefined) {
      this.#giveUp('other');
      return;
    }
    this.#step = 'reads';
    this.#sender = new PayloadSender(payload, this.#options.type);
    this.#typeLine(loadingLine(shell, scriptsPath(), this.#name));
  }

  #reading(key: string, value: string): void {
    if (this.#step === 'probe') return;
    this.#step = 'marks';
    this.#sender?.reported(key, value);
    this.#wait();
  }

  /** Must be called with all input of others. */
  typed(data: string): void {
    if (data !== '') this.#halfTyped = !/[\r\n\x03\x04]$/.test(data);
  }

  /** Must be called with each action that follows from a sequence, before it is applied. */
  follow(action: TerminalAction): void {
    if (action.type === 'terminal/commandExecuted') this.#began(action.commandLine);
    else if (action.type === 'terminal/commandDetectionAvailable') this.came();
    else if (action.type === 'terminal/commandFinished') {
      if (
        this.#doubts &&
        this.#phase !== 'loading' &&
        cottyMeta<CommandMeta>(action._meta).entered === 'inside'
      )
        return;
      // In a shell with integration the prompt is printed again. zsh prints it before it switches on bracketed paste.
      const hasMarks =
        this.#phase === 'loading' && cottyMeta<CommandMeta>(action._meta).entered !== undefined;
      if (hasMarks) this.#held = clearRows(this.#rows);
      this.release(hasMarks ? 'marks' : 'silent');
    }
  }

  /** Whether a shell of that name, which has been started, may still be set up. */
  expects(name: string): boolean {
    const isOn = this.#phase !== 'idle' && this.#phase !== 'closed' && !this.#doubts;
    return isOn && /^(?:bash|zsh|fish)$/.test(name);
  }

  /** Takes output. Returns the text to show now. */
  take(text: string): string {
    if (this.#phase === 'idle' || this.#phase === 'closed') return text;
    if (this.#phase === 'loading') return this.#hold(text);
    const all = this.#seen + text;
    const isRead = all.includes(READS);
    this.#seen = all.slice(1 - READS.length);
    if (isRead) {
      this.#phase = 'reading';
      const { base, cursor } = this.#options.screen();
      this.#row = base + cursor.y;
    }
    if (this.#phase === 'reading' || this.#isAfar) this.#checkWhenQuiet();
    return text;
  }

  /** Must be called when another shell may have replaced the terminal's own one (in a start file): it is set up at its prompt. */
  replaced(): void {
    if (this.#phase !== 'idle' || !this.#options.marksInside()) return;
    this.#phase = 'reading';
    const { base, cursor } = this.#options.screen();
    this.#row = base + cursor.y;
    this.#checkWhenQuiet();
  }

  #checkWhenQuiet(): void {
    this.#cancelQuiet?.();
    const ms = this.#isAfar ? QUIET_AFAR_MS : QUIET_MS;
    this.#cancelQuiet = this.#options.clock.after(ms, () => this.#check());
  }

  #check(): void {
    this.#cancelQuiet = undefined;
    // A line that somebody has begun to type would be joined to ours.
    if ((this.#phase !== 'reading' && this.#phase !== 'armed') || this.#halfTyped) return;
    const screen = this.#options.screen();
    const { base, cursor, alternate } = screen;
    const before = rowText(screen.row(base + cursor.y)).slice(0, cursor.x);
    const isAtPrompt = !alternate && this.#options.isAtPrompt(before, this.#known);
    if (this.#phase === 'armed') {
      // On another machine a prompt on the screen is not enough, because it is unclear whether a line editor reads. The shell
      // counts as one without integration.
      if (isAtPrompt && !this.#doubts)
        this.#cancelQuiet = this.#options.clock.after(DOUBT_MS, () => this.#doubt());
      return;
    }
    if (!isAtPrompt) {
      if (!this.#doubts) this.#cancelQuiet = this.#options.clock.after(DOUBT_MS, () => this.#doubt());
      return;
    }
    this.#rows = Math.max(0, base + cursor.y - this.#row);
    this.#load();
  }

  #doubt(): void {
    this.#cancelQuiet = undefined;
    this.#doubts = true;
    this.#options.inDoubt();
    // On another machine there is no process by which one could tell later whether it is the shell or a program in it.
    if (this.#isAfar) this.release();
  }

  /** Stops all checks: the terminal is gone. */
  close(): void {
    this.#cancelLoad?.();
    this.#cancelQuiet?.();
    this.#phase = 'closed';
  }

  /** Shows the held-back text. */
  release(loaded: Loaded = 'silent'): void {
    const held = this.#end(loaded);
    if (held !== '') this.#options.show(held);
  }

  /** Ends a set-up that has failed. */
  #giveUp(loaded: Loaded): void {
    this.#refused = true;
    this.release(loaded);
    this.#options.inDoubt();
  }

  /** Ends the holding back. Returns the text that was held back. */
  #end(loaded: Loaded): string {
    const held = this.#held;
    const over = this.#over;
    const wasLoading = this.#phase === 'loading';
    this.#cancelLoad?.();
    this.#cancelQuiet?.();
    this.#phase = 'idle';
    this.#doubts = false;
    this.#isAfar = false;
    this.#held = '';
    this.#seen = '';
    this.#over = () => {};
    this.#sender = undefined;
    over(loaded);
    if (wasLoading) this.#options.onLoaded();
    return held;
  }

  #began(commandLine: string): void {
    this.release();
    this.#refused = false;
    this.#halfTyped = false;
    if (enters(commandLine)?.kind !== 'here' || !this.#options.marksInside()) return;
    this.#phase = 'armed';
    this.#isAfar = this.#options.isAfar();
    const screen = this.#options.screen();
    const line = rowText(screen.row(screen.base + screen.cursor.y - 1)).trimEnd();
    this.#known = line.endsWith(commandLine) ? lastCharacter(line.slice(0, -commandLine.length)) : undefined;
  }

  #load(): void {
    this.#phase = 'loading';
    this.#step = 'probe';
    this.#name = `~${randomBytes(12).toString('hex')}`;
    this.#typeLine(askingLine(this.#name));
  }

  #typeLine(line: string): void {
    this.#wait();
    this.#options.type(`${line}\r`);
  }

  #wait(): void {
    this.#cancelLoad?.();
    this.#cancelLoad = this.#options.clock.after(STEP_MS, () => this.#giveUp('silent'));
  }

  /** Holds text back. Returns the text to show: nothing, or everything if the limit is exceeded. */
  #hold(text: string): string {
    this.#held += text;
    return this.#held.length > MAX_HELD ? this.#end('silent') : '';
  }
}
