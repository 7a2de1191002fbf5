/** The agents that are connected, asked of the host. */

import type { Client } from '../../client/client.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import type { Message } from '../model/message.ts';

const NOT_SAID = 'This host does not say which agents are connected.';

export async function readAgents(client: Client, tell: (message: Message) => void): Promise<void> {
  try {
    const { agents } = await client.cotty.status();
    tell({ kind: 'agents', agents: agents ? { kind: 'known', list: agents } : off(NOT_SAID) });
  } catch (error) {
    const unknown = error instanceof Error && 'code' in error && error.code === ErrorCode.MethodNotFound;
    const reason = error instanceof Error ? error.message : String(error);
    tell({ kind: 'agents', agents: off(unknown ? NOT_SAID : reason) });
  }
}

function off(reason: string) {
  return { kind: 'off', reason } as const;
}
