/** `term_wait` — waits until a wake-up comes, until one command has ended, or until a program waits for a person. */

import * as z from 'zod';
import { type ProgramWait, waitForProgram } from '../../client/program-wait.ts';
import { hasEnded } from '../../protocol/common/exit-status.ts';
import type { Wake } from '../../protocol/cotty/wake.ts';
import { saidText, stateText } from '../../protocol/cotty/wake-text.ts';
import { WATCHED_STATES, type WatchedState } from '../../protocol/terminal/program-status.ts';
import type { Agent } from '../agent/agent.ts';
import { type Patience, waitForEnd } from '../agent/wait-for.ts';
import { groupRows, groupText } from '../answers/group-text.ts';
import { recordText } from '../answers/record-text.ts';
import { recordSchema, rowSchema, waitedProgramSchema, wakeSchema } from '../answers/schemas.ts';
import { metaOf, nameOf, shownProgram } from '../answers/terminal-description.ts';
import { shownWake, wakeMessage } from '../answers/wake-messages.ts';
import { waitInEach } from '../commands/command-group.ts';
import { withDifference } from '../commands/difference.ts';
import { readRecords } from './read.ts';
import { terminalNamed, terminalsOfCall } from './terminal-named.ts';
import { type Answer, type Call, looks, no, tool } from './tool.ts';
import { any, milliseconds, name, terminals, timeout } from './tool-params.ts';
import { waitForText } from './wait-for-text.ts';

/** MCP clients often cancel a call after 60 seconds. */
const DEFAULT_SECONDS = 50;
/** Interval of the progress messages which show that the call still waits. */
const PROGRESS_MS = 10_000;

export const wait = tool({
  name: 'term_wait',
  title: 'Wait for a wake-up',
  description:
    'Returns the wake-ups that wait for you: at once if there are any, else when one comes or at the timeout. Each is delivered once. name: only wake-ups of that terminal. name and seq: waits until that command ends, even one that you ran yourself, and returns its record. until blocked or done: waits until a program (of name, of terminals, of any) waits for a person, or is done or has ended. Another until, with name: for such a line (a server that is ready) of the running command; or, while none runs, of the last one and background jobs. terminals: until what runs there has ended.',
  input: z.strictObject({
    name: name.optional(),
    terminals,
    any,
    seq: z.int().min(1).optional().describe('With name: the command to wait for'),
    until: z
      .union([z.string().min(1).max(1000), z.array(z.enum(WATCHED_STATES)).min(1)])
      .optional()
      .describe('blocked, done, or both as a list; else RE2 pattern for a line of the command or of jobs'),
    timeout: timeout.optional().describe(`Seconds to wait. Default: ${DEFAULT_SECONDS}`),
  }),
  output: z.object({
    wakes: z.array(wakeSchema),
    record: recordSchema.optional(),
    rows: z.array(rowSchema).optional().describe('With terminals'),
    line: z.string().optional().describe('The line that matches until'),
    program: waitedProgramSchema.optional().describe('With until: blocked or done'),
    timed_out: z.boolean().describe('true: the timeout came first; subscriptions stay'),
    waiting: z.number().describe('Number of wake-ups that still wait for you'),
  }),
  hints: { ...looks, idempotentHint: false },
  async run(call, args): Promise<Answer> {
    const { name: wanted, terminals: several, any: first, seq, until, timeout = DEFAULT_SECONDS } = args;
    const states = statesOf(until);
    if (several !== undefined && (wanted ?? seq ?? (states === undefined ? until : undefined)) !== undefined)
      return no('terminals works without name, seq and a pattern');
    if (several === undefined && first !== undefined) return no('any works only with terminals');
    if (states !== undefined && seq !== undefined) return no('until: blocked and done work without seq');
    const stopProgress = startProgress(call);
    try {
      if (states !== undefined) {
        const names = wanted === undefined ? several : [wanted];
        return await waitForState(call, { names, states, seconds: timeout });
      }
      if (several !== undefined)
        return await waitForGroup(call, several, { isAny: first === true, seconds: timeout });
      return await waitForOne(call, { wanted, seq, pattern: String(until ?? ''), seconds: timeout });
    } finally {
      stopProgress();
    }
  },
});

/** The states that `until` names; undefined for a pattern. */
function statesOf(until: string | readonly WatchedState[] | undefined): readonly WatchedState[] | undefined {
  if (typeof until !== 'string') return until;
  const state = WATCHED_STATES.find((known) => known === until);
  return state === undefined ? undefined : [state];
}

type WaitForOne = {
  readonly wanted: string | undefined;
  readonly seq: number | undefined;
  /** Empty if no line is waited for. */
  readonly pattern: string;
  readonly seconds: number;
};

async function waitForOne(call: Call, { wanted, seq, pattern, seconds }: WaitForOne): Promise<Answer> {
  if (pattern !== '') {
    if (wanted === undefined) return no('until needs name');
    return waitForText(call, { wanted, seq, until: pattern, seconds });
  }
  if (seq === undefined) return nextWakes(call, wanted, seconds);
  return wanted === undefined ? no('seq needs name') : waitForCommand(call, { wanted, seq, seconds });
}

async function waitForGroup(
  call: Call,
  names: readonly string[],
  { isAny, seconds }: { readonly isAny: boolean; readonly seconds: number },
): Promise<Answer> {
  const { agent } = call;
  const members = terminalsOfCall(agent, names);
  const waiting = { until: isAny ? 'any' : 'all', timeoutMs: milliseconds(seconds) } as const;
  // Only the progress messages of this call are sent, not the output of the commands.
  const { progress: _progress, ...silent } = call;
  const ends = await waitInEach(silent, members, waiting);
  const rows = groupRows(ends, {});
  const text = groupText(`The last command of each:`, rows);
  if (rows.every(({ state }) => state === 'not_run')) return no(text);
  const isFirstThere = isAny && ends.some((end) => end.hasEnded);
  const timed_out = !isFirstThere && rows.some(({ state }) => state === 'running');
  return { ok: true, text, data: { wakes: [], rows, timed_out, waiting: agent.inbox.waiting.length } };
}

async function nextWakes(
  { agent, signal }: Call,
  wanted: string | undefined,
  seconds: number,
): Promise<Answer> {
  // A closed terminal may still have wake-ups under its name.
  const found = wanted === undefined ? undefined : terminalNamed(agent, wanted);
  const isWanted = (wake: Wake): boolean =>
    wanted === undefined ||
    (found?.ok === true ? wake.channel === found.uri : wake.terminal === wanted.replace(/^term:/, ''));
  if (found?.ok === false && !agent.inbox.waiting.some(isWanted)) return found;
  await arrival(agent, isWanted, { timeoutMs: milliseconds(seconds), signal });
  // A cancelled call takes no wake-ups: they stay in the inbox.
  const wakes = signal.aborted ? [] : await agent.inbox.take(isWanted);
  const waiting = agent.inbox.waiting.length;
  const text =
    wakes.length === 0
      ? `No wake-up within ${seconds} s.${subscribeHint(agent)}`
      : wakes.map(wakeMessage).join('\n\n');
  return { ok: true, text, data: { wakes: wakes.map(shownWake), timed_out: wakes.length === 0, waiting } };
}

function subscribeHint(agent: Agent): string {
  return agent.inbox.watches.length === 0 ? ' You have no subscription: call term_subscribe first.' : '';
}

function arrival(
  { inbox }: Agent,
  isWanted: (wake: Wake) => boolean,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const isThere = (): boolean => inbox.waiting.some(isWanted);
  if (isThere() || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const settle = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', settle);
      stop();
      resolve();
    };
    const timer = setTimeout(settle, timeoutMs);
    const stop = inbox.onArrival(() => {
      if (isThere()) settle();
    });
    signal.addEventListener('abort', settle, { once: true });
  });
}

async function waitForCommand(
  { agent, signal }: Call,
  { wanted, seq, seconds }: { readonly wanted: string; readonly seq: number; readonly seconds: number },
): Promise<Answer> {
  const found = terminalNamed(agent, wanted);
  if (!found.ok) return found;
  const { uri, name: shown } = found;
  const read = async () => (await readRecords(agent, { uri, name: shown, seq })).records[0];
  const first = await read();
  if (first === undefined) return no(`${shown}: there is no command #${seq}`);
  let record = first;
  if (!hasEnded(first)) {
    await waitForEnd(agent, uri, {
      commandId: first.command_id,
      timeoutMs: milliseconds(seconds),
      signal,
    });
    record = (await read()) ?? first;
  }
  const { waiting } = agent.inbox;
  record = await withDifference(agent, uri, record);
  const data = { wakes: [], record, timed_out: !hasEnded(record), waiting: waiting.length };
  return { ok: true, text: recordText(record, shown), data };
}

function startProgress({ progress, now }: Call): () => void {
  if (progress === undefined) return () => {};
  const begun = now();
  const timer = setInterval(() => {
    const seconds = Math.round((now() - begun) / 1000);
    progress(seconds, `still waiting after ${seconds} s`);
  }, PROGRESS_MS);
  return () => clearInterval(timer);
}

// Waiting for a program.

type Wanted = {
  /** Names of terminals, of which the first counts; undefined for all terminals. */
  readonly names: readonly string[] | undefined;
  readonly states: readonly WatchedState[];
  readonly seconds: number;
};

/** Lines of the output of a command that has ended. */
const TAIL = 20;

async function waitForState(
  { agent, signal, now }: Call,
  { names, states, seconds }: Wanted,
): Promise<Answer> {
  const found = names?.map((name) => terminalNamed(agent, name)) ?? [];
  const uris = found.flatMap((one) => (one.ok ? [one.uri] : []));
  const unknown = found.find((one) => !one.ok);
  if (unknown?.ok === false) return unknown;
  // A snapshot brings the list up to date, which may be a moment older than the command that this agent has begun.
  await Promise.all(uris.map((uri) => agent.look(uri)));
  const only = names === undefined ? undefined : new Set(uris);
  const wait = await nextState(agent, { only, states }, { timeoutMs: milliseconds(seconds), signal });
  const { length: waiting } = agent.inbox.waiting;
  const wanted = states.join(' or ');
  if (wait === undefined) {
    const text = `No program was ${wanted} within ${seconds} s.`;
    return { ok: true, text, data: { wakes: [], timed_out: true, waiting } };
  }
  if (wait.kind === 'gone') return no('the terminal has ended');
  const rest = { wakes: [], timed_out: false, waiting };
  if (wait.kind === 'ended')
    return { ok: true, text: `The command has ended, and its program was not ${wanted}.`, data: rest };
  const { info } = wait;
  const terminal = nameOf(info, agent.terminals);
  const meta = metaOf(info);
  const program = shownProgram(meta, now());
  const told = program === null ? {} : { program: { terminal, ...program } };
  if (meta.running !== undefined || !wait.byEnd) {
    const lines = program === null ? [] : [`term:${terminal}: ${stateText(program)}`, ...saidText(program)];
    return { ok: true, text: lines.join('\n'), data: { ...rest, ...told } };
  }
  const { records } = await readRecords(agent, { uri: info.resource, name: terminal, tail: TAIL });
  const [record] = records;
  const text = record === undefined ? 'the command has ended' : recordText(record, terminal);
  return { ok: true, text, data: { ...rest, ...told, ...(record && { record }) } };
}

/** Resolves to undefined at the timeout, or if the caller cancels. */
function nextState(
  { client }: Agent,
  wanted: Parameters<typeof waitForProgram>[1],
  { timeoutMs, signal }: Patience,
): Promise<ProgramWait | undefined> {
  return new Promise((resolve) => {
    let stop = (): void => {};
    const settle = (wait?: ProgramWait): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      stop();
      resolve(wait);
    };
    const giveUp = (): void => settle();
    const timer = setTimeout(giveUp, timeoutMs);
    signal.addEventListener('abort', giveUp, { once: true });
    if (signal.aborted) giveUp();
    else stop = waitForProgram(client.root, wanted, settle);
  });
}
