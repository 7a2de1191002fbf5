/** `cotty config` — prints a commented configuration that changes nothing until a line is uncommented. */

import { configPath } from '../../tui/config/config-path.ts';
import { sampleConfig } from '../../tui/config/sample.ts';
import { ExitCode } from '../ground/exit-code.ts';
import type { Io } from '../ground/io.ts';
import { parseArgs } from '../ground/parse-args.ts';
import { complain, say } from '../ground/print.ts';
import { refuseArgs } from '../ground/usage-error.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags: {} });
  if (!parsed.ok) return refuseArgs(parsed, 'config', io);
  say(io, sampleConfig());
  // The path goes to stderr, so that `cotty config > FILE` writes only the configuration.
  const path = configPath(io.env);
  if (io.stdout.isTTY && path !== undefined) complain(io, `your configuration is read from ${path}`);
  return ExitCode.ok;
}
