/** Adds to the actions of a command what only its record knows: its number, and the counts of everything it printed. */

import type { CommandLog } from '../../ledger/records/command-log.ts';
import { META_KEY, type Meta, mergeMeta } from '../../protocol/common/meta.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';

/** Returns the action to apply in its place. Must be called right before that, when the log has all output printed before. */
export function countedAction(action: TerminalAction, log: CommandLog): TerminalAction {
  switch (action.type) {
    case 'terminal/commandExecuted':
      return { ...action, ...withMeta(action._meta, { seq: log.nextSeq }) };
    case 'terminal/commandFinished': {
      const { begun, counts } = log;
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
