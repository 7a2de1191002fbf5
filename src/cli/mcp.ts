/** `cotty mcp` — gives an agent terminals: an MCP server on stdin and stdout that acts under the agent's handle. */

import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { isHandle, plainHandle } from '../mcp/agent/handle.ts';
import type { HostAccess, OtherMachines } from '../mcp/agent/host-access.ts';
import { ExitCode } from './common/exit-code.ts';
import { readVersion } from './common/installation.ts';
import type { Io } from './common/io.ts';
import { parseArgs } from './common/parse-args.ts';
import { complain } from './common/print.ts';
import { refuseArgs, refuseUsage } from './common/usage-error.ts';
import { hostFlags, readHostToken } from './connect/host-flags.ts';
import { readMachines, watchMachines, wayTo } from './connect/machines.ts';
import { findTarget } from './connect/target.ts';

const flags = { ...hostFlags, handle: 'string', root: 'string', compat: 'boolean' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags });
  if (!parsed.ok) return refuseArgs(parsed, 'mcp', io);
  const { connect, token: file, handle: written, root, compat } = parsed.flags;
  const handle = written === undefined ? undefined : plainHandle(written);
  if (handle !== undefined && !isHandle(handle)) {
    const error = `--handle "${handle}" is not a handle; use up to 48 letters, digits and . _ @ + -`;
    return refuseUsage(error, 'mcp', io);
  }
  if (file === '-') {
    const error = '--token - does not work here, because stdin carries MCP; use --token FILE';
    return refuseUsage(error, 'mcp', io);
  }
  const read = await readHostToken({ connect, token: file }, io);
  if (!read.ok) {
    complain(io, read.error);
    return ExitCode.usage;
  }
  const access: HostAccess = {
    locate: () => findTarget({ connect, start: true, meanwhile: () => {} }, io),
    // Nobody sits at this program: what would ask a person fails instead.
    way: (url) => wayTo(url, { token: read.token, quiet: true, log: (message) => complain(io, message) }, io),
    ...(connect === undefined ? { machines: otherMachines(io) } : {}),
    local: connect === undefined || connect.startsWith('unix:'),
    ...(root === undefined ? {} : { root: resolve(io.cwd, root) }),
    cwd: io.cwd,
    version: readVersion(),
    log: (message) => complain(io, message),
  };
  const { serveStdio } = await import('../mcp/stdio.ts');
  await serveStdio({ access, ...(handle === undefined ? {} : { handle }), compat, now: Date.now });
  return ExitCode.ok;
}

function otherMachines(io: Io): OtherMachines {
  return {
    read: () =>
      readMachines(io.env).machines.map(({ name, reach: { address } }) => ({
        name,
        address,
        way: () => wayTo(address, { quiet: true }, io),
      })),
    watch: (changed) => {
      const watcher = watchMachines(io.env, changed);
      return () => watcher?.close();
    },
    here: hostname().split('.')[0] ?? '',
  };
}
