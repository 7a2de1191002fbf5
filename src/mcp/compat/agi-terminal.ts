/** One tool `terminal` with operations, as in the AGI terminal plan: same parameters, same answers. */

import * as z from 'zod';
import { refusal } from '../agent/refusal.ts';
import type { ShownTerminal } from '../answers/schemas.ts';
import { originOf } from '../answers/terminal-description.ts';
import { closeTerminal } from '../tools/close.ts';
import { interruptIn } from '../tools/keys.ts';
import { allTerminals, oneTerminal } from '../tools/list.ts';
import { lastLinesOf } from '../tools/read.ts';
import { isStarted, spawnTerminal } from '../tools/spawn.ts';
import { terminalNamed, terminalToRead } from '../tools/terminal-named.ts';
import { type Answer, type Call, runs, tool } from '../tools/tool.ts';
import { confirm } from '../tools/tool-params.ts';

const DEFAULT_LINES = 100;
const MAX_TITLE = 40;

const input = z.strictObject({
  operation: z.enum(['start', 'read', 'write', 'list', 'kill', 'interrupt']),
  command: z.string().min(1).optional().describe('start: the command to run'),
  purpose: z.string().max(200).optional().describe('start: what the terminal is for; also becomes its name'),
  cwd: z.string().min(1).optional().describe('start: the folder to start in'),
  terminalId: z.string().min(1).optional().describe('read, write, kill, interrupt: the id of the terminal'),
  lines: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe(`read: number of last lines. Default: ${DEFAULT_LINES}`),
  input: z.string().min(1).max(100_000).optional().describe('write: text to type, sent unchanged'),
  confirm: confirm.describe('start: true runs a command that was refused because it looks dangerous'),
});
type Input = z.output<typeof input>;

export const terminal = tool({
  name: 'terminal',
  title: 'Persistent terminals',
  description:
    'Manages persistent terminals for long-running processes: dev servers, watchers, log tailing, background services. For one-off commands use your shell tool. Operations: start, read, write, list, kill, interrupt.',
  input,
  hints: runs,
  async run(call, args): Promise<Answer> {
    const { operation } = args;
    if (operation === 'list') return list(call);
    try {
      return operation === 'start' ? await start(call, args) : await onTerminal(call, operation, args);
    } catch (error) {
      return failed(refusal(error, args.terminalId));
    }
  },
});

async function start(call: Call, { command, purpose, cwd, confirm }: Input): Promise<Answer> {
  if (command === undefined) return failed('start needs command');
  const name = (purpose ?? command).replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE) || 'terminal';
  const about = purpose ?? command.slice(0, 200);
  const made = await spawnTerminal(call, {
    name,
    nameIsDefault: true,
    cwd,
    purpose: about,
    command,
    confirm,
    started: true,
  });
  if (!made.ok) return failed(made.text);
  const { terminal: shown, trouble } = made;
  return answer({
    terminalId: shown.id,
    pid: shown.pid,
    purpose: shown.purpose,
    message: trouble === undefined ? `Started: ${command}` : `Started the shell, ${trouble}`,
  });
}

type TerminalOperation = Exclude<Input['operation'], 'start' | 'list'>;

async function onTerminal(call: Call, operation: TerminalOperation, args: Input): Promise<Answer> {
  const { agent } = call;
  if (args.terminalId === undefined) return failed(`${operation} needs terminalId`);
  const found =
    operation === 'read'
      ? await terminalToRead(agent, args.terminalId)
      : terminalNamed(agent, args.terminalId);
  if (!found.ok) return failed('Terminal not found', found.text);
  switch (operation) {
    case 'read': {
      const { lines: output } = await lastLinesOf(agent, found.uri, args.lines ?? DEFAULT_LINES);
      const shown = await oneTerminal(agent, found.info, call.now());
      return answer({ output, ...statusOf(shown) });
    }
    case 'write':
      if (args.input === undefined) return failed('write needs input');
      await agent.client.cotty.type(found.uri, args.input);
      return answer({ success: true });
    case 'interrupt': {
      const done = await interruptIn(call, args.terminalId);
      return done.ok ? answer({ success: true }) : failed(done.text);
    }
    case 'kill': {
      const closed = await closeTerminal(call, { name: args.terminalId });
      return closed.ok ? answer({ success: true }) : failed(closed.text);
    }
  }
}

async function list({ agent, now }: Call): Promise<Answer> {
  const time = now();
  const shown = await allTerminals(agent, time);
  return answer({
    terminals: shown.map((one) => ({
      id: one.id,
      purpose: one.purpose ?? one.title,
      command: one.running?.cmd ?? one.last?.cmd ?? one.shell,
      ...statusOf(one),
      pid: one.pid,
      uptime: one.started_at === null ? 0 : time - Date.parse(one.started_at),
      createdBy: originOf(one) === 'agent' ? 'llm' : 'user',
      title: one.title,
    })),
  });
}

/**
 * The plan runs a command without a shell; here it runs in a shell that stays. So a terminal made by `start`
 * counts as exited when its command has ended, and any other terminal when its shell has exited.
 */
function statusOf(shown: ShownTerminal): {
  readonly status: 'running' | 'exited';
  readonly exitCode?: number;
} {
  const { id, status, exit_code, last } = shown;
  const isOver = status === 'exited' || (status === 'running' && isStarted(id) && last !== null);
  if (!isOver) return { status: 'running' };
  const code = status === 'exited' ? exit_code : (last?.exit ?? null);
  return { status: 'exited', ...(code === null ? {} : { exitCode: code }) };
}

function answer(data: Readonly<Record<string, unknown>>): Answer {
  return { ok: true, text: JSON.stringify(data, undefined, 1), data };
}

function failed(error: string, detail?: string): Answer {
  const data = { error, ...(detail === undefined ? {} : { detail }) };
  return { ok: false, text: JSON.stringify(data, undefined, 1), data };
}
