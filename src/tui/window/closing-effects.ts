/** Effects on the host's list: terminals are closed, brought back and moved. */

import type { Client } from '../../client/client.ts';
import { ErrorCode, isRefusal, isUnknownMethod } from '../../protocol/common/error-codes.ts';
import type { Message } from '../model/message.ts';

type Tell = (message: Message) => void;

/** Parks a closed terminal; ends it at once on a host that cannot keep it for a while. Does nothing where it is gone already. */
export async function park(client: Client, uri: string): Promise<void> {
  try {
    await client.cotty.park(uri);
  } catch (error) {
    // `cotty kill` or another window has ended it while this window saw its shell end.
    if (isRefusal(error) && error.code === ErrorCode.NotFound) return;
    if (!isUnknownMethod(error)) throw error;
    await client.disposeTerminal(uri);
  }
}

/** Asks what closing would end; another host cannot say, so that only the last tab is asked about there. */
export async function askWork(client: Client, tell: Tell, uri: string): Promise<void> {
  try {
    tell({ kind: 'work', uri, work: await client.cotty.work(uri) });
  } catch (error) {
    if (!isUnknownMethod(error)) throw error;
    tell({ kind: 'work', uri, work: { running: null, jobs: [] } });
  }
}

/** Restores the terminal that was closed last and brings it to the front. */
export async function undoClose(client: Client, tell: Tell): Promise<void> {
  const [last] = await client.cotty.closed();
  if (last !== undefined) {
    const { resource: awaited } = last;
    tell({ kind: 'awaiting', uri: awaited });
    try {
      await client.cotty.restore(awaited);
    } catch (error) {
      tell({ kind: 'failed', what: 'bring the tab back', error, awaited });
      return;
    }
  }
  tell({ kind: 'restored', uri: last?.resource, title: last?.title });
}

/** Moves a tab for all windows; a host of another kind keeps its own order. */
export async function moveTab(client: Client, uri: string, before: string | undefined): Promise<void> {
  try {
    await client.cotty.move(uri, before);
  } catch (error) {
    if (!isUnknownMethod(error)) throw error;
    throw new Error('this host has no order of tabs: it is another program, or an older cotty', {
      cause: error,
    });
  }
}
