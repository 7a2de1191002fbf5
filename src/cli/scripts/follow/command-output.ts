/** Filters one command out of the stream of a terminal: its output as it arrives, and how it ended. */

import type { Cause } from '../../../client/mirror.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { ActionEnvelope } from '../../../protocol/envelope.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import { omittedOf } from '../../../protocol/terminal/shorten.ts';
import type { CommandPart, TerminalState } from '../../../protocol/terminal/state.ts';

export type CommandOutcome =
  /** The command ended; `exitCode` is missing if the shell reported none. */
  | { readonly kind: 'ended'; readonly exitCode?: number; readonly endedTerminal?: boolean }
  | { readonly kind: 'killed-by-restart' }
  /** The terminal ended, and the command with it. */
  | { readonly kind: 'terminal-ended'; readonly exitCode?: number };

export type CommandListener = {
  readonly onText: (text: string) => void;
  /** Called when output was lost: the number of characters, or undefined if it is unknown. */
  readonly onGap: (chars: number | undefined) => void;
  readonly onEnd: (outcome: CommandOutcome) => void;
};

/** Counts the characters received, so that after a reconnect the snapshot continues exactly where the actions stopped. */
export class CommandOutput {
  readonly #commandId: string;
  readonly #listener: CommandListener;
  #position = 0;
  #phase: 'awaited' | 'open' | 'ended' = 'awaited';

  /** `state` is that of the terminal when the command id became known; the command may have begun or even ended by then. */
  constructor(commandId: string, state: TerminalState, listener: CommandListener) {
    this.#commandId = commandId;
    this.#listener = listener;
    this.#catchUp(state);
    this.#checkLifecycle(state);
  }

  /** Must be called with every change of the terminal, in order. */
  see(state: TerminalState, cause: Cause): void {
    if (this.#phase === 'ended') return;
    if (cause.kind === 'snapshot') this.#resume(state);
    else this.#apply(cause.envelope);
    this.#checkLifecycle(state);
  }

  #apply({ action }: ActionEnvelope): void {
    switch (action.type) {
      case 'terminal/commandExecuted':
        if (action.commandId === this.#commandId) this.#phase = 'open';
        break;
      case 'terminal/data':
        if (this.#phase === 'open') this.#emit(action.data);
        break;
      case 'terminal/commandFinished':
        if (action.commandId === this.#commandId) this.#end(endedWith(action));
        break;
      default:
    }
  }

  #resume(state: TerminalState): void {
    if (this.#catchUp(state) || this.#phase === 'awaited') return;
    this.#listener.onGap(undefined);
    // The output was cleared. If a command is running, it can only be this one.
    if (cottyMeta<TerminalMeta>(state._meta).running === undefined) this.#end({ kind: 'ended' });
  }

  /** Reports what the content has beyond our position. Returns false if the command is not in the content. */
  #catchUp(state: TerminalState): boolean {
    const part = state.content.find(
      (candidate): candidate is CommandPart =>
        candidate.type === 'command' && candidate.commandId === this.#commandId,
    );
    if (part === undefined) return false;
    this.#phase = 'open';
    const { killedByRestart } = cottyMeta<CommandMeta>(part._meta);
    const { at, chars } = omittedOf(part) ?? { at: 0, chars: 0 };
    if (this.#position < at) this.#emit(part.output.slice(this.#position, at));
    if (this.#position < at + chars) {
      this.#listener.onGap(at + chars - this.#position);
      this.#position = at + chars;
    }
    this.#emit(part.output.slice(this.#position - chars));
    if (killedByRestart === true) this.#end({ kind: 'killed-by-restart' });
    else if (part.isComplete) this.#end(endedWith(part));
    return true;
  }

  #checkLifecycle({ lifecycle }: TerminalState): void {
    if (lifecycle.status !== 'exited') return;
    const { exitCode } = lifecycle;
    this.#end({ kind: 'terminal-ended', ...(exitCode === undefined ? {} : { exitCode }) });
  }

  #emit(text: string): void {
    if (text === '') return;
    this.#position += text.length;
    this.#listener.onText(text);
  }

  #end(outcome: CommandOutcome): void {
    if (this.#phase === 'ended') return;
    this.#phase = 'ended';
    this.#listener.onEnd(outcome);
  }
}

function endedWith({ exitCode, _meta }: Pick<CommandPart, 'exitCode' | '_meta'>): CommandOutcome {
  const { endedTerminal } = cottyMeta<CommandMeta>(_meta);
  return {
    kind: 'ended',
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(endedTerminal === true ? { endedTerminal } : {}),
  };
}
