/** Reads the commands that were asked for from the records, as many as are printed. */

import { pathToFileURL } from 'node:url';
import { Repositories } from '../../ledger/index/repositories.ts';
import { history, type PastCommand } from '../../ledger/read/read-history.ts';
import { hasFailed, type LedgerRecord } from '../../ledger/records/record.ts';
import type { HistoryOrder } from '../../protocol/cotty/history.ts';
import { compareBy, type OrderKey } from '../../protocol/cotty/history-order.ts';
import type { Asked } from './history-query.ts';

type FoundCommands = { readonly found: readonly PastCommand[]; readonly more: boolean };

/**
 * Returns the first commands of an order, and whether there are others. The newest are printed last, where the prompt is;
 * in every other order the first one is printed first.
 */
export async function foundCommands(
  state: string,
  asked: Asked,
  onSetAside: (what: string) => void,
): Promise<FoundCommands> {
  const { limit, order } = asked;
  if (order !== 'newest') return firstOf(matching(state, asked, onSetAside), order, limit);
  const found: PastCommand[] = [];
  let more = false;
  for await (const command of matching(state, asked, onSetAside)) {
    if (found.length >= limit) {
      more = true;
      break;
    }
    found.push(command);
  }
  return { found: found.reverse(), more };
}

/** Never holds more than twice as many commands as are wanted. */
async function firstOf(
  commands: AsyncIterable<PastCommand>,
  order: HistoryOrder,
  limit: number,
): Promise<FoundCommands> {
  const compare = compareBy(order);
  const byOrder = (one: PastCommand, other: PastCommand): number =>
    compare(orderKey(one.record), orderKey(other.record));
  let best: PastCommand[] = [];
  let count = 0;
  for await (const command of commands) {
    count += 1;
    best.push(command);
    if (best.length >= 2 * limit) best = best.sort(byOrder).slice(0, limit);
  }
  return { found: best.sort(byOrder).slice(0, limit), more: count > limit };
}

function orderKey(record: LedgerRecord): OrderKey {
  const { startedAt, finishedAt, commandLine } = record;
  const durationMs =
    finishedAt === undefined || record.noCommand === true ? undefined : finishedAt - startedAt;
  return { startedAt, durationMs, failed: hasFailed(record), commandLine };
}

async function* matching(
  state: string,
  { query, repository }: Asked,
  onSetAside: (what: string) => void,
): AsyncGenerator<PastCommand> {
  const isWanted = await repositoryTest(repository);
  for await (const command of history(state, query, onSetAside))
    if (await isWanted(command.record.cwd)) yield command;
}

async function repositoryTest(
  repository: string | undefined,
): Promise<(cwd: string | undefined) => Promise<boolean>> {
  if (repository === undefined) return async () => true;
  const repositories = new Repositories(Date.now);
  const wanted = await repositoryOf(repositories, repository);
  return async (cwd) => cwd !== undefined && (await repositories.inRepository([cwd], wanted))[0] === 1;
}

/** A folder means the repository that it is in. */
export async function repositoryOf(repositories: Repositories, named: string): Promise<string> {
  const root = named.startsWith('/') ? await repositories.of(pathToFileURL(named).href) : undefined;
  return root ?? named;
}
