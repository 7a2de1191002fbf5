/**
 * Waits for an empty prompt of the shell. A line that stands there already, or is on its way, would become part of the
 * command that is typed next.
 */

import { type AtPrompt, atPrompt, type Prompt, type RunPort } from './prompt-state.ts';
import type { Waiters } from './waiters.ts';

/** Time for the shell to react to a line sent just before: by beginning its command, or by asking for the rest. */
const ENTER_MS = 1500;
/** Time for the shell at its prompt to read lines that were typed ahead and that the program before has left unread. */
const AHEAD_MS = 100;
/** Time for zsh to switch on bracketed paste, after its line editor is ready. */
const PASTE_MS = 100;
/** Time for a shell without marks to draw its prompt, after a command has told its own end. */
const DRAW_MS = 1000;
/** Time for the shell to be at a prompt again after Ctrl+C. */
const CANCEL_MS = 2000;
/** The same for fish and for shells without marks, which do not report that prompt. */
const SILENT_CANCEL_MS = 200;

export class PromptWaiter {
  readonly #port: RunPort;
  readonly #waiters: Waiters;
  #promptCount = 0;

  constructor(port: RunPort, waiters: Waiters) {
    this.#port = port;
    this.#waiters = waiters;
  }

  /** How many prompts the shell has begun so far. */
  get promptCount(): number {
    return this.#promptCount;
  }

  promptBegan(): void {
    this.#promptCount += 1;
  }

  /** Resolves with the prompt, or with the reason why there is none in time. `mayInterrupt` permits Ctrl+C. */
  async wait(mayInterrupt: () => boolean, withinMs: number): Promise<Prompt> {
    const { input } = this.#port;
    let prompt = await this.#waitForPrompt(withinMs);
    while (prompt.ok && (input.pending === 'sent' || input.pending === 'typed-ahead')) {
      await this.#waitForReading(prompt, mayInterrupt);
      prompt = await this.#waitForPrompt(CANCEL_MS);
    }
    return prompt;
  }

  /** Sends Ctrl+C, by which a shell that waits for the rest of a command throws away what it has of it. */
  async interrupt({ dialect, marked }: AtPrompt, reacted: () => true | undefined): Promise<void> {
    // Ctrl+C throws away all earlier input; only input sent after it counts.
    this.#port.input.allRead();
    this.#port.type('\x03');
    await this.#waiters.waitFor(marked && dialect !== 'fish' ? CANCEL_MS : SILENT_CANCEL_MS, reacted);
  }

  /** Gives the shell time to read the lines that were sent; then interrupts a line that it does not begin. */
  async #waitForReading(first: AtPrompt, mayInterrupt: () => boolean): Promise<void> {
    const port = this.#port;
    const isSent = port.input.pending === 'sent';
    const { lineCount } = port.input;
    const sent = this.#promptCount;
    const reacted = () => atPrompt(port)?.ok !== true || this.#promptCount > sent || undefined;
    const hasReacted = await this.#waiters.waitFor(isSent ? ENTER_MS : AHEAD_MS, reacted);
    if (hasReacted !== undefined || port.input.lineCount > lineCount) return;
    // A shell without marks is checked again by the caller: another program runs now, or the line is done.
    // zsh puts the lines of a command that goes on aside when it is asked, and takes them back later.
    const keepsLines = first.dialect === 'zsh' && port.fetches();
    if (isSent && first.marked && !keepsLines && !port.exited() && mayInterrupt())
      await this.interrupt(first, reacted);
    else port.input.allRead();
  }

  async #waitForPrompt(withinMs: number): Promise<Prompt> {
    const port = this.#port;
    await this.#waiters.waitFor(Math.min(DRAW_MS, withinMs), () => {
      const prompt = atPrompt(port);
      return prompt?.ok === false && prompt.isDrawn === false ? undefined : true;
    });
    const found = await this.#waiters.waitFor(withinMs, () => atPrompt(port));
    if (found?.ok === true && found.dialect === 'zsh') {
      await this.#waiters.waitFor(PASTE_MS, () => (port.bracketedPaste() ? true : undefined));
    }
    const seconds = Math.round(withinMs / 1000);
    const reason = `the shell has not come to a prompt in ${seconds} s: its start files may still run, or ask something, which is shown on the screen. Nothing was typed`;
    return atPrompt(port) ?? { ok: false, reason };
  }
}
