/** Runs one command in several terminals at the same time, until all have ended, or the first. */

import type { Client, TerminalMirror } from '../../../client/client.ts';
import { type GroupUntil, groupEnd } from '../../../client/run/group-end.ts';
import { refusalOf } from '../../connect/refusal.ts';
import type { Io } from '../../ground/io.ts';
import { complain, sayOutput } from '../../ground/print.ts';
import { FollowedRun, type RunListener, type RunRequest } from '../follow/followed-run.ts';
import { onCtrlC } from '../follow/interrupts.ts';
import { HOST_WAIT_MS, watchHost } from '../follow/lost-host.ts';
import { turnText } from '../follow/outcome-text.ts';
import { NO_READER, OutputReader } from '../follow/output-reader.ts';
import { noOutput, type ScriptOutput } from '../follow/script-output.ts';
import { hasColours } from './colour.ts';
import type { GroupMember } from './group-names.ts';
import { type GroupResult, groupCode } from './group-row.ts';
import { isFirstEnd, type MemberOutcome, type MemberRun, rowOf, withRecord } from './member-run.ts';
import { PrefixedLines, prefixesOf } from './prefixed-lines.ts';

export type GroupRun = {
  readonly request: Omit<RunRequest, 'title'>;
  readonly until: GroupUntil;
  /** Whether the output is printed as it comes. */
  readonly prints: boolean;
};

type Ended = { readonly member: MemberRun; readonly outcome: MemberOutcome };

export async function runGroup(
  client: Client,
  members: readonly GroupMember[],
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
    onCtrlC({ interrupt: () => void interruptAll(), goesOn: () => tellOpen(begun, io), leave: leaveAll }),
    watchHost(client, { waitMs: HOST_WAIT_MS, onLost: loseAll }, io),
  ];
  const outcomes = begun.map(async (member): Promise<Ended> => {
    const outcome = await member.outcome;
    member.under?.out.end();
    if (outcome.kind === 'refused') complain(io, `${member.name}: ${refusalOf(outcome.error).message}`);
    return { member, outcome };
  });
  const first = await groupEnd(outcomes, until, ({ outcome }) => isFirstEnd(outcome));
  // Whether the others go on is known when they have begun; those that wait their turn give it up.
  if (!request.queue) await Promise.all(runs.map(({ settled }) => settled));
  leaveAll();
  for (const stop of stops) stop();
  if (reader.dropped !== undefined) complain(io, reader.dropped);
  const now = Date.now();
  const rows = await Promise.all(
    outcomes.map(async (ended) => {
      const { member, outcome } = await ended;
      return withRecord(client, member, rowOf(member, outcome, request.timeoutMs), now);
    }),
  );
  const firstRow = first && rows[begun.indexOf(first.member)];
  return { until, code: reader.isGone ? NO_READER : groupCode(rows, firstRow), rows };
}

type Starting = { readonly request: GroupRun['request']; readonly reader: OutputReader | undefined };

/** Begins everywhere at once, when all terminals are subscribed: until then Ctrl+C ends the script, and nothing has run. */
async function startAll(
  client: Client,
  members: readonly GroupMember[],
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
  member: GroupMember,
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

function tellOpen(members: readonly MemberRun[], io: Io): void {
  const open = members.filter(({ under }) => under?.run.isOpen === true && under.run.seq !== undefined);
  if (open.length === 0) return;
  const names = open.map(({ name }) => name).join(', ');
  complain(io, `still running in ${names}; press Ctrl+C again to leave the commands running`);
}
