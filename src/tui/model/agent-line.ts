/** The text a person pastes so that an agent joins this host: a line for Claude Code, JSON for other MCP clients. */

import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { shellWord } from '../../protocol/common/shell-quote.ts';

export type AgentLine = { readonly command: string; readonly json: string };

export type AgentLineOptions = {
  /** The command line that starts this program. */
  readonly launcher: readonly string[];
  /** Options that lead to the host of this window; empty for the person's own host, which is found without. */
  readonly hostArgs: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Variables that decide which host is found; the agent needs the values of this window. */
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

/** Returns `cotty` when that is this program on PATH, else the absolute way it was started. */
export function launcherOf(
  env: Readonly<Record<string, string | undefined>>,
  node: string,
  script: string | undefined,
): readonly string[] {
  if (script === undefined) return ['cotty'];
  const own = real(script);
  const found = (env['PATH'] ?? '').split(delimiter).find((folder) => isProgram(join(folder, 'cotty')));
  return found !== undefined && real(join(found, 'cotty')) === own ? ['cotty'] : [node, own];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Missing or not executable here: the next folder may have it.
    return false;
  }
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // The folder it was started from is gone: use the path as given.
    return path;
  }
}
