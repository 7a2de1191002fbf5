/** `cotty host` — runs the host in the foreground, or shows its status, stops it, or lists its limits. */

import { readLimits } from '../../host/ground/limits.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { startFlags, startMode, wrongMode } from '../connect/start-mode.ts';
import { ExitCode } from '../ground/exit-code.ts';
import type { Io } from '../ground/io.ts';
import { parseArgs } from '../ground/parse-args.ts';
import { complain } from '../ground/print.ts';
import { refuseArgs } from '../ground/usage-error.ts';
import { networkFlags, readNetwork } from './network-options.ts';

const flags = {
  ...startFlags,
  ...hostFlags,
  ...networkFlags,
  background: 'boolean',
  json: 'boolean',
  limits: 'string',
} as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['status, stop or limits'] });
  if (!parsed.ok) return refuseArgs(parsed, 'host', io);
  const { background, json, connect, token } = parsed.flags;
  const mode = startMode(parsed.flags);
  const [verb] = parsed.input;
  switch (verb) {
    case undefined: {
      const read = readNetwork(parsed.flags, io.cwd);
      const own = readLimits(parsed.flags.limits ?? io.env['COTTY_LIMITS'] ?? '');
      const wrong = wrongMode(mode) ?? wrongOf(read) ?? wrongOf(own);
      if (wrong !== undefined) return refuseArgs({ ok: false, help: false, error: wrong }, 'host', io);
      const { serveHost } = await import('./serve-host.ts');
      const network = read.ok ? read.network : undefined;
      return serveHost({ ...mode, background, network, limits: own.ok ? own.limits : {} }, io);
    }
    case 'status': {
      const { hostStatus } = await import('./host-status.ts');
      return hostStatus({ json, connect, token }, io);
    }
    case 'stop': {
      const { hostStop } = await import('./host-stop.ts');
      return hostStop({ connect, token }, io);
    }
    case 'limits': {
      const { hostLimits } = await import('./host-limits.ts');
      return hostLimits({ json }, io);
    }
    default:
      complain(io, `unknown subcommand "host ${verb}"; use cotty host, or cotty host status, stop or limits`);
      return ExitCode.usage;
  }
}

function wrongOf(read: { readonly ok: true } | { readonly ok: false; readonly error: string }) {
  return read.ok ? undefined : read.error;
}
