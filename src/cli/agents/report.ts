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
import { reportToHost } from '../connect/report-to-host.ts';
import { AGENT_NAMES, type AgentName, isAgentName, reportFor } from './hook-events.ts';
import { readHookInput } from './hook-input.ts';

/** Time limit (ms) of a hook for all that it does. */
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
  const failure = await reportToHost({ report, hook: event ?? 'cotty agent report' }, io.env);
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
    return told === undefined ? undefined : reportToHost(told, io.env);
  });
  await Promise.race([work.catch(() => {}), limit]);
  return ExitCode.ok;
}
