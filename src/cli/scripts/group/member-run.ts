/** One terminal of a group that runs a command: the run, or why there is none, and what became of it. */

import type { Client } from '../../../client/client.ts';
import { hasEnded } from '../../../protocol/common/exit-status.ts';
import { refusalOf } from '../../connect/refusal.ts';
import { ExitCode } from '../../ground/exit-code.ts';
import type { FollowedRun, RunOutcome } from '../follow/followed-run.ts';
import { saidOf } from '../follow/outcome-text.ts';
import type { ScriptOutput } from '../follow/script-output.ts';
import { endedRow, type GroupRow, type RowState, recordFields } from './group-row.ts';

export type MemberOutcome = RunOutcome | { readonly kind: 'unknown'; readonly error: string };

export type MemberRun = {
  readonly name: string;
  readonly outcome: Promise<MemberOutcome>;
  readonly under?: { readonly uri: string; readonly run: FollowedRun; readonly out: ScriptOutput };
};

/** Whether with `--any` the group is done: not when a command never began, or is only no longer waited for. */
export function isFirstEnd({ kind }: MemberOutcome): boolean {
  return kind !== 'refused' && kind !== 'unknown' && kind !== 'given-up' && kind !== 'timed-out';
}

/** Throws an error that does not come from the host or its connection. */
export function rowOf(
  { name }: Pick<MemberRun, 'name'>,
  outcome: MemberOutcome,
  timeoutMs: number | undefined,
): GroupRow {
  if (outcome.kind === 'unknown')
    return { terminal: name, state: 'not-run', code: ExitCode.noTerminal, note: outcome.error };
  const { code, message: note } =
    outcome.kind === 'refused' ? refusalOf(outcome.error) : saidOf(outcome, { title: name, timeoutMs });
  return { terminal: name, state: stateOf(outcome), code, note };
}

function stateOf(outcome: RunOutcome): RowState {
  switch (outcome.kind) {
    case 'timed-out':
    case 'left':
      return 'running';
    case 'ended':
    case 'terminal-ended':
      return outcome.exitCode === undefined ? 'lost' : 'ended';
    case 'refused':
    case 'given-up':
      return 'not-run';
    default:
      return 'lost';
  }
}

/** Adds what the record says, as far as the host can still tell it. `now` is in Unix milliseconds. */
export async function withRecord(
  client: Pick<Client, 'cotty' | 'connectionState'>,
  { under }: MemberRun,
  row: GroupRow,
  now: number,
): Promise<GroupRow> {
  const seq = under?.run.seq;
  if (under === undefined || seq === undefined || client.connectionState !== 'ready') return row;
  // A terminal that was closed has no records any more.
  const { records } = await client.cotty.records(under.uri, { seq }).catch(() => ({ records: [] }));
  const [record] = records;
  if (record === undefined) return row;
  // It may have ended since it was left, or since its time was up.
  if (row.state === 'running' && hasEnded(record)) return endedRow(row.terminal, record, now);
  return { ...row, ...recordFields(record, now) };
}
