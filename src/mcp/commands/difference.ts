/** What differs between a command that has ended and its last run. */

import { hasEnded } from '../../protocol/common/exit-status.ts';
import type { Agent } from '../agent/agent.ts';
import type { ShownRecord } from '../answers/schemas.ts';

/** Adds it to a record; one whose command runs, or that is the first of its kind, stays as it is. */
export async function withDifference(agent: Agent, uri: string, record: ShownRecord): Promise<ShownRecord> {
  if (!hasEnded(record)) return record;
  const difference = await agent.client.cotty.difference(uri, record.seq);
  return difference === undefined ? record : { ...record, difference };
}
