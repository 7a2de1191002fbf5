/** What a person pastes so that an agent joins this host: a line for Claude Code, and JSON for any other MCP client. */

import { accessSync, constants, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export type AgentLine = { readonly command: string; readonly json: string };

export type AgentLineOptions = {
  /** How this program is started. */
  readonly launcher: readonly string[];
  /** What leads to the host of this window; empty: the person's own host is found without. */
  readonly hostArgs: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Without these another host would be found than the one of this window. */
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
  return { command: words.map(quoted).join(' '), json: JSON.stringify(json) };
}

/** `cotty`, where that is this program; else the way it was started this time, which needs no PATH. */
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
    // Not there, or not to be run: the next folder may have it.
    return false;
  }
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Started from a folder that is gone: the name has to do.
    return path;
  }
}

/** One word to any POSIX shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
