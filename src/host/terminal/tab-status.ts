/** What a tab shows of a terminal without a subscription, beside its title and holder. */

import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import { integrationOf, PATIENCE_MS } from '../run/integration-state.ts';
import { type CommandStatus, forgetLast, noteCommand } from './command-status.ts';
import type { TerminalOptions } from './terminal-options.ts';

/** What it cannot know by itself. */
type Known = {
  readonly state: TerminalState;
  readonly pid: number | undefined;
  readonly echoOff: boolean;
};

export class TabStatus {
  readonly #options: TerminalOptions;
  readonly #cancelPatience: () => void;
  #commands: CommandStatus = {};
  #bells = 0;
  #late = false;
  #askedBy: string | undefined;

  constructor(options: TerminalOptions) {
    this.#options = options;
    this.#cancelPatience = options.clock.after(PATIENCE_MS, () => {
      this.#late = true;
      options.onInfo(false);
    });
  }

  /** A shell that should mark its commands has not done so for too long. */
  get late(): boolean {
    return this.#late;
  }

  /** The agent that asks for the terminal. */
  get askedBy(): string | undefined {
    return this.#askedBy;
  }

  asked(by: string | undefined): void {
    if (by === this.#askedBy) return;
    this.#askedBy = by;
    this.#options.onInfo(true);
  }

  /** Whoever asked has been answered. */
  claimed(): void {
    this.#askedBy = undefined;
    this.#options.onInfo(true);
  }

  rang(bells: number): void {
    this.#bells = bells;
    this.#options.onInfo(false);
  }

  took(action: TerminalAction): void {
    this.#commands = noteCommand(this.#commands, action, this.#options.clock.now());
    if (action.type !== 'terminal/cwdChanged') this.#options.onInfo(false);
  }

  /** The text of that command is not to be shown any more. */
  forgot(commandLine: string): void {
    this.#commands = forgetLast(this.#commands, commandLine);
    this.#options.onInfo(true);
  }

  meta({ state, pid, echoOff }: Known): TerminalMeta {
    const { shell, integrationOff: off, holder, origin, recordMeta } = this.#options;
    const detected = state.supportsCommandDetection === true;
    return {
      ...(pid === undefined ? {} : { pid }),
      shell,
      ...origin,
      ...this.#commands,
      bells: this.#bells,
      holder: holder(),
      ...(this.#askedBy === undefined ? {} : { askedBy: this.#askedBy }),
      ...recordMeta(),
      integration: integrationOf({ shell, off, detected, late: this.#late }),
      ...(echoOff ? { echoOff: true } : {}),
    };
  }

  close(): void {
    this.#cancelPatience();
  }
}
