/** What an action of a terminal means for its raw log: as viewers see it, in the order in which they do. */

import type { RawLog } from '../../ledger/write/raw-log.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { Action, UnknownAction } from '../../protocol/envelope.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';

export function rawAction(raw: RawLog, action: Action | UnknownAction): void {
  switch (action.type) {
    case 'terminal/data':
      raw.printed(action.data);
      break;
    case 'terminal/commandExecuted':
      raw.command(action.commandId, 'begins');
      break;
    case 'terminal/commandFinished':
      // Or it is told again.
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
