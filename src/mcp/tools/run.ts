/** `term_run` — runs a command at the prompt of a terminal and returns its record. */

import * as z from 'zod';
import { runInTurn } from '../../client/run-in-turn.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { RunResult } from '../../protocol/cotty/cotty-requests.ts';
import type { Agent } from '../agent/agent.ts';
import { lastingRun } from '../agent/lasting-run.ts';
import { followOutput } from '../agent/output-progress.ts';
import { placedCommand } from '../agent/placed-command.ts';
import { ANSWER_CHARS } from '../answers/bounded-text.ts';
import { recordText, shownRecord } from '../answers/record-text.ts';
import { recordSchema, type ShownRecord } from '../answers/schemas.ts';
import { doubtOf } from '../danger/doubt.ts';
import { terminalNamed } from './terminal-named.ts';
import { type Call, no, runs, tool } from './tool.ts';
import { confirm, maxChars, milliseconds, name, tail, timeout } from './tool-params.ts';

export const run = tool({
  name: 'term_run',
  title: 'Run a command',
  description:
    'Runs a command at the prompt of a terminal and returns its record: exit code, output, duration. Several lines, heredocs included, run as one command. Refused, with the reason, while a person holds the terminal or another command runs there. At the timeout you get the output so far; the command keeps running. Set a timeout, or wait: false, for any command that may not end by itself.',
  input: z.strictObject({
    name,
    cmd: z.string().min(1, 'cmd is empty: say which command to run').describe('As you would type it'),
    timeout: timeout.optional().describe('Seconds to wait for the command to end. Default: no limit'),
    wait: z
      .boolean()
      .optional()
      .describe('false: return as soon as the command has begun (for servers and watchers)'),
    queue: z.boolean().optional().describe('true: wait your turn while it is busy'),
    cwd: z.string().min(1).optional().describe('Folder for this command alone'),
    env: z.record(z.string(), z.string()).optional().describe('Variables for this command alone'),
    tail,
    max_chars: maxChars,
    confirm,
  }),
  output: z.object({ record: recordSchema }),
  hints: runs,
  async run(call, args) {
    const ran = await runIn(call, args);
    if (!ran.ok) return no(ran.text);
    const { record, name: terminal } = ran;
    const waits = isOver(record) || args.wait === false ? '' : await waitsFor(call.agent, ran.uri);
    return {
      ok: true,
      text: `${recordText(record, terminal)}${nextSteps(record, terminal, waits)}`,
      data: { record },
    };
  },
});

export type Ran =
  | { readonly ok: true; readonly record: ShownRecord; readonly name: string; readonly uri: string }
  | { readonly ok: false; readonly text: string };

type Run = {
  readonly name: string;
  readonly cmd: string;
  readonly timeout?: number | undefined;
  readonly wait?: boolean | undefined;
  readonly queue?: boolean | undefined;
  readonly confirm?: boolean | undefined;
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly tail?: number | undefined;
  readonly max_chars?: number | undefined;
};

export async function runIn(call: Call, args: Run): Promise<Ran> {
  const { agent } = call;
  const found = terminalNamed(agent, args.name);
  if (!found.ok) return found;
  const doubt = doubtOf(args.cmd, args.confirm);
  if (doubt !== undefined) return { ok: false, text: `${found.name}: ${doubt}` };
  const placed = placedCommand(args, shellOf(agent, found.uri));
  if (!placed.ok) return { ok: false, text: `${found.name}: ${placed.text}` };
  const stop = await startProgress(call, found.uri);
  try {
    const params = {
      commandLine: placed.cmd,
      ...(args.timeout === undefined ? {} : { timeoutMs: milliseconds(args.timeout) }),
      ...(args.wait === undefined ? {} : { wait: args.wait }),
    };
    const { uri } = found;
    const { record } = await lastingRun({ ...call, uri, params }, () =>
      args.queue === true ? queued(call, uri, params) : agent.client.cotty.run(uri, params),
    );
    return {
      ok: true,
      record: shownRecord(record, args.max_chars ?? ANSWER_CHARS, found.name, args.tail),
      name: found.name,
      uri: found.uri,
    };
  } finally {
    stop();
  }
}

/** Runs it when its turn comes. A call that is cancelled gives its turn up. */
async function queued(
  { agent, progress, signal }: Call,
  uri: string,
  params: Parameters<typeof runInTurn>[2],
): Promise<RunResult> {
  const { result, giveUp } = runInTurn(agent.client, uri, params, ({ before, busy }) =>
    progress?.(0, `waits its turn, ${before} before it (${busy})`),
  );
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await result;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

async function startProgress({ agent, progress, signal }: Call, uri: string): Promise<() => void> {
  if (progress === undefined) return () => {};
  const stop = await followOutput(agent, uri, progress);
  signal.addEventListener('abort', stop, { once: true });
  return stop;
}

/** Says what an agent can do about a command that still runs. */
function nextSteps(record: ShownRecord, terminal: string, waits: string): string {
  if (isOver(record)) return '';
  const named = `name=${JSON.stringify(terminal)}`;
  return `\n──\n${waits}${terminal} is busy until the command ends. To wait for the end: term_wait ${named} seq=${record.seq}; for a line of output: term_wait ${named} until=PATTERN. To look: term_screen. To send Ctrl+C: term_interrupt.`;
}

function isOver({ finished_at, killed_by_restart }: ShownRecord): boolean {
  return finished_at !== null || killed_by_restart;
}

/** Says what a command that still runs waits for, as far as the screen tells. */
async function waitsFor(agent: Agent, uri: string): Promise<string> {
  const { waitingForInput, lines, cursor } = await agent.client.cotty.screen(uri);
  if (waitingForInput === 'echo-off')
    return 'It waits for a password (echo is off): leave that to a person.\n';
  if (waitingForInput === null) return '';
  const question = (lines[cursor.y] ?? '').trim();
  return `It seems to wait for an answer${question === '' ? '' : ` to ${JSON.stringify(question)}`}: term_keys types one.\n`;
}

function shellOf(agent: Agent, uri: string): string | undefined {
  const info = agent.terminals.find(({ resource }) => resource === uri);
  return cottyMeta<TerminalMeta>(info?._meta).shell;
}
