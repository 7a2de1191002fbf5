/** The running and the last command of a terminal, from its own channel: the list of terminals lags a moment behind. */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import { isNoCommand } from '../../protocol/terminal/no-command.ts';
import type { CommandPart, TerminalState } from '../../protocol/terminal/state.ts';

export function runningIn({ content, lifecycle }: TerminalState): CommandPart | undefined {
  if (lifecycle.status === 'exited') return undefined;
  const last = content.findLast((part) => part.type === 'command');
  return last?.isComplete === false ? last : undefined;
}

export function lastIn({ content }: TerminalState): CommandPart | undefined {
  return content.findLast(
    (part): part is CommandPart => part.type === 'command' && part.isComplete && !isNoCommand(part),
  );
}

export function writerOf(part: CommandPart): string | undefined {
  return cottyMeta<CommandMeta>(part._meta).writer;
}
