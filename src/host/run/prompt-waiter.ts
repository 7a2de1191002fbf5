/**
 * Waits for an empty prompt of the shell. Text in the line, or lines that are about to be read, would become part of the command
 * that is typed next.
 */

import { type AtPrompt, atPrompt, type Prompt, type RunPort } from './prompt-state.ts';
import type { Waiters } from './waiters.ts';

/**
 * Milliseconds for the shell to react to a line that was sent just before: by beginning the command or by a continuation prompt.
 */
const ENTER_MS = 1500;
/** Milliseconds for the shell at its prompt to read lines that were typed ahead and that the last program has not read. */
const AHEAD_MS = 100;
/** Milliseconds for zsh to switch on bracketed paste when its line editor is ready. */
const PASTE_MS = 100;
/** Milliseconds for a shell without integration to draw its prompt, after a command has reported its own end. */
const DRAW_MS = 1000;
/** Milliseconds for the shell to be at its prompt again after Ctrl+C. */
const CANCEL_MS = 2000;
/** The same for fish and for shells without integration, which do not report that prompt. */
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

  /** Resolves with the prompt, or with the reason if there is none in time. `mayInterrupt` allows Ctrl+C. */
  async wait(mayInterrupt: () => boolean, withinMs: number): Promise<Prompt> {
    const { input } = this.#port;
    let prompt = await this.#waitForPrompt(withinMs);
    while (prompt.ok && (input.pending === 'sent' || input.pending === 'typed-ahead')) {
      await this.#waitForReading(prompt, mayInterrupt);
      prompt = await this.#waitForPrompt(CANCEL_MS);
    }
    return prompt;
  }

  /** Sends Ctrl+C, with which a shell at a continuation prompt discards the incomplete command. */
  async interrupt({ dialect, marked }: AtPrompt, reacted: () => true | undefined): Promise<void> {
    // Ctrl+C discards all earlier input.
    this.#port.input.allRead();
    this.#port.type('\x03');
    await this.#waiters.waitFor(marked && dialect !== 'fish' ? CANCEL_MS : SILENT_CANCEL_MS, reacted);
  }

  /** Gives the shell time to run the lines that were sent, and then interrupts a line that it does not run. */
  async #waitForReading(first: AtPrompt, mayInterrupt: () => boolean): Promise<void> {
    const port = this.#port;
    const isSent = port.input.pending === 'sent';
    const { lineCount } = port.input;
    const sent = this.#promptCount;
    const reacted = () => atPrompt(port)?.ok !== true || this.#promptCount > sent || undefined;
    const hasReacted = await this.#waiters.waitFor(isSent ? ENTER_MS : AHEAD_MS, reacted);
    if (hasReacted !== undefined || port.input.lineCount > lineCount) return;
    // The caller checks a shell without integration again: another program may run now. zsh puts the lines of an incomplete
    // command aside and restores them later.
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
