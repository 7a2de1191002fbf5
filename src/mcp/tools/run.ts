/** `term_run` — runs a command at the prompt of a terminal and returns its record. */

import * as z from 'zod';
import type { GroupUntil } from '../../client/run/group.ts';
import { hasEnded } from '../../protocol/common/exit-status.ts';
import type { Agent } from '../agent/agent.ts';
import { ANSWER_CHARS } from '../answers/bounded-text.ts';
import { groupRows, groupText } from '../answers/group-text.ts';
import { recordText, shownRecord } from '../answers/record-text.ts';
import { recordSchema, rowSchema, type ShownRecord } from '../answers/schemas.ts';
import { runInEach } from '../commands/command-group.ts';
import { withDifference } from '../commands/difference.ts';
import { type KeyReader, keyReaderText } from '../commands/key-reader.ts';
import { runCommand } from '../commands/run-command.ts';
import { terminalNamed, terminalsOfCall } from './terminal-named.ts';
import { type Answer, type Call, doubtOf, no, runs, tool } from './tool.ts';
import { any, confirm, maxChars, milliseconds, name, tail, terminals, timeout } from './tool-params.ts';

export const run = tool({
  name: 'term_run',
  title: 'Run a command',
  description:
    'Runs a command at the prompt of a terminal and returns its record: exit code, output, duration. Several lines, heredocs included, run as one command. Refused while a person holds the terminal or another command runs there. At the timeout you get the output so far; the command keeps running. So you do when it fills the screen or waits for keys (less, vim, a menu). terminals: runs in all at once, returns one table with the last lines of each. Set a timeout, or wait: false, for any command that may not end by itself.',
  input: z.strictObject({
    name: name.optional(),
    terminals,
    any,
    cmd: z.string().min(1, 'cmd is empty: say which command to run').describe('As you would type it'),
    timeout: timeout.optional().describe('Seconds to wait for the end. Default: no limit'),
    wait: z.boolean().optional().describe('false: return once it has begun (servers, watchers)'),
    queue: z.boolean().optional().describe('true: wait your turn while it is busy'),
    cwd: z.string().min(1).optional().describe('Folder for this command alone'),
    env: z.record(z.string(), z.string()).optional().describe('Variables for this command alone'),
    tail,
    max_chars: maxChars,
    confirm,
  }),
  output: z.object({ record: recordSchema.optional(), rows: z.array(rowSchema).optional() }),
  hints: runs,
  async run(call, { name: one, terminals: several, any: first, ...args }) {
    if (several !== undefined && one === undefined)
      return await runGroup(call, several, { ...args, until: first === true ? 'any' : 'all' });
    if (one === undefined || several !== undefined) return no('say either name or terminals');
    if (first !== undefined) return no('any works only with terminals');
    const ran = await runIn(call, { ...args, name: one });
    if (!ran.ok) return no(ran.text);
    const { name: terminal } = ran;
    const record = await withDifference(call.agent, ran.uri, ran.record);
    const waits =
      ran.reader !== undefined
        ? `${keyReaderText(ran.reader)}\n`
        : hasEnded(record) || args.wait === false
          ? ''
          : await waitsFor(call.agent, ran.uri);
    return {
      ok: true,
      text: `${recordText(record, terminal)}${nextSteps(record, terminal, waits)}`,
      data: { record },
    };
  },
});

async function runGroup(
  call: Call,
  names: readonly string[],
  { until, ...args }: Omit<Run, 'name'> & { readonly until: GroupUntil },
): Promise<Answer> {
  const { cmd, timeout: seconds, confirm: confirmed } = args;
  const doubt = doubtOf(cmd, confirmed);
  if (doubt !== undefined) return no(doubt);
  const timeoutMs = seconds === undefined ? undefined : milliseconds(seconds);
  const members = terminalsOfCall(call.agent, names);
  const rows = groupRows(await runInEach(call, members, { ...args, timeoutMs, until }), args);
  const text = groupText(`$ ${cmd}`, rows);
  return rows.every(({ state }) => state === 'not_run') ? no(text) : { ok: true, text, data: { rows } };
}

export type Ran =
  | {
      readonly ok: true;
      readonly record: ShownRecord;
      readonly name: string;
      readonly uri: string;
      readonly reader?: KeyReader | undefined;
    }
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

export async function runIn(call: Call, { timeout: seconds, ...args }: Run): Promise<Ran> {
  const found = terminalNamed(call.agent, args.name);
  if (!found.ok) return found;
  const { name: terminal, uri } = found;
  const doubt = doubtOf(args.cmd, args.confirm);
  if (doubt !== undefined) return { ok: false, text: `${terminal}: ${doubt}` };
  const timeoutMs = seconds === undefined ? undefined : milliseconds(seconds);
  const ran = await runCommand(call, uri, { ...args, timeoutMs });
  if (!ran.ok) return { ok: false, text: `${terminal}: ${ran.text}` };
  const record = shownRecord(ran.record, args.max_chars ?? ANSWER_CHARS, terminal, args.tail);
  return { ok: true, record, name: terminal, uri, reader: ran.reader };
}

/** Says what an agent can do about a command that still runs. */
function nextSteps(record: ShownRecord, terminal: string, waits: string): string {
  if (hasEnded(record)) return '';
  const named = `name=${JSON.stringify(terminal)}`;
  return `\n──\n${waits}${terminal} is busy until the command ends. To wait for the end: term_wait ${named} seq=${record.seq}; for a line of output: term_wait ${named} until=PATTERN. To look: term_screen. To send Ctrl+C: term_interrupt.`;
}

/** Says what a running command is waiting for, as far as its screen shows. */
async function waitsFor(agent: Agent, uri: string): Promise<string> {
  const { waitingForInput, lines, cursor } = await agent.client.cotty.screen(uri);
  if (waitingForInput === 'echo-off')
    return 'It waits for a password (echo is off): leave that to a person.\n';
  if (waitingForInput === null) return '';
  const question = (lines[cursor.y] ?? '').trim();
  return `It seems to wait for an answer${question === '' ? '' : ` to ${JSON.stringify(question)}`}: term_keys types one.\n`;
}
