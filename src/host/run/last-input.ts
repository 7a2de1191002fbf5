/** The last input and its writer: the next command that begins is attributed to that writer, with the line as typed. */

import type { TerminalAction } from '../../protocol/terminal/actions.ts';

/**
 * A command that the runner has typed. The next command that begins counts as this one, even if somebody presses a key meanwhile.
 */
export type Expected = { readonly commandLine: string; readonly writer?: string };

/**
 * Input to which the shell has not reacted yet:
 * - `half-typed`: text without Enter;
 * - `sent`: a line with Enter;
 * - `typed-ahead`: lines that were sent while the line editor did not read. It reads what the running program leaves unread.
 */
export type PendingInput = 'nothing' | 'half-typed' | 'sent' | 'typed-ahead';

/** Ends of a line: Enter sends it, Ctrl+C discards it. */
const LINE_END = /[\r\n\x03]/;
const LINE_ENDS = /[\r\n\x03]/g;
/** A bracketed paste. Its line breaks do not send the line. */
const PASTE = /\x1b\[200~[^\x1b]*\x1b\[201~/g;

export class LastInput {
  #writer: string | undefined;
  /** The last pasted command of several lines, as pasted. */
  #pasted: string | undefined;
  /** The last delivered line, as written. */
  #delivered: string | undefined;
  #expected: Expected | undefined;
  #halfTyped = false;
  #lineSent = false;
  #typedAhead = false;
  /** Whether the line editor got a Ctrl+C and the shell has not reacted yet. */
  #interrupted = false;
  /** Whether a line or Ctrl+C was sent after the expected command was typed. */
  #hasLaterLine = false;
  /** Whether the shell has reported a command other than the expected one. */
  #isOtherReported = false;
  #lineCount = 0;
  /** The writer of the command that was delivered and has not begun: keys of others do not change it. */
  #taken: { readonly writer: string | undefined } | undefined;

  /** Number of inputs that sent a line. */
  get lineCount(): number {
    return this.#lineCount;
  }

  get pending(): PendingInput {
    if (this.#lineSent) return 'sent';
    if (this.#typedAhead) return 'typed-ahead';
    return this.#halfTyped ? 'half-typed' : 'nothing';
  }

  /** Must be called with all input. `isReading`: the shell's line editor reads it, as far as its sequences say. */
  typed(data: string, writer: string | undefined, isReading: boolean): void {
    this.#writer = writer;
    this.#pasted = pastedLine(data);
    this.#delivered = undefined;
    if (data === '') return;
    const ends: readonly string[] = data.replaceAll(PASTE, '').match(LINE_ENDS) ?? [];
    if (ends.some((end) => end !== '\x03')) {
      this.#lineCount += 1;
      // The line editor reads one line, to which its next sequence reacts (or to a Ctrl+C before it). Other lines wait.
      this.#typedAhead ||= !isReading || this.#lineSent || this.#interrupted || ends.length > 1;
      this.#lineSent ||= isReading;
    }
    this.#hasLaterLine ||= ends.length > 0;
    this.#interrupted ||= isReading && ends.includes('\x03');
    this.#halfTyped = !LINE_END.test(data.slice(-1));
  }

  /** Must be called when a line was delivered: the next command that begins is this line. */
  delivered(line: string, writer: string | undefined): void {
    this.typed('\r', writer, true);
    this.#delivered = line;
  }

  /** Must be called when the shell has accepted what the last writer has delivered. */
  taken(): void {
    this.#taken = { writer: this.#writer };
  }

  /** Must be called when the line editor has restored the half-typed line. */
  putBack(): void {
    this.#halfTyped = true;
  }

  /** The object that was passed to `expect`; undefined while the shell reports another command. */
  get expected(): Expected | undefined {
    return this.#isOtherReported ? undefined : this.#expected;
  }

  /** Sets the command that the runner has just typed. */
  expect(expected: Expected): void {
    this.#expected = expected;
    this.#hasLaterLine = false;
    this.#halfTyped = false;
    this.#typedAhead = false;
  }

  /** Must be called with the line that the shell reports. After another line or a Ctrl+C it may not be the expected command. */
  lineReported(line: string): void {
    if (this.#expected === undefined || !this.#hasLaterLine || line === '') return;
    this.#isOtherReported = !isSameCommand(line, this.#expected.commandLine);
  }

  /** Must be called when the reported command has begun. */
  commandBegan(): void {
    this.#isOtherReported = false;
    this.#taken = undefined;
  }

  /** Must be called when the expected command has begun, or will not begin. */
  clearExpected(): void {
    this.#expected = undefined;
  }

  /** Must be called when the shell has reacted to the line it read. */
  lineAnswered(): void {
    this.#taken = undefined;
    this.#lineSent = false;
    this.#interrupted = false;
  }

  /** Must be called when no sent input is left unread. */
  allRead(): void {
    this.lineAnswered();
    this.#typedAhead = false;
  }

  /** The writer to whom `track` attributes the next command. */
  get trackContext(): { readonly writer?: string } {
    const { expected } = this;
    const { writer } = expected ?? this.#taken ?? { writer: this.#writer };
    return writer === undefined ? {} : { writer };
  }

  /** Returns the action with the command line as requested or typed: bash reports several lines as one. */
  withTypedLine(action: TerminalAction): TerminalAction {
    if (action.type !== 'terminal/commandExecuted') return action;
    const reported = action.commandLine === '' ? (this.#delivered ?? '') : action.commandLine;
    const commandLine = this.expected?.commandLine ?? exactLine(reported, this.#pasted ?? this.#delivered);
    this.#pasted = undefined;
    this.#delivered = undefined;
    return { ...action, commandLine };
  }
}

// The exact text of a command of several lines: bash stores and reports `for …⏎do …⏎done` joined by semicolons, the paste is as written.

/** One bracketed paste and Enter, possibly after keys that empty the line (Ctrl+E, Ctrl+U). */
const PASTE_AND_ENTER = /^[\x05\x15]*\x1b\[200~([^\x1b]*)\x1b\[201~\r$/;

/** Returns the pasted text if the input is one paste of several lines and Enter. */
export function pastedLine(input: string): string | undefined {
  const text = PASTE_AND_ENTER.exec(input)?.[1]?.replaceAll('\r', '\n');
  return text?.includes('\n') ? text : undefined;
}

/** Returns `pasted` if the shell reported the same command, else the reported line. */
export function exactLine(reported: string, pasted: string | undefined): string {
  return pasted !== undefined && withoutSpaces(reported) === withoutSpaces(pasted) ? pasted : reported;
}

/** Whether two lines differ at most in spaces and semicolons, and in the braces that cotty types around several lines in bash. */
function isSameCommand(reported: string, asked: string): boolean {
  const said = withoutSpaces(reported);
  return said === withoutSpaces(asked) || said === `{${withoutSpaces(asked)}}`;
}

function withoutSpaces(line: string): string {
  return line.replaceAll(/[\s;]+/g, '');
}
