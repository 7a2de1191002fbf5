/** The running and the last shell command of a terminal, as tabs show them without a subscription. */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import { FORGOTTEN } from '../../protocol/terminal/forget-command.ts';
import { isNoCommand } from '../../protocol/terminal/no-command.ts';

export type CommandStatus = Pick<TerminalMeta, 'running' | 'last'>;

/** Limit in characters of a command line: it is sent to every client whenever the list changes. */
const MAX_LINE = 200;

/** Returns the same object when nothing has changed. */
export function noteCommand(status: CommandStatus, action: TerminalAction, now: number): CommandStatus {
  switch (action.type) {
    case 'terminal/commandExecuted': {
      const { writer } = cottyMeta<CommandMeta>(action._meta);
      const { commandLine, timestamp } = action;
      if (isNoCommand(action)) return status;
      const running = {
        commandLine: shorten(commandLine),
        timestamp,
        ...(writer === undefined ? {} : { writer }),
      };
      return { ...status, running };
    }
    case 'terminal/commandFinished': {
      if (status.running === undefined) return status;
      const { commandLine } = status.running;
      const { exitCode } = action;
      return { last: { commandLine, ...(exitCode === undefined ? {} : { exitCode }), finishedAt: now } };
    }
    default:
      return status;
  }
}

/** Replaces the last command line if it is equal to `commandLine`. (The status has no command numbers.) */
export function forgetLast(status: CommandStatus, commandLine: string): CommandStatus {
  const { last } = status;
  if (last === undefined || last.commandLine !== shorten(commandLine)) return status;
  return { ...status, last: { ...last, commandLine: FORGOTTEN } };
}

/** Cuts by characters, so that none is split. */
function shorten(line: string): string {
  if (line.length <= MAX_LINE) return line;
  const head = Array.from(line.slice(0, 2 * MAX_LINE)).slice(0, MAX_LINE - 1);
  return `${head.join('')}…`;
}
