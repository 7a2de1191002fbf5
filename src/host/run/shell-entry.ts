/**
 * Gives its marks to a shell that was entered from the terminal's own one (`bash`, `sudo -i`), or that a start file has put in
 * its place (`exec zsh`), at its first prompt. Nothing else reaches every such shell: `sudo` and `su -` empty the environment, no
 * shell reads a file of cotty by itself, and another user may not be allowed to.
 *
 *   prompt ── asking line ── P;Probe ── loading line ── P;Reads ── the script ── marks
 *
 * Two lines are typed (`shell/nest/away-lines.ts`). The script goes over the terminal as commands do (`payload.ts`). `AwayEntry`
 * uses the same where a shell runs elsewhere.
 *
 * A line editor asks for bracketed paste right before it reads a line. But `read -e` in a start file does so too, and so do
 * programs that are no shells. So the line is typed when nothing more is printed and it is known that a shell waits at its
 * prompt. The echo of the line and all else until the first mark are held back; after it the prompt comes again. What others type
 * meanwhile waits (`isLoading`), as the script would be mixed with it.
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
import { lastCharacter } from '../nest/shell-at-prompt.ts';
import { PayloadSender, payloadOf } from './payload.ts';

/**
 * Time for each step on the way to the marks, and limit of held back text in UTF-16 units. At either of them the shell has no
 * marks, and what was held back is shown.
 */
const STEP_MS = 4000;
const MAX_HELD = 64 * 1024;

/** Time without output after which the prompt is complete, and where the shell runs on another machine. */
const QUIET_MS = 60;
const QUIET_AFAR_MS = 400;
/** Time after which a line editor that reads, with nothing on the screen that tells of a prompt, counts as a shell without marks. */
const DOUBT_MS = 3000;

/** Clears a prompt of so many rows above the cursor. */
const clearRows = (rows: number) => `${rows > 0 ? `\x1b[${rows}A` : ''}\r\x1b[J`;

export type ShellEntryOptions = {
  readonly clock: Clock;
  /** Whether a shell that is entered is given marks: not where the terminal's own one has none. */
  readonly marksInside: () => boolean;
  /** Types keys of the host's own, which nobody is told of. */
  readonly type: (keys: string) => void;
  /** Shows text that was held back. */
  readonly show: (text: string) => void;
  /** Whether a shell waits at its prompt (`shellAtPrompt`). */
  readonly isAtPrompt: (before: string, known: string | undefined) => boolean;
  /** Whether the shell that a command has just entered runs on another machine or in a container. */
  readonly isAfar: () => boolean;
  /** Called when it stays in doubt whether a shell waits at its prompt, and when one that was given its marks has taken none. */
  readonly inDoubt: () => void;
  /** Called when a shell has its marks, or has not taken them. */
  readonly onLoaded: () => void;
  readonly screen: () => Pick<Emulator, 'base' | 'cursor' | 'row' | 'alternate'>;
};

/** `other`: the shell has said that it is none which has marks. */
export type Loaded = 'marks' | 'other' | 'silent';

/** What the shell is to say next, signed with the name that was typed. */
type Step = 'probe' | 'reads' | 'marks';

export class ShellEntry {
  readonly #options: ShellEntryOptions;
  /** `armed`: a shell may come to its first prompt. `reading`: a line editor reads. `loading`: it reads the typed line. */
  #phase: 'idle' | 'armed' | 'reading' | 'loading' | 'closed' = 'idle';
  #cancelQuiet: (() => void) | undefined;
  /** The row of the cursor when the line editor began to read, counted from the first line, and how far the prompt goes on. */
  #row = 0;
  #rows = 0;
  /** The last character of the prompt at which the shell was entered. */
  #known: string | undefined;
  /** The end of the last text, which may be the beginning of `READS`. */
  #seen = '';
  #held = '';
  /** Whether somebody has typed a part of a line that no Enter has sent. */
  #halfTyped = false;
  #cancelLoad: (() => void) | undefined;
  /** Whether it stays in doubt if a shell waits at its prompt. On this machine it is given marks when that is known later. */
  #doubts = false;
  /** Whether the shell has taken no marks. */
  #refused = false;
  #isAfar = false;
  #name = '';
  #step: Step = 'probe';
  #sender: PayloadSender | undefined;
  #over: (loaded: Loaded) => void = () => {};

  constructor(options: ShellEntryOptions) {
    this.#options = options;
  }

  /** Whether a line editor reads, and nothing tells that it is that of a shell at its prompt. */
  get doubts(): boolean {
    return this.#doubts;
  }

  /** Whether the shell was given its marks and has taken none. */
  get refused(): boolean {
    return this.#refused;
  }

  /** Whether a shell is being given its marks: what others type would be mixed with them. */
  get isLoading(): boolean {
    return this.#phase === 'loading';
  }

  /** Must be called when somebody presses Ctrl+C, before it is written: the shell is given no marks. */
  interrupt(): void {
    if (this.#phase === 'loading') this.#giveUp('silent');
  }

  /** Must be called when a shell marks its commands that was not known before. */
  came(): void {
    if (this.#phase !== 'loading') return;
    this.#held = clearRows(this.#rows);
    this.release('marks');
  }

  /** Whether a part of a line was typed that no Enter has sent. */
  get isHalfTyped(): boolean {
    return this.#halfTyped;
  }

  /**
   * Gives its marks to the shell that waits at its prompt now. What is printed is held back until its marks come or the time is
   * over; then `over` is told how it went.
   */
  begin(over: (loaded: Loaded) => void): void {
    this.release();
    this.#over = over;
    this.#load();
  }

  /** Whether the mark belongs to this: it is signed with the name that was typed. */
  takes(mark: Mark): boolean {
    if (this.#phase !== 'loading' || mark.kind !== 'property' || mark.shell !== this.#name) return false;
    const { key, value } = mark;
    if (key === PROBE) this.#answered(value);
    else if (key === 'Reads' || key === 'Got') this.#reading(key, value);
    else return false;
    return true;
  }

  /** One answer is taken: more of them would have the line typed again and again. */
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

  /** Must be called with each input of others. */
  typed(data: string): void {
    if (data !== '') this.#halfTyped = !/[\r\n\x03\x04]$/.test(data);
  }

  /** Must be called with each action that marks lead to, before it is applied. */
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
      // The prompt comes again in a shell with marks. zsh has printed it before it asked for bracketed paste.
      const hasMarks =
        this.#phase === 'loading' && cottyMeta<CommandMeta>(action._meta).entered !== undefined;
      if (hasMarks) this.#held = clearRows(this.#rows);
      this.release(hasMarks ? 'marks' : 'silent');
    }
  }

  /** Whether a shell of that name that has come may still be given marks. */
  expects(name: string): boolean {
    const isOn = this.#phase !== 'idle' && this.#phase !== 'closed' && !this.#doubts;
    return isOn && /^(?:bash|zsh|fish)$/.test(name);
  }

  /** Takes printed text. Returns what is to be shown of it now. */
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

  /** A start file may have put another shell in the place of the terminal's own one: it is given marks at its prompt. */
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
    // A line somebody has begun to type would be joined to ours.
    if ((this.#phase !== 'reading' && this.#phase !== 'armed') || this.#halfTyped) return;
    const screen = this.#options.screen();
    const { base, cursor, alternate } = screen;
    const before = rowText(screen.row(base + cursor.y)).slice(0, cursor.x);
    const isAtPrompt = !alternate && this.#options.isAtPrompt(before, this.#known);
    if (this.#phase === 'armed') {
      // Elsewhere a prompt is not enough: nothing tells that a line editor reads. It is said that such a shell has no marks.
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
    // Elsewhere no process tells later on whether it is the shell that asks, or a program that was run in it.
    if (this.#isAfar) this.release();
  }

  /** Stops all checks: the terminal is gone. */
  close(): void {
    this.#cancelLoad?.();
    this.#cancelQuiet?.();
    this.#phase = 'closed';
  }

  /** Shows what is held back. */
  release(loaded: Loaded = 'silent'): void {
    const held = this.#end(loaded);
    if (held !== '') this.#options.show(held);
  }

  /** The shell that was given its marks has none. */
  #giveUp(loaded: Loaded): void {
    this.#refused = true;
    this.release(loaded);
    this.#options.inDoubt();
  }

  /** Holds nothing back any longer. Returns what was held back. */
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

  /** Returns what is to be shown now: nothing, or at the limit all that was held back. */
  #hold(text: string): string {
    this.#held += text;
    return this.#held.length > MAX_HELD ? this.#end('silent') : '';
  }
}
