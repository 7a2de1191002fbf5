/**
 * Gives its marks to a shell that was entered from the terminal's own one (`bash`, `sudo -i`), or that a start file has put in
 * its place (`exec zsh`): types the line that loads them at its first prompt. Nothing else reaches every such shell: `sudo` and
 * `su -` empty the environment, and no shell reads a file of cotty by itself.
 *
 * A line editor asks for bracketed paste right before it reads a line. But `read -e` in a start file does so too, and so do
 * programs that are no shells. So the line is typed when nothing more is printed and it is known that a shell waits at its
 * prompt. The echo of the line and all else until the first mark are held back; after it the prompt comes again.
 */

import { cottyMeta } from '../../protocol/common/meta.ts';
import { shellQuoted } from '../../protocol/common/shell-quote.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import { rowText } from '../../screen/cells/row.ts';
import type { Emulator } from '../../screen/emulator/emulator.ts';
import { enters } from '../../shell/nest/enters.ts';
import { READS } from '../../shell/nest/line-editor.ts';
import { scriptsPath } from '../../shell/scripts-path.ts';
import type { Clock } from '../ground/clock.ts';
import { lastCharacter } from '../nest/shell-at-prompt.ts';

/**
 * Time for the shell to load its marks, and limit of held back text in UTF-16 units. At either of them it has no marks, and
 * what was held back is shown. Elsewhere the script itself is typed, and its echo drawn by a line editor.
 */
const HERE = { ms: 3000, held: 16 * 1024 };
const AWAY = { ms: 4000, held: 64 * 1024 };

/** Time without output after which the prompt is complete. */
const QUIET_MS = 60;

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
  readonly screen: () => Pick<Emulator, 'base' | 'cursor' | 'row' | 'alternate'>;
  /** Path of the files by which commands are delivered to this terminal's shells, without their extension. */
  readonly delivery: string | undefined;
};

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
  #limits = HERE;
  #over: (hasMarks: boolean) => void = () => {};

  constructor(options: ShellEntryOptions) {
    this.#options = options;
  }

  /** Whether a part of a line was typed that no Enter has sent. */
  get isHalfTyped(): boolean {
    return this.#halfTyped;
  }

  /**
   * Types a line at the prompt of a shell elsewhere, and holds back what is printed until its marks come or the time is over;
   * then tells `over` which of both.
   */
  begin(line: string, over: (hasMarks: boolean) => void): void {
    this.release();
    this.#over = over;
    this.#limits = AWAY;
    this.#typeLine(line);
  }

  /** Types a further line, for which there is as much time again. */
  goOn(line: string): void {
    this.#cancelLoad?.();
    this.#typeLine(line);
  }

  /** Must be called with each input of others. */
  typed(data: string): void {
    if (data !== '') this.#halfTyped = !/[\r\n\x03\x04]$/.test(data);
  }

  /** Must be called with each action that marks lead to, before it is applied. */
  follow(action: TerminalAction): void {
    if (action.type === 'terminal/commandExecuted') this.#began(action.commandLine);
    else if (action.type === 'terminal/commandDetectionAvailable' && this.#phase === 'loading') {
      this.#held = clearRows(this.#rows);
      this.release(true);
    } else if (action.type === 'terminal/commandFinished') {
      // The prompt comes again in a shell with marks. zsh has printed it before it asked for bracketed paste.
      const hasMarks =
        this.#phase === 'loading' && cottyMeta<CommandMeta>(action._meta).entered !== undefined;
      if (hasMarks) this.#held = clearRows(this.#rows);
      this.release(hasMarks);
    }
  }

  /** Whether a shell of that name that has come may still be given marks. */
  expects(name: string): boolean {
    return this.#phase !== 'idle' && this.#phase !== 'closed' && /^(?:bash|zsh|fish)$/.test(name);
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
    if (this.#phase === 'reading') this.#lookWhenQuiet();
    return text;
  }

  /** A start file may have put another shell in the place of the terminal's own one: it is given marks at its prompt. */
  replaced(): void {
    if (this.#phase !== 'idle' || !this.#options.marksInside()) return;
    this.#phase = 'reading';
    const { base, cursor } = this.#options.screen();
    this.#row = base + cursor.y;
    this.#lookWhenQuiet();
  }

  #lookWhenQuiet(): void {
    this.#cancelQuiet?.();
    this.#cancelQuiet = this.#options.clock.after(QUIET_MS, () => this.#look());
  }

  #look(): void {
    this.#cancelQuiet = undefined;
    // A line somebody has begun to type would be joined to ours.
    if (this.#phase !== 'reading' || this.#halfTyped) return;
    const screen = this.#options.screen();
    const { base, cursor, alternate } = screen;
    const before = rowText(screen.row(base + cursor.y)).slice(0, cursor.x);
    if (alternate || !this.#options.isAtPrompt(before, this.#known)) return;
    this.#rows = Math.max(0, base + cursor.y - this.#row);
    this.#load();
  }

  /** The terminal is gone: nothing is looked at any more. */
  close(): void {
    this.#cancelLoad?.();
    this.#cancelQuiet?.();
    this.#phase = 'closed';
  }

  /** Shows what is held back. */
  release(hasMarks = false): void {
    const held = this.#end(hasMarks);
    if (held !== '') this.#options.show(held);
  }

  /** Holds nothing back any longer. Returns what was held back. */
  #end(hasMarks: boolean): string {
    const held = this.#held;
    const over = this.#over;
    this.#cancelLoad?.();
    this.#cancelQuiet?.();
    this.#phase = 'idle';
    this.#held = '';
    this.#seen = '';
    this.#over = () => {};
    this.#limits = HERE;
    over(hasMarks);
    return held;
  }

  #began(commandLine: string): void {
    this.release();
    this.#halfTyped = false;
    if (enters(commandLine)?.kind !== 'here' || !this.#options.marksInside()) return;
    this.#phase = 'armed';
    const screen = this.#options.screen();
    const line = rowText(screen.row(screen.base + screen.cursor.y - 1)).trimEnd();
    this.#known = line.endsWith(commandLine) ? lastCharacter(line.slice(0, -commandLine.length)) : undefined;
  }

  #load(): void {
    const folder = shellQuoted(scriptsPath());
    // The blank keeps the line out of the history of most shells. Another user may not be allowed to read the folder.
    const { delivery } = this.#options;
    const path = delivery === undefined ? '' : ` ${shellQuoted(delivery)}`;
    this.#typeLine(` test -r ${folder}/enter && source ${folder}/enter ${folder}${path}`);
  }

  #typeLine(line: string): void {
    this.#phase = 'loading';
    this.#cancelLoad = this.#options.clock.after(this.#limits.ms, () => this.release());
    this.#options.type(`${line}\r`);
  }

  /** Returns what is to be shown now: nothing, or at the limit all that was held back. */
  #hold(text: string): string {
    this.#held += text;
    return this.#held.length > this.#limits.held ? this.#end(false) : '';
  }
}
