/** What was typed last and by whom: a command that starts now is theirs, with the line as they wrote it. */

import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import { exactLine, isSameCommand, pastedLine } from './pasted-line.ts';

/** A command that was typed for somebody: the next one that starts is it, whoever touches a key meanwhile. */
export type Expected = { readonly commandLine: string; readonly writer?: string };

/**
 * What the shell's line editor has of it: nothing, text without Enter, or a line to which it has not said anything yet.
 * `ahead`: lines were sent while it did not read; it finds there what the programs before it have left.
 */
export type Unsent = 'nothing' | 'text' | 'line' | 'ahead';

/** Sent by Enter, or thrown away by Ctrl+C. */
const LINE_END = /[\r\n\x03]/;
const LINE_ENDS = /[\r\n\x03]/g;
/** Its line breaks send nothing. */
const PASTE = /\x1b\[200~[^\x1b]*\x1b\[201~/g;

export class LastInput {
  #writer: string | undefined;
  /** The lines of several that were sent last, as they were written. */
  #pasted: string | undefined;
  #expected: Expected | undefined;
  #text = false;
  #entered = false;
  #ahead = false;
  #cancelled = false;
  #isDisturbed = false;
  #isOther = false;
  #lines = 0;

  /** Grows with each input that ends a line. */
  get lines(): number {
    return this.#lines;
  }

  get unsent(): Unsent {
    if (this.#entered) return 'line';
    if (this.#ahead) return 'ahead';
    return this.#text ? 'text' : 'nothing';
  }

  /** `read`: by the shell's line editor, as far as its marks say. */
  take(data: string, writer: string | undefined, read: boolean): void {
    this.#writer = writer;
    this.#pasted = pastedLine(data);
    if (data === '') return;
    const ends: readonly string[] = data.replaceAll(PASTE, '').match(LINE_ENDS) ?? [];
    if (ends.some((end) => end !== '\x03')) {
      this.#lines += 1;
      // The editor takes one line, and what it says next is about that, or about Ctrl+C before it.
      this.#ahead ||= !read || this.#entered || this.#cancelled || ends.length > 1;
      this.#entered ||= read;
    }
    this.#isDisturbed ||= ends.length > 0;
    this.#cancelled ||= read && ends.includes('\x03');
    this.#text = !LINE_END.test(data.slice(-1));
  }

  /** The very object that was given. */
  get expected(): Expected | undefined {
    return this.#isOther ? undefined : this.#expected;
  }

  expect(expected: Expected): void {
    this.#expected = expected;
    this.#isDisturbed = false;
    this.#text = false;
    this.#ahead = false;
  }

  /** What the shell says it begins: not what is expected, where somebody else's line or Ctrl+C came between. */
  reported(line: string): void {
    if (this.#expected === undefined || !this.#isDisturbed || line === '') return;
    this.#isOther = !isSameCommand(line, this.#expected.commandLine);
  }

  /** What was reported has begun. */
  began(): void {
    this.#isOther = false;
  }

  /** It has started, or did not come to that. */
  unexpect(): void {
    this.#expected = undefined;
  }

  /** The shell has said what became of the line that it read. */
  answered(): void {
    this.#entered = false;
    this.#cancelled = false;
  }

  /** Nothing that was sent is still to be read. */
  settled(): void {
    this.answered();
    this.#ahead = false;
  }

  /** Of what the tracker has to know of the moment. */
  get moment(): { readonly writer?: string } {
    const { expected } = this;
    const writer = expected === undefined ? this.#writer : expected.writer;
    return writer === undefined ? {} : { writer };
  }

  /** The action with its command line as it was asked for or typed, where the shell reports it joined. */
  exact(action: TerminalAction): TerminalAction {
    if (action.type !== 'terminal/commandExecuted') return action;
    const commandLine = this.expected?.commandLine ?? exactLine(action.commandLine, this.#pasted);
    this.#pasted = undefined;
    return { ...action, commandLine };
  }
}
