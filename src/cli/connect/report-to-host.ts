/** Reports to the host what the program of this terminal does, with the secret of the terminal: for hooks and scripts. */

import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { HookReport } from '../../protocol/cotty/program.ts';
import { REPORT_KEY } from '../../shell/report-key.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';

/** Time limit (ms) of each step. */
const LIMIT_MS = 2000;

type Env = Io['env'];

/** A report under the name of the hook, and the session of the agent that it is about. */
type Told = { readonly report: HookReport; readonly hook: string; readonly session?: string };

type Failure = { readonly why: string; readonly code: ExitCode };

/** Returns why the host has not taken the report. */
export async function reportToHost({ report, hook, session }: Told, env: Env): Promise<Failure | undefined> {
  const { COTTY_TERMINAL: channel, [REPORT_KEY]: key } = env;
  if (!channel)
    return { why: 'this is no terminal of cotty: COTTY_TERMINAL is not set', code: ExitCode.failure };
  if (!key) {
    const why = `this terminal takes no reports: ${REPORT_KEY} is not set; a terminal made by an earlier version of cotty has none`;
    return { why, code: ExitCode.failure };
  }
  const [{ hostPaths }, { runningHost }, { connect }, { Connection }] = await Promise.all([
    import('./host-paths.ts'),
    import('./running-host.ts'),
    import('../../rpc/ws-client.ts'),
    import('../../rpc/connection.ts'),
  ]);
  const paths = hostPaths(env);
  if (!paths.ok) return { why: paths.error, code: ExitCode.noHost };
  const socket = await runningHost(paths.socket, env);
  if (socket === undefined) return { why: 'no host is running', code: ExitCode.noHost };
  try {
    const tmux = await tmuxPane(env);
    const transport = await connect(`unix:${socket}`, { timeoutMs: LIMIT_MS });
    const connection = new Connection(transport, { timeoutMs: LIMIT_MS });
    try {
      const from = {
        pid: process.pid,
        ...(session === undefined ? {} : { session }),
        ...(tmux === undefined ? {} : { tmux }),
      };
      await connection.request('x-cotty/report', { channel, key, report, hook, ...from });
      return undefined;
    } finally {
      connection.close();
    }
  } catch (error) {
    return { why: reasonOf(error), code: ExitCode.refused };
  }
}

/** Limit (ms) of a question to tmux. */
const TMUX_MS = 500;

/** Returns the pane of tmux in which this process runs, as far as the environment tells, and the clients that show it. */
async function tmuxPane({ TMUX, TMUX_PANE: pane, ...env }: Env) {
  if (!TMUX || !pane) return undefined;
  const { execFile } = await import('node:child_process');
  const ask = (...args: readonly string[]) =>
    new Promise<readonly number[]>((resolve) => {
      execFile('tmux', [...args], { timeout: TMUX_MS, env: { ...env, TMUX } }, (_error, stdout) => {
        resolve(
          stdout
            .trim()
            .split(/\s+/)
            .map(Number)
            .filter((pid) => pid > 0),
        );
      });
    });
  const [[first], clients] = await Promise.all([
    ask('display-message', '-p', '-t', pane, '#{pane_pid}'),
    ask('list-clients', '-t', pane, '-F', '#{client_pid}'),
  ]);
  return first === undefined ? undefined : { pane: first, clients };
}
