/** Searches all terminals and the record, answer by answer, until nobody wants more. */

import type { Client } from '../../../client/client.ts';
import { isUnknownMethod } from '../../../protocol/common/error-codes.ts';
import type { FindQuery, FindResult } from '../../../protocol/cotty/find.ts';
import type { Message } from '../../model/message.ts';

/** Limit of lines and commands that are listed; who looks for more says more of what is looked for. */
const MOST = 1_000;

/** Never rejects: a failure is told. */
export async function findCommands(
  client: Pick<Client, 'cotty'>,
  asked: FindQuery,
  isWanted: () => boolean,
  tell: (message: Message) => void,
): Promise<void> {
  let from: FindResult['next'];
  let count = 0;
  try {
    do {
      const { commands, next } = await client.cotty.find({ ...asked, ...(from && { from }) });
      if (!isWanted()) return;
      count += commands.reduce((sum, { lines }) => sum + Math.max(1, lines.length), 0);
      from = count >= MOST ? undefined : next;
      tell({ kind: 'foundCommands', asked, commands, state: stateOf(from, next) });
    } while (from !== undefined);
  } catch (error) {
    if (!isWanted()) return;
    tell({ kind: 'foundCommands', asked, commands: [], state: 'ended' });
    tell({ kind: 'failed', what: 'search everything', error: reason(error) });
  }
}

function stateOf(from: FindResult['next'], next: FindResult['next']): 'searching' | 'ended' | 'full' {
  if (from !== undefined) return 'searching';
  return next === undefined ? 'ended' : 'full';
}

function reason(error: unknown): unknown {
  return isUnknownMethod(error)
    ? new Error('this host cannot: it is another program, or an older cotty')
    : error;
}
