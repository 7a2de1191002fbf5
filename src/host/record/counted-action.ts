/** Adds to the actions of a command what only its record knows: its number, and the counts of everything it printed. */

import type { RecentCommands } from '../../ledger/records/recent-commands.ts';
import { META_KEY, type Meta, mergeMeta } from '../../protocol/common/meta.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';

/** Returns the action to apply in its place. Must be called right before that, when `commands` has all output printed before. */
export function countedAction(action: TerminalAction, commands: RecentCommands): TerminalAction {
  switch (action.type) {
    case 'terminal/commandExecuted':
      return { ...action, ...withMeta(action._meta, { seq: commands.nextSeq }) };
    case 'terminal/commandFinished': {
      const { begun, counts } = commands;
      if (begun?.commandId !== action.commandId || counts === undefined) return action;
      return { ...action, ...withMeta(action._meta, { seq: begun.seq, counts }) };
    }
    default:
      return action;
  }
}

function withMeta(meta: Meta | undefined, known: CommandMeta): { readonly _meta?: Meta } {
  const merged = mergeMeta(meta, { [META_KEY]: known });
  return merged === undefined ? {} : { _meta: merged };
}
