/**
 * Follows one terminal for somebody who hears it: what commands print as plain lines, which command of whom has begun, and how
 * it ended. Rows that are still redrawn are said when they stay.
 */

import type { TerminalMirror } from '../../client/client.ts';
import type { Cause } from '../../client/mirror.ts';
import { longDuration } from '../../protocol/common/durations.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { CommandPart, ContentPart, TerminalState } from '../../protocol/terminal/state.ts';
import { chipOf } from '../../review/chip.ts';
import { statusOf } from '../../review/exit-state.ts';
import { plainLines } from '../../screen/text/plain-stream.ts';
import { printable } from '../common/plain-text.ts';
import { CommandOutput } from '../scripts/follow/command-output.ts';
import { PlainRows } from '../scripts/follow/plain-rows.ts';
import { who } from '../scripts/follow/record-text.ts';

export type Hearing = {
  /** Called with whole lines of output, without control sequences. */
  readonly onOutput: (lines: string) => void;
  /** Called with a sentence. */
  readonly onNews: (sentence: string) => void;
  /** Called when a command has begun, and when none runs any more. */
  readonly onTurn: (isRunning: boolean) => void;
};

/** Lines of a command that runs already which are said when one comes to its terminal. */
const LAST_LINES = 5;
/** Milliseconds from which a duration is told. */
const TOLD_FROM = 1000;

export class HeardTerminal {
  readonly mirror: TerminalMirror;
  readonly #me: string;
  readonly #hearing: Hearing;
  readonly #stops: (() => void)[];
  #command: CommandOutput | undefined;
  #rows: PlainRows;

  /** `me` is the writer whose commands are not announced. */
  constructor(mirror: TerminalMirror, me: string, hearing: Hearing) {
    this.mirror = mirror;
    this.#me = me;
    this.#hearing = hearing;
    this.#rows = this.#newRows();
    this.#stops = [
      mirror.onChange((state, cause) => this.#see(state, cause)),
      mirror.onGone(() => hearing.onNews('The terminal was closed.')),
    ];
    const running = runningPart(mirror.state);
    if (running !== undefined) this.#join(running, mirror.state);
  }

  get isRunning(): boolean {
    return this.#command !== undefined;
  }

  /** Whether the shell tells where commands begin and end. */
  get hasCommands(): boolean {
    return cottyMeta<TerminalMeta>(this.mirror.state._meta).integration === 'active';
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#rows.end();
  }

  /** A command that began before one came here: its last lines are said, then what it prints from now on. */
  #join(part: CommandPart, state: TerminalState): void {
    const { onOutput, onNews } = this.#hearing;
    const other = otherWriter(part, this.#me);
    onNews(`It runs ${printable(part.commandLine)}${other === undefined ? '' : ` of ${other}`}.`);
    const last = plainLines(part.output).slice(-LAST_LINES);
    if (last.length > 0) onOutput(`${last.join('\n')}\n`);
    this.#follow(part.commandId, state, true);
  }

  #see(state: TerminalState, cause: Cause): void {
    this.#command?.see(state, cause);
    if (cause.kind === 'snapshot') {
      const running = runningPart(state);
      if (this.#command === undefined && running !== undefined) this.#join(running, state);
      return;
    }
    const { action } = cause.envelope;
    if (action.type === 'terminal/commandExecuted') this.#began(action.commandId, state);
    else if (action.type === 'terminal/data' && this.#command === undefined && !this.hasCommands)
      this.#rows.write(action.data);
    else if (action.type === 'terminal/exited') this.#hearing.onNews('The shell of this terminal has ended.');
  }

  #began(commandId: string, state: TerminalState): void {
    const part = partOf(state, commandId);
    const other = part && otherWriter(part, this.#me);
    if (part !== undefined && other !== undefined)
      this.#hearing.onNews(`${other} runs ${printable(part.commandLine)}`);
    this.#follow(commandId, state, false);
  }

  /** `isOld`: what it has printed so far is not said. */
  #follow(commandId: string, state: TerminalState, isOld: boolean): void {
    this.#hearing.onTurn(true);
    let isSilent = isOld;
    const rows = this.#newRows();
    this.#rows = rows;
    const command = new CommandOutput(commandId, state, {
      onText: (text) => {
        if (!isSilent) rows.write(text);
      },
      onGap: (chars) =>
        this.#hearing.onNews(`${chars ?? 'An unknown number of'} characters of the output were left out.`),
      onEnd: () => {
        rows.end();
        this.#command = undefined;
        this.#ended(commandId);
      },
    });
    isSilent = false;
    if (runningPart(this.mirror.state)?.commandId === commandId) this.#command = command;
  }

  /** A line that stays unfinished is said as well: a program asks something. */
  #newRows(): PlainRows {
    const { onOutput, onNews } = this.#hearing;
    return new PlainRows(onOutput, (line) => onNews(printable(line.trimEnd())));
  }

  #ended(commandId: string): void {
    const part = partOf(this.mirror.state, commandId);
    this.#hearing.onNews(part === undefined ? 'The command has ended.' : endSentence(part));
    this.#hearing.onTurn(false);
  }
}

/** `#12 failed with exit code 1 after 12 s.` */
function endSentence(part: CommandPart): string {
  const { seq } = cottyMeta<CommandMeta>(part._meta);
  const { words } = chipOf(statusOf(part, false));
  const { durationMs = 0 } = part;
  const took = durationMs < TOLD_FROM ? '' : ` after ${longDuration(durationMs)}`;
  return `${seq === undefined ? 'It' : `#${seq}`} ${words}${took}.`;
}

/** Returns `@ada` for a command of somebody else. */
function otherWriter(part: CommandPart, me: string): string | undefined {
  const { writer } = cottyMeta<CommandMeta>(part._meta);
  return writer === undefined || writer === me ? undefined : who(writer);
}

function partOf({ content }: TerminalState, commandId: string): CommandPart | undefined {
  return content.findLast((part): part is CommandPart => isCommand(part) && part.commandId === commandId);
}

function runningPart({ content, lifecycle }: TerminalState): CommandPart | undefined {
  const last = content.findLast(isCommand);
  return last?.isComplete === false && lifecycle.status === 'running' ? last : undefined;
}

function isCommand(part: ContentPart): part is CommandPart {
  return part.type === 'command';
}
