/** Runs a command where another one may be running: it waits its turn at the host, and its place is told. */

import type { RunParams, RunResult, Turn } from '../../protocol/cotty/cotty-requests.ts';
import { isRecord, isSeq, isString } from '../../protocol/fields/object-fields.ts';
import type { Client } from '../client.ts';

type Params = Omit<RunParams, 'channel' | 'ticket'>;

export type RunInTurn = {
  /** Resolves as `client.cotty.run` does; rejects with a refusal when the turn was given up. */
  readonly result: Promise<RunResult>;
  /** Gives the turn up. It has no effect when the command is under way already, which `result` then tells. */
  readonly giveUp: () => void;
};

/** `told` is called with the place, at first and whenever it changes, unless the command begins at once. */
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
