/** Runs a command in a busy terminal: it waits in the host's queue, and its place is reported. */

import type { RunParams, RunResult, Turn } from '../../protocol/cotty/cotty-requests.ts';
import { isRecord, isSeq, isString } from '../../protocol/fields/object-fields.ts';
import type { Client } from '../client.ts';

type Params = Omit<RunParams, 'channel' | 'ticket'>;

export type RunInTurn = {
  /** Resolves as `client.cotty.run` does; rejects with a refusal if the request was cancelled. */
  readonly result: Promise<RunResult>;
  /** Cancels the request. No effect if the command has been started already; then `result` has its outcome. */
  readonly giveUp: () => void;
};

/** Calls `told` with the place in the queue, first and after each change; not at all if the command begins at once. */
export function runInTurn(
  client: Client,
  uri: string,
  params: Params,
  told: (turn: Turn) => void,
): RunInTurn {
  const ticket = crypto.randomUUID();
  const stop = client.onNotification((method, sent) => {
    const turn = method === 'x-cotty/turn' ? turnIn(sent) : undefined;
    if (turn?.ticket === ticket) told(turn);
  });
  return {
    result: client.cotty.run(uri, { ...params, ticket }).finally(stop),
    giveUp: () => client.notify('x-cotty/giveUpTurn', { channel: uri, ticket }),
  };
}

function turnIn(sent: unknown): Turn | undefined {
  if (!isRecord(sent)) return undefined;
  const { ticket, before, busy } = sent;
  return isString(ticket) && isSeq(before) && isString(busy) ? { ticket, before, busy } : undefined;
}
