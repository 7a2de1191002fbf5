/** `cotty doctor` — reports what works here: queries the outer terminal, checks shell, host and installation. */

import { ExitCode } from '../common/exit-code.ts';
import { readVersion } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { say, sayJson } from '../common/print.ts';
import { refuseArgs } from '../common/usage-error.ts';
import { formatFindings } from './finding.ts';
import { hostFindings } from './host-findings.ts';
import { installationFindings } from './installation-findings.ts';
import { loginFindings } from './login-findings.ts';
import { shellFindings, tmuxFindings } from './machine-findings.ts';
import { outerFindings } from './outer-findings.ts';
import { askTerminal } from './outer-questions.ts';
import { recordFindings } from './record-findings.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags: { json: 'boolean' } });
  if (!parsed.ok) return refuseArgs(parsed, 'doctor', io);
  // The queries run first and alone: until the answers are here, nothing else may write to the terminal.
  const answers = io.stdin.isTTY && io.stdout.isTTY ? await askTerminal(io) : undefined;
  const [tmux, shell, host, node] = await Promise.all([
    tmuxFindings(io.env),
    shellFindings(io.env),
    hostFindings(io, Date.now()),
    installationFindings(io.env),
  ]);
  const groups = [
    ['Outer terminal', outerFindings(answers, io.env, process.platform)],
    ['tmux', tmux],
    ['Shell', shell],
    ['Host', host],
    ['Login', loginFindings(io.env, process.platform)],
    ['Files', recordFindings(io.env)],
    ['Installation', node],
  ] as const;
  const findings = groups.flatMap(([, list]) => list);
  if (parsed.flags.json) sayJson(io, { version: readVersion(), findings }, 2);
  else say(io, `cotty ${readVersion()}\n\n${formatFindings(groups)}`);
  return findings.some(({ status }) => status === 'bad') ? ExitCode.failure : ExitCode.ok;
}
