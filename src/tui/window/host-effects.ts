/** Asks the host for what ends elsewhere, and hands on what it tells. */

import type { Client } from '../../client/client.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { ROOT_URI } from '../../protocol/common/uri.ts';
import { parseWake } from '../../protocol/validate/read-cotty.ts';
import type { Message } from '../model/message.ts';

type Tell = (message: Message) => void;

/** The wish outlives this window: what ends while none is open waits for the next one. */
export async function watchAll(client: Client, tell: Tell): Promise<void> {
  try {
    await client.cotty.watch(ROOT_URI);
    tell({ kind: 'wakes', result: await client.cotty.wakes() });
  } catch (error) {
    tell({ kind: 'feedOff', reason: reasonOf(error) });
  }
}

export async function readWakes(client: Client, tell: Tell): Promise<void> {
  try {
    tell({ kind: 'wakes', result: await client.cotty.wakes() });
  } catch (error) {
    tell({ kind: 'feedOff', reason: reasonOf(error) });
  }
}

/** Gives what ends the listening. */
export function hearWakes(client: Client, tell: Tell): () => void {
  return client.onNotification((method, params) => {
    if (method !== 'x-cotty/woken' || typeof params !== 'object' || params === null) return;
    const wake = 'wake' in params ? parseWake(params.wake) : undefined;
    if (wake !== undefined) tell({ kind: 'woken', wake });
  });
}

function reasonOf(error: unknown): string {
  const unknown = error instanceof Error && 'code' in error && error.code === ErrorCode.MethodNotFound;
  if (unknown) return 'This host does not tell what ended: it is another program, or an older cotty.';
  return error instanceof Error ? error.message : String(error);
}
