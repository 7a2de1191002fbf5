/** The way to a prompt at which nothing stands, and for which nothing is on its way, that would become part of a command. */

import { PATIENCE_MS } from './integration-state.ts';
import { type AtPrompt, atPrompt, type Prompt, type RunPort } from './prompt-state.ts';
import type { Conditions } from './wait-until.ts';

/** A line was sent just before: so long the shell has to begin it or to ask for more of it. */
const ENTER_MS = 1500;
/** A line was sent to what ran before: what that has not read, the shell takes at its prompt by then. */
const AHEAD_MS = 100;
/** After its line editor is ready zsh still switches on bracketed paste. */
const PASTE_MS = 100;
/** After Ctrl+C the shell is at a prompt again; fish and what marks nothing do not say so. */
const CANCEL_MS = 2000;
const SILENT_CANCEL_MS = 200;

export class PromptTurn {
  readonly #port: RunPort;
  readonly #conditions: Conditions;
  /** So often the shell has begun a prompt. */
  #count = 0;

  constructor(port: RunPort, conditions: Conditions) {
    this.#port = port;
    this.#conditions = conditions;
  }

  get count(): number {
    return this.#count;
  }

  begins(): void {
    this.#count += 1;
  }

  async wait(mayInterrupt: () => boolean): Promise<Prompt> {
    const { input } = this.#port;
    let prompt = await this.#until(PATIENCE_MS);
    while (prompt.ok && (input.unsent === 'line' || input.unsent === 'ahead')) {
      await this.#reread(prompt, mayInterrupt);
      prompt = await this.#until(CANCEL_MS);
    }
    return prompt;
  }

  /** The shell asks for the rest of what was begun: that was never sent, and is thrown away like any half-typed line. */
  async interrupt({ dialect, marked }: AtPrompt, reacted: () => true | undefined): Promise<void> {
    // What is sent after it is not thrown away with the rest.
    this.#port.input.settled();
    this.#port.type('\x03');
    await this.#conditions.until(marked && dialect !== 'fish' ? CANCEL_MS : SILENT_CANCEL_MS, reacted);
  }

  /** Gives the shell the time to read what was sent. */
  async #reread(first: AtPrompt, mayInterrupt: () => boolean): Promise<void> {
    const port = this.#port;
    const isLine = port.input.unsent === 'line';
    const { lines } = port.input;
    const sent = this.#count;
    const reacted = () => atPrompt(port)?.ok !== true || this.#count > sent || undefined;
    const hasReacted = await this.#conditions.until(isLine ? ENTER_MS : AHEAD_MS, reacted);
    if (hasReacted !== undefined || port.input.lines > lines) return;
    // Who marks nothing is asked again: by now another program has the terminal, or the line is done.
    if (isLine && first.marked && !port.over() && mayInterrupt()) await this.interrupt(first, reacted);
    else port.input.settled();
  }

  async #until(withinMs: number): Promise<Prompt> {
    const port = this.#port;
    const found = await this.#conditions.until(withinMs, () => atPrompt(port));
    if (found?.ok === true && found.dialect === 'zsh') {
      await this.#conditions.until(PASTE_MS, () => (port.bracketedPaste() ? true : undefined));
    }
    const seconds = Math.round(withinMs / 1000);
    return atPrompt(port) ?? { ok: false, reason: `the shell has not come to a prompt in ${seconds} s` };
  }
}
