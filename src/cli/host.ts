/** `cotty host` — the host in the foreground, its status, its end. */

import { ExitCode } from './exit-code.ts';
import { complain, type Io } from './io.ts';
import { parseArgs } from './parse-args.ts';
import { startFlags, wrongMode } from './start-mode.ts';
import { refuseArgs } from './usage-error.ts';

const flags = { ...startFlags, background: 'boolean', json: 'boolean', connect: 'string' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['status or stop'] });
  if (!parsed.ok) return refuseArgs(parsed, 'host', io);
  const { background, json, connect, clean, ephemeral } = parsed.flags;
  const [verb] = parsed.input;
  switch (verb) {
    case undefined: {
      const wrong = wrongMode({ clean, ephemeral });
      if (wrong !== undefined) return refuseArgs({ ok: false, help: false, error: wrong }, 'host', io);
      const { serveHost } = await import('./serve-host.ts');
      return serveHost({ background, clean, ephemeral }, io);
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
