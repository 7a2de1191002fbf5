/** `term_run` — runs a command at the prompt of a terminal and returns its record. */

import * as z from 'zod';
import { followOutput } from '../agent/output-progress.ts';
import { ANSWER_CHARS } from '../answers/bounded-text.ts';
import { recordText, shownRecord } from '../answers/record-text.ts';
import { recordSchema, type ShownRecord } from '../answers/schemas.ts';
import { doubtOf } from '../danger/doubt.ts';
import { terminalNamed } from './terminal-named.ts';
import { type Call, no, runs, tool } from './tool.ts';
import { confirm, milliseconds, name, timeout } from './tool-params.ts';

export const run = tool({
  name: 'term_run',
  title: 'Run a command',
  description:
    'Runs a command at the prompt of a terminal and returns its record: exit code, output, duration. Several lines, heredocs included, run as one command. Refused, with the reason, while another command runs there or while a person holds the terminal. At the timeout you get the output so far; the command keeps running and the terminal stays busy. Set a timeout, or wait: false, for any command that may not end by itself.',
  input: z.strictObject({
    name,
    cmd: z.string().min(1).describe('The command, as you would type it'),
    timeout: timeout.optional().describe('Seconds to wait for the command to end. Default: no limit'),
    wait: z
      .boolean()
      .optional()
      .describe('false: return as soon as the command has begun (for servers and watchers)'),
    confirm,
  }),
  output: z.object({ record: recordSchema }),
  hints: runs,
  async run(call, args) {
    const ran = await runIn(call, args);
    if (!ran.ok) return no(ran.text);
    const { record, name: terminal } = ran;
    return {
      ok: true,
      text: `${recordText(record, terminal)}${nextSteps(record, terminal)}`,
      data: { record },
    };
  },
});

export type Ran =
  | { readonly ok: true; readonly record: ShownRecord; readonly name: string }
  | { readonly ok: false; readonly text: string };

type Run = {
  readonly name: string;
  readonly cmd: string;
  readonly timeout?: number | undefined;
  readonly wait?: boolean | undefined;
  readonly confirm?: boolean | undefined;
};

export async function runIn(call: Call, args: Run): Promise<Ran> {
  const { agent } = call;
  const found = terminalNamed(agent, args.name);
  if (!found.ok) return found;
  const doubt = doubtOf(args.cmd, args.confirm);
  if (doubt !== undefined) return { ok: false, text: `${found.name}: ${doubt}` };
  const stop = await startProgress(call, found.uri);
  try {
    const { record } = await agent.client.cotty.run(found.uri, {
      commandLine: args.cmd,
      ...(args.timeout === undefined ? {} : { timeoutMs: milliseconds(args.timeout) }),
      ...(args.wait === undefined ? {} : { wait: args.wait }),
    });
    return { ok: true, record: shownRecord(record, ANSWER_CHARS, found.name), name: found.name };
  } finally {
    stop();
  }
}

async function startProgress({ agent, progress, signal }: Call, uri: string): Promise<() => void> {
  if (progress === undefined) return () => {};
  const stop = await followOutput(agent, uri, progress);
  signal.addEventListener('abort', stop, { once: true });
  return stop;
}

/** Says what an agent can do about a command that still runs. */
function nextSteps(record: ShownRecord, terminal: string): string {
  if (record.finished_at !== null || record.killed_by_restart) return '';
  const named = `name=${JSON.stringify(terminal)}`;
  return `\n──\n${terminal} is busy until the command ends. To wait for the end: term_wait ${named} seq=${record.seq}. To look: term_screen. To send Ctrl+C: term_interrupt.`;
}
