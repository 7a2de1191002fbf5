/** The text a person pastes so that an agent joins a host: a line for Claude Code, JSON for other MCP clients. */

import { shellWord } from './shell-quote.ts';

export type AgentLine = { readonly command: string; readonly json: string };

export type AgentLineOptions = {
  /** The command line that starts this program. */
  readonly launcher: readonly string[];
  /** Options that lead to the host; empty for the person's own host, which is found without. */
  readonly hostArgs: readonly string[];
  /** The environment in which the host is looked for. Only the variables that decide which host is found are copied. */
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Variables that decide which host is found; the agent needs the same values. */
const CARRIED = ['COTTY_RUNTIME_DIR'];

export function agentLine({ launcher, hostArgs, env }: AgentLineOptions): AgentLine {
  const [command = 'cotty', ...before] = launcher;
  const args = [...before, 'mcp', ...hostArgs];
  const carried = CARRIED.flatMap((name) => {
    const value = env[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const flags = carried.flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const words = ['claude', 'mcp', 'add', 'cotty', ...flags, '--', command, ...args];
  const json = { command, args, ...(carried.length === 0 ? {} : { env: Object.fromEntries(carried) }) };
  return { command: words.map(shellWord).join(' '), json: JSON.stringify(json) };
}
