/** What was typed last and by whom: a command that starts now is theirs, with the line as they wrote it. */

import type { TerminalAction } from '../protocol/terminal/actions.ts';
import { exactLine, pastedLine } from './pasted-line.ts';

export class LastInput {
  #writer: string | undefined;
  /** The lines of several that were sent last, as they were written. */
  #pasted: string | undefined;

  take(data: string, writer: string | undefined): void {
    this.#writer = writer;
    this.#pasted = pastedLine(data);
  }

  /** Of what the tracker has to know of the moment. */
  get moment(): { readonly writer?: string } {
    return this.#writer === undefined ? {} : { writer: this.#writer };
  }

  /** The action with its command line as it was typed, where the shell reports it joined. */
  exact(action: TerminalAction): TerminalAction {
    if (action.type !== 'terminal/commandExecuted') return action;
    const commandLine = exactLine(action.commandLine, this.#pasted);
    this.#pasted = undefined;
    return { ...action, commandLine };
  }
}
