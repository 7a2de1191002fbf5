/**
 * `cotty agent report` — a hook tells the host what the program of its terminal does. Little is loaded for it: the agent waits until
 * it has ended. As a hook (`--from`) it says nothing and never fails.
 */

import { BLOCKED_KINDS, PROGRAM_STATES } from '../../protocol/terminal/program-status.ts';
import { REPORT_KEY } from '../../shell/report-key.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { complain } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { AGENT_NAMES, type AgentName, type HookReport, isAgentName, reportFor } from './hook-events.ts';
import { readHookInput } from './hook-input.ts';

/** Time limit (ms): of a hook for all that it does, else of each step. */
const LIMIT_MS = 2000;

const STATES = [...PROGRAM_STATES, 'clear'] as const;

const spec = {
  flags: {
    kind: 'string',
    msg: 'string',
    app: 'string',
    id: 'string',
    event: 'string',
    from: 'string',
    quiet: 'boolean',
  },
  positionals: ['STATE'],
} as const;

/** What is to be told, under the name of the hook. */
type Told = { readonly report: HookReport; readonly hook: string; readonly session?: string };

export async function run(args: readonly string[], io: Io): Promise<number> {
  const [option, agent = ''] = args;
  if (option === '--from' && args.length === 2 && isAgentName(agent)) return fromHook(agent, io);
  const { parseArgs } = await import('../common/parse-args.ts');
  const parsed = parseArgs(args, spec);
  if (!parsed.ok) return refuseArgs(parsed, 'agent', io);
  const { kind, msg, app, id, event, from, quiet } = parsed.flags;
  const refuse = (error: string) => refuseUsage(error, 'agent', io);
  if (from !== undefined)
    return refuse(`--from takes one of ${AGENT_NAMES.join(', ')}, and nothing beside it`);
  const [said] = parsed.input;
  const state = STATES.find((each) => each === said);
  if (said === undefined) return refuse('STATE is missing');
  if (state === undefined) return refuse(`STATE is one of ${STATES.join(', ')} (it is ${said})`);
  const known = BLOCKED_KINDS.find((each) => each === kind);
  if (kind !== undefined && known === undefined)
    return refuse(`--kind is one of ${BLOCKED_KINDS.join(', ')} (it is ${kind})`);
  const report = {
    state,
    ...(known === undefined ? {} : { kind: known }),
    ...(msg === undefined ? {} : { msg }),
    ...(app === undefined ? {} : { app }),
    ...(id === undefined ? {} : { id }),
  };
  const failure = await tell({ report, hook: event ?? 'cotty agent report' }, io);
  if (failure === undefined || quiet) return ExitCode.ok;
  complain(io, failure.why);
  return failure.code;
}

/** Returns in time, whatever happens: an agent shows or obeys what its hooks say, and waits for them. */
async function fromHook(agent: AgentName, io: Io): Promise<number> {
  if (!io.env[REPORT_KEY]) return ExitCode.ok;
  const limit = new Promise<void>((resolve) => {
    setTimeout(resolve, LIMIT_MS).unref();
  });
  const work = readHookInput(io.stdin, LIMIT_MS).then((input) => {
    const told = reportFor(agent, input);
    return told === undefined ? undefined : tell(told, io);
  });
  await Promise.race([work.catch(() => {}), limit]);
  return ExitCode.ok;
}

type Failure = { readonly why: string; readonly code: ExitCode };

/** Returns why the host has not taken the report. */
async function tell({ report, hook, session }: Told, io: Io): Promise<Failure | undefined> {
  const { COTTY_TERMINAL: channel, [REPORT_KEY]: key } = io.env;
  if (!channel)
    return { why: 'this is no terminal of cotty: COTTY_TERMINAL is not set', code: ExitCode.failure };
  if (!key) {
    const why = `this terminal takes no reports: ${REPORT_KEY} is not set; a terminal made by an earlier version of cotty has none`;
    return { why, code: ExitCode.failure };
  }
  const [{ hostPaths }, { runningHost }, { connect }, { Connection }] = await Promise.all([
    import('../connect/host-paths.ts'),
    import('../connect/running-host.ts'),
    import('../../rpc/ws-client.ts'),
    import('../../rpc/connection.ts'),
  ]);
  const paths = hostPaths(io.env);
  if (!paths.ok) return { why: paths.error, code: ExitCode.noHost };
  const socket = await runningHost(paths.socket, io.env);
  if (socket === undefined) return { why: 'no host is running', code: ExitCode.noHost };
  try {
    const transport = await connect(`unix:${socket}`, { timeoutMs: LIMIT_MS });
    const connection = new Connection(transport, { timeoutMs: LIMIT_MS });
    try {
      const from = session === undefined ? {} : { session };
      await connection.request('x-cotty/report', { channel, key, report, hook, ...from });
      return undefined;
    } finally {
      connection.close();
    }
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error), code: ExitCode.refused };
  }
}
