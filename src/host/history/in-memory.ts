/** Commands that are in memory only, tested and sorted as those of the index are. */

import type { FoundRow } from '../../ledger/index/find-rows.ts';
import type { Repositories } from '../../ledger/index/repositories.ts';
import { hasFailed, type LedgerRecord } from '../../ledger/records/record.ts';
import { recordTest } from '../../ledger/records/recorded-command.ts';
import { wordsTest } from '../../protocol/cotty/filter/words-test.ts';
import type { HistoryOrder, HistoryQuery } from '../../protocol/cotty/history.ts';
import { compareBy, type OrderKey } from '../../protocol/cotty/history-order.ts';

export type InMemory = {
  readonly uri: string;
  readonly name: string;
  readonly record: Omit<LedgerRecord, 'output'>;
};

type Context = { readonly now: number; readonly repositories: Repositories };

/** Returns the commands that match. Searches no output. */
export async function matchingInMemory(
  commands: readonly InMemory[],
  query: HistoryQuery,
  { now, repositories }: Context,
): Promise<readonly InMemory[]> {
  const found = commands.filter(testOf(query, now));
  const { repository } = query;
  if (repository === undefined) return found;
  const marks = await repositories.inRepository(
    found.map(({ record }) => record.cwd ?? ''),
    repository,
  );
  return found.filter((_, at) => marks[at] === 1);
}

function testOf(
  { text = '', commandLine, cwd, terminal, ...filter }: HistoryQuery,
  now: number,
): (command: InMemory) => boolean {
  const [hasWords, passes] = [wordsTest(text), recordTest(filter, now)];
  return ({ uri, record }) => {
    if (terminal !== undefined && terminal !== uri) return false;
    if (commandLine !== undefined && record.commandLine !== commandLine) return false;
    if (cwd !== undefined && record.cwd !== cwd) return false;
    return hasWords(`${record.commandLine}\n${record.note?.text ?? ''}`) && passes(record);
  };
}

export function compareMemory(order: HistoryOrder) {
  const compare = compareBy(order);
  return (one: InMemory | { readonly key: OrderKey }, other: InMemory | { readonly key: OrderKey }) =>
    compare(keyOf(one), keyOf(other));
}

function keyOf(command: InMemory | { readonly key: OrderKey }): OrderKey {
  if ('key' in command) return command.key;
  const { record } = command;
  const { startedAt, finishedAt, commandLine } = record;
  const durationMs = finishedAt === undefined ? undefined : finishedAt - startedAt;
  return { startedAt, durationMs, failed: hasFailed(record), commandLine };
}

export function keyOfRow({ startedAt, finishedAt, failed, commandLine }: FoundRow): OrderKey {
  const durationMs = finishedAt === undefined ? undefined : finishedAt - startedAt;
  return { startedAt, durationMs, failed, commandLine };
}
