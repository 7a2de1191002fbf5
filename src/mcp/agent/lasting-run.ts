/** Runs a command for an agent, and goes on waiting for it when the host dies and the next one has it. */

import { LostRun } from '../../client/run/lost-run.ts';
import { NO_TIMEOUT_MS } from '../../protocol/common/durations.ts';
import type { RunParams, RunResult } from '../../protocol/cotty/cotty-requests.ts';
import type { Agent } from './agent.ts';
import { waitForEnd } from './wait-for.ts';

type Params = Omit<RunParams, 'channel'>;

export type LastingRun = {
  readonly agent: Agent;
  readonly uri: string;
  readonly params: Params;
  readonly signal: AbortSignal;
  readonly now: () => number;
};

/** `ask` runs it. Resolves and rejects as it does, as long as the host lives. */
export async function lastingRun(
  { agent, uri, params, signal, now }: LastingRun,
  ask: () => Promise<RunResult>,
): Promise<RunResult> {
  const { cotty } = agent.client;
  const begun = now();
  const lost = new LostRun(cotty, uri, params.commandLine);
  try {
    return await ask();
  } catch (error) {
    // A request fails a moment before the connection is known to be lost.
    await new Promise((resolve) => setImmediate(resolve));
    if (agent.isClosed || (await agent.ready()) !== undefined) throw error;
    const { seq, commandId } = await lost.find(error, agent.writer);
    if (params.wait !== false) {
      const timeoutMs =
        params.timeoutMs === undefined ? NO_TIMEOUT_MS : Math.max(0, params.timeoutMs - (now() - begun));
      await waitForEnd(agent, uri, { commandId, timeoutMs, signal });
    }
    const { records } = await cotty.records(uri, { seq });
    const [record] = records;
    if (record === undefined) throw error;
    return { record };
  }
}
