/** `cotty doctor` — reports what can be changed so that more works: in the outer terminal, the shell, the host, the installation. */

import { ExitCode } from '../common/exit-code.ts';
import { readVersion } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { say, sayJson } from '../common/print.ts';
import { refuseArgs } from '../common/usage-error.ts';
import type { Finding } from './finding.ts';
import { hostFindings } from './host-findings.ts';
import { loginFindings } from './login-findings.ts';
import { packageFindings, shellFindings, tmuxFindings } from './machine-findings.ts';
import { askTerminal, outerFindings } from './outer-findings.ts';
import { recordFindings } from './record-findings.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags: { json: 'boolean' } });
  if (!parsed.ok) return refuseArgs(parsed, 'doctor', io);
  // The queries run first and alone: until the answers are here, nothing else may write to the terminal.
  const answers = io.stdin.isTTY && io.stdout.isTTY ? await askTerminal(io) : undefined;
  const found = await Promise.all([
    outerFindings(answers, io.env, process.platform),
    tmuxFindings(io.env),
    shellFindings(io.env),
    hostFindings(io),
    loginFindings(io.env, process.platform),
    recordFindings(io.env),
    packageFindings(io.env),
  ]);
  const findings = found.flat();
  const [version, node] = [readVersion(), process.versions.node];
  if (parsed.flags.json) sayJson(io, { version, node, findings }, 2);
  else {
    const lines = findings.length === 0 ? ['Nothing needs to be changed.\n'] : findings.map(textOf);
    say(io, `cotty ${version}, Node ${node} (${process.platform} ${process.arch})\n\n${lines.join('')}`);
  }
  return findings.some(({ status }) => status === 'bad') ? ExitCode.failure : ExitCode.ok;
}

const SIGNS: Readonly<Record<Finding['status'], string>> = { no: 'no', bad: 'BAD', unknown: '?' };

function textOf({ status, text, hint }: Finding): string {
  const more = hint === undefined ? '' : `${hint.replace(/^/gm, '       ')}\n`;
  return `  ${SIGNS[status].padEnd(5)}${text}\n${more}`;
}
