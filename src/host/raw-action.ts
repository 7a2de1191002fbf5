/** What an action of a terminal means for its raw log: as viewers see it, in the order in which they do. */

import type { RawLog } from '../ledger/raw-log.ts';
import type { Action, UnknownAction } from '../protocol/envelope.ts';

export function rawAction(raw: RawLog, action: Action | UnknownAction): void {
  switch (action.type) {
    case 'terminal/data':
      raw.printed(action.data);
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
