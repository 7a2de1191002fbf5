/** `cotty doctor` — what works here: asks the real outer terminal, looks at shell, host and installation. */

import { askTerminal } from './doctor/ask.ts';
import { formatFindings } from './doctor/finding.ts';
import { hostFindings } from './doctor/host.ts';
import { nodeFindings, shellFindings, tmuxFindings } from './doctor/machine.ts';
import { outerFindings } from './doctor/outer.ts';
import { ExitCode } from './ground/exit-code.ts';
import { readVersion } from './ground/installation.ts';
import type { Io } from './ground/io.ts';
import { parseArgs } from './ground/parse-args.ts';
import { refuseArgs } from './ground/usage-error.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags: { json: 'boolean' } });
  if (!parsed.ok) return refuseArgs(parsed, 'doctor', io);
  // First and alone: while it listens, nothing else may write to the terminal.
  const answers = io.stdin.isTTY && io.stdout.isTTY ? await askTerminal(io) : undefined;
  const [tmux, shell, host, node] = await Promise.all([
    tmuxFindings(io.env),
    shellFindings(io.env),
    hostFindings(io, Date.now()),
    nodeFindings(io.env),
  ]);
  const groups = [
    ['Outer terminal', outerFindings(answers, io.env, process.platform)],
    ['tmux', tmux],
    ['Shell', shell],
    ['Host', host],
    ['Installation', node],
  ] as const;
  const findings = groups.flatMap(([, list]) => list);
  io.stdout.write(
    parsed.flags.json
      ? `${JSON.stringify({ version: readVersion(), findings }, undefined, 2)}\n`
      : `cotty ${readVersion()}\n\n${formatFindings(groups)}`,
  );
  return findings.some(({ status }) => status === 'bad') ? ExitCode.failure : ExitCode.ok;
}
