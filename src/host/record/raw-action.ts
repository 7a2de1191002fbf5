/** Writes the actions of a terminal to its raw log, in the order in which viewers get them. */

import type { RawLog } from '../../ledger/write/raw-log.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { Action, UnknownAction } from '../../protocol/envelope.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';

export function logRawAction(raw: RawLog, action: Action | UnknownAction): void {
  switch (action.type) {
    case 'terminal/data':
      raw.printed(action.data);
      break;
    case 'terminal/commandExecuted':
      raw.command(action.commandId, 'begins');
      break;
    case 'terminal/commandFinished':
      // A `forgotten` end repeats one that is logged already.
      if (cottyMeta<CommandMeta>(action._meta).forgotten !== true) raw.command(action.commandId, 'ended');
      break;
    case 'terminal/resized':
      raw.resized(action.cols, action.rows);
      break;
    case 'terminal/cleared':
      raw.cleared();
      break;
    default:
  }
}
