/** Several terminals in one call: runs a command in each, or waits for what runs there, until all or the first have ended. */

import { type GroupMember, type GroupUntil, inGroup } from '../../client/run/group.ts';
import { NO_TIMEOUT_MS } from '../../protocol/common/durations.ts';
import { ErrorCode, isRefusal } from '../../protocol/common/error-codes.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { CommandRecord } from '../../protocol/cotty/command-record.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import { runningIn } from '../agent/command-state.ts';
import { refusal } from '../agent/refusal.ts';
import { waitForEnd } from '../agent/wait-for.ts';
import { type Caller, runCommand, startProgress, type Wanted } from './run-command.ts';

export type MemberEnd = {
  readonly name: string;
  /** The command's record when the call ends; absent if nothing ran there or the record is lost. */
  readonly record?: CommandRecord;
  /** Why nothing ran, or why there is no record. */
  readonly text?: string;
  /** A command that began, but whose record cannot be read. */
  readonly lost?: Begun;
  /** Whether something ran there, and ended while it was waited for. */
  readonly hasEnded: boolean;
  /** Whether the command had not ended at the timeout. */
  readonly isLate: boolean;
};

/** A command that began, or was running. */
export type Begun = { readonly seq: number | undefined; readonly commandId: string };
type Waiting = { readonly until: GroupUntil; readonly timeoutMs: number | undefined };
/** `idle`: no command runs, so there is nothing to wait for. `text`: why nothing began. */
type Beginning = Begun | 'idle' | { readonly text: string };
type Begin = (caller: Caller, member: Extract<GroupMember, { ok: true }>) => Promise<Beginning>;

/**
 * Runs a command in each terminal; a refusal in one does not affect the others. With `wait: false`, only until all have begun.
 */
export async function runInEach(
  caller: Caller,
  members: readonly GroupMember[],
  { until, ...wanted }: Wanted & { readonly until: GroupUntil },
): Promise<readonly MemberEnd[]> {
  const begin: Begin = async (own, { uri }) => {
    const ran = await runCommand(own, uri, { ...wanted, wait: false });
    return ran.ok ? { seq: ran.record.seq, commandId: ran.record.command_id } : { text: ran.text };
  };
  const timeoutMs = wanted.wait === false ? 0 : wanted.timeoutMs;
  const ends = await follow(caller, members, { until, timeoutMs }, begin);
  // The host's timer fires at the same moment as ours: if the host is busy, its record does not say `timed_out` yet.
  return ends.map((end) =>
    end.isLate && end.record?.finished_at === null
      ? { ...end, record: { ...end.record, timed_out: true } }
      : end,
  );
}

/** If nothing runs in a terminal, its last command counts as ended; with `any`, only if nothing runs in all of them. */
export function waitInEach(
  caller: Caller,
  members: readonly GroupMember[],
  waiting: Waiting,
): Promise<readonly MemberEnd[]> {
  return follow(caller, members, waiting, async ({ agent }, { uri }) => {
    const part = runningIn(await agent.look(uri));
    if (part === undefined) return 'idle';
    return { seq: cottyMeta<CommandMeta>(part._meta).seq, commandId: part.commandId };
  });
}

async function follow(
  caller: Caller,
  members: readonly GroupMember[],
  { until, timeoutMs = NO_TIMEOUT_MS }: Waiting,
  begin: Begin,
): Promise<readonly MemberEnd[]> {
  const lost = new AbortController();
  const stopWatch = whenLost(caller, () => lost.abort());
  // When the group is over, `over` cancels requests that still wait in a queue.
  const { done } = await inGroup<GroupMember, Followed>(
    members,
    { until, counts: ({ hasEnded }) => hasEnded },
    (member, over) => {
      const signal = AbortSignal.any([caller.signal, lost.signal, over]);
      return followOne({ ...caller, signal }, member, timeoutMs, begin);
    },
  );
  stopWatch();
  return Promise.all(
    done.map(async (following, index) => {
      const { begun, ...ended } = await following;
      return { ...(await endOf(caller, members[index], begun)), ...ended };
    }),
  );
}

type Followed = Pick<MemberEnd, 'hasEnded' | 'isLate'> & { readonly begun: Beginning };

async function followOne(
  caller: Caller,
  member: GroupMember,
  timeoutMs: number,
  begin: Begin,
): Promise<Followed> {
  const { agent, signal } = caller;
  const begun = await beginIn(caller, member, timeoutMs, begin);
  if (!member.ok || begun === 'idle' || 'text' in begun) return { begun, hasEnded: false, isLate: false };
  const ends = waitForEnd(agent, member.uri, { commandId: begun.commandId, timeoutMs, signal });
  // Rejects when the terminal was closed.
  const hasEnded = await ends.catch(() => true);
  return { begun, hasEnded, isLate: !hasEnded && timeoutMs > 0 && !signal.aborted };
}

async function beginIn(
  caller: Caller,
  member: GroupMember,
  timeoutMs: number,
  begin: Begin,
): Promise<Beginning> {
  if (!member.ok) return { text: member.error };
  const own = under(member.name, caller);
  try {
    if (timeoutMs > 0) await startProgress(own, member.uri);
    return await begin(own, member);
  } catch (error) {
    return { text: refusal(error, undefined) };
  }
}

async function endOf(
  { agent }: Caller,
  member: GroupMember | undefined,
  begun: Beginning,
): Promise<Omit<MemberEnd, 'hasEnded' | 'isLate'>> {
  const name = member?.name ?? '';
  const isIdle = begun === 'idle';
  if (!isIdle && 'text' in begun) return { name, text: begun.text };
  if (member?.ok !== true) return { name };
  const unknown = (why: string) => ({
    ...{ name, text: `${why}; how the command ended is not known` },
    ...(!isIdle && { lost: begun }),
  });
  const problem = await agent.ready();
  if (problem !== undefined) return unknown(`the host is gone (${problem})`);
  try {
    const asked = isIdle || begun.seq === undefined ? { last: 1 } : { seq: begun.seq };
    const { records } = await agent.client.cotty.records(member.uri, asked);
    const [record] = records;
    if (record !== undefined) return { name, record };
    return isIdle ? { name, text: 'no command has run there' } : unknown('its record is gone');
  } catch (error) {
    return unknown(isGone(error) ? 'the terminal was closed' : refusal(error, undefined));
  }
}

function isGone(error: unknown): boolean {
  return isRefusal(error) && error.code === ErrorCode.NotFound;
}

/** Prefixes each line of progress with the terminal's name. */
function under(name: string, caller: Caller): Caller {
  const { progress } = caller;
  if (progress === undefined) return caller;
  const named = (message: string) =>
    message
      .split('\n')
      .map((line) => `${name} | ${line}`)
      .join('\n');
  return { ...caller, progress: (count, message) => progress(count, named(message)) };
}

/** Calls `lost` when the connection is lost and cannot be made again. Returns a function that stops the watch. */
function whenLost({ agent }: Caller, lost: () => void): () => void {
  return agent.client.onConnectionState((state) => {
    if (state === 'closed') lost();
    if (state === 'away')
      void agent.ready().then((problem) => {
        if (problem !== undefined) lost();
      });
  });
}
