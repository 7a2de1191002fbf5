/** Asks the host for command lines of before, as much as is needed. */

import type { Client } from '../../../client/client.ts';
import type { PastQuery } from '../../../protocol/cotty/past-line.ts';
import type { Message } from '../../model/message.ts';
import type { PastAsk } from '../../model/step.ts';

type Asked = { readonly uri: string; readonly ask: PastAsk };

/** Never rejects: a host without them, or one that is away, is a host that tells nothing. */
export async function askPast(
  client: Pick<Client, 'cotty'>,
  { uri, ask }: Asked,
  tell: (message: Message) => void,
): Promise<void> {
  const result = await client.cotty.past(uri, queryOf(ask)).catch(() => undefined);
  tell({ kind: 'past', uri, ask, result });
}

function queryOf(ask: PastAsk): PastQuery {
  switch (ask.for) {
    case 'walk':
      return { prefix: ask.prefix, skip: ask.skip };
    case 'suggestion':
      return { prefix: ask.prefix, limit: 1 };
    case 'argument':
      return {};
    case 'search':
      return { words: ask.words };
  }
}
