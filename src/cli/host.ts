/** `cotty host` — the host in the foreground, its status, its end. */

import { ExitCode } from './exit-code.ts';
import { complain, type Io } from './io.ts';
import { parseArgs } from './parse-args.ts';
import { refuseArgs } from './usage-error.ts';

const flags = { background: 'boolean', json: 'boolean', connect: 'string' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['status or stop'] });
  if (!parsed.ok) return refuseArgs(parsed, 'host', io);
  const { background, json, connect } = parsed.flags;
  const [verb] = parsed.input;
  switch (verb) {
    case undefined: {
      const { serveHost } = await import('./serve-host.ts');
      return serveHost(background, io);
    }
    case 'status': {
      const { hostStatus } = await import('./host-status.ts');
      return hostStatus({ json, connect }, io);
    }
    case 'stop': {
      const { hostStop } = await import('./host-stop.ts');
      return hostStop({ connect }, io);
    }
    default:
      complain(
        io,
        `"cotty host ${verb}" does not exist; there are: cotty host, cotty host status, cotty host stop`,
      );
      return ExitCode.usage;
  }
}
