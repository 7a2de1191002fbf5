/** `cotty run --each`: runs one command in several terminals at once, until all have ended, or with `--any` the first. */

import type { Client, TerminalMirror } from '../../../client/client.ts';
import { type GroupUntil, inGroup } from '../../../client/run/group.ts';
import { hasEnded } from '../../../protocol/common/exit-status.ts';
import { ExitCode } from '../../common/exit-code.ts';
import type { Io } from '../../common/io.ts';
import { complain, sayOutput } from '../../common/print.ts';
import { refusalOf } from '../../connect/refusal.ts';
import { FollowedRun, type RunListener, type RunOutcome, type RunRequest } from '../follow/followed-run.ts';
import { onCtrlC } from '../follow/interrupts.ts';
import { HOST_WAIT_MS, watchHost } from '../follow/lost-host.ts';
import { saidOf, turnText } from '../follow/outcome-text.ts';
import { NO_READER, OutputReader } from '../follow/output-reader.ts';
import { noOutput, type ScriptOutput } from '../follow/script-output.ts';
import type { NamedTerminal } from './group-names.ts';
import { hasColours, PrefixedLines, prefixesOf } from './group-output.ts';
import {
  endedRow,
  type GroupResult,
  type GroupRow,
  groupCode,
  type RowState,
  recordFields,
} from './group-row.ts';

export type GroupRun = {
  readonly request: Omit<RunRequest, 'title'>;
  readonly until: GroupUntil;
  /** Whether the output is printed as it comes. */
  readonly prints: boolean;
};

export async function runGroup(
  client: Client,
  members: readonly NamedTerminal[],
  { request, until, prints }: GroupRun,
  io: Io,
): Promise<GroupResult> {
  const runs: FollowedRun[] = [];
  const interruptAll = () => Promise.all(runs.map((run) => run.interrupt()));
  const leaveAll = (): void => {
    for (const run of runs) run.leave();
  };
  const loseAll = (): void => {
    for (const run of runs) run.lose();
  };
  const reader = new OutputReader(io, () => void interruptAll().then(leaveAll));
  const begun = await startAll(client, members, { request, reader: prints ? reader : undefined }, io);
  runs.push(...begun.flatMap(({ under }) => (under === undefined ? [] : [under.run])));
  const stops = [
    () => reader.close(),
    onCtrlC({ interrupt: () => void interruptAll(), goesOn: () => printOpen(begun, io), leave: leaveAll }),
    watchHost(client, { waitMs: HOST_WAIT_MS, onLost: loseAll }, io),
  ];
  const { done, first } = await inGroup<MemberRun, MemberOutcome>(
    begun,
    { until, counts: isFirstEnd },
    async ({ name, outcome: outcomes, under }, over) => {
      over.addEventListener('abort', () => void leaveWhenKnown(under?.run, request.queue), { once: true });
      const outcome = await outcomes;
      under?.out.end();
      if (outcome.kind === 'refused') complain(io, `${name}: ${refusalOf(outcome.error).message}`);
      return outcome;
    },
  );
  for (const stop of stops) stop();
  if (reader.dropped !== undefined) complain(io, reader.dropped);
  const now = Date.now();
  const rows = await Promise.all(
    begun.map(async (member, index) => {
      const outcome = (await done[index]) ?? { kind: 'unknown', error: '' };
      return withRecord(client, member, rowOf(member, outcome, request.timeoutMs), now);
    }),
  );
  const firstRow = first === undefined ? undefined : rows[first];
  return { until, code: reader.isGone ? NO_READER : groupCode(rows, firstRow), rows };
}

/** Stops following a run, but not before it is known whether it has begun. A request in the queue is cancelled at once. */
async function leaveWhenKnown(run: FollowedRun | undefined, isQueued: boolean | undefined): Promise<void> {
  if (isQueued !== true) await run?.settled;
  run?.leave();
}

type Starting = { readonly request: GroupRun['request']; readonly reader: OutputReader | undefined };

/** Subscribes to all terminals, and only then starts the command in each. Until then, Ctrl+C ends cotty and nothing has run. */
async function startAll(
  client: Client,
  members: readonly NamedTerminal[],
  { request, reader }: Starting,
  io: Io,
): Promise<readonly MemberRun[]> {
  const names = members.map(({ name }) => name);
  const prefixes = prefixesOf(names, hasColours(io.stdout, io));
  const print = (text: string) => reader?.take(text, (taken) => sayOutput(io, taken));
  const views = await Promise.all(members.map((member) => viewOf(client, member)));
  return views.map((view, index): MemberRun => {
    const name = names[index] ?? '';
    if (!('mirror' in view)) return { name, outcome: Promise.resolve(view) };
    const out = reader === undefined ? noOutput : new PrefixedLines(prefixes[index] ?? '', print);
    const run = new FollowedRun(client, view.mirror, { ...request, title: name }, listener(name, out, io));
    return { name, outcome: run.outcome, under: { uri: view.mirror.uri, run, out } };
  });
}

async function viewOf(
  client: Client,
  member: NamedTerminal,
): Promise<{ readonly mirror: TerminalMirror } | MemberOutcome> {
  if (!member.ok) return { kind: 'unknown', error: member.error };
  try {
    return { mirror: await client.subscribe(member.terminal.resource) };
  } catch (error) {
    // It was closed a moment ago.
    return { kind: 'refused', error };
  }
}

function listener(name: string, out: ScriptOutput, io: Io): RunListener {
  return {
    onText: (text) => out.write(text),
    onGap: (chars) =>
      complain(io, `${name}: ${chars ?? 'an unknown number of'} characters of the output were lost`),
    onTurn: (turn) => complain(io, turnText(name, turn)),
    onUnheard: (why) => complain(io, `${name}: Ctrl+C did not reach the command: ${why}`),
  };
}

function printOpen(members: readonly MemberRun[], io: Io): void {
  const open = members.filter(({ under }) => under?.run.isOpen === true && under.run.seq !== undefined);
  if (open.length === 0) return;
  const names = open.map(({ name }) => name).join(', ');
  complain(io, `still running in ${names}; press Ctrl+C again to leave the commands running`);
}

/** One terminal of a group that runs a command: its run and outcome, or why there is none. */
type MemberOutcome = RunOutcome | { readonly kind: 'unknown'; readonly error: string };

type MemberRun = {
  readonly name: string;
  readonly outcome: Promise<MemberOutcome>;
  readonly under?: { readonly uri: string; readonly run: FollowedRun; readonly out: ScriptOutput };
};

/** Whether this outcome ends a group with `--any`: not if the command never began, or if only the wait for it ended. */
function isFirstEnd({ kind }: MemberOutcome): boolean {
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

/** Adds fields of the record, if the host still has it. `now` is in Unix milliseconds. */
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
  // The command may have ended after it was left or timed out.
  if (row.state === 'running' && hasEnded(record)) return endedRow(row.terminal, record, now);
  return { ...row, ...recordFields(record, now) };
}
