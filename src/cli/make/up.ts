/** `cotty up` — opens the terminals that the project file of this folder names. */

import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { complain, say } from '../common/print.ts';
import { refuseArgs } from '../common/usage-error.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { openClient } from '../connect/open-client.ts';
import { keepOrComplain, mayOpen, openMissing, planText } from './open-project.ts';
import { readProject } from './project-file.ts';
import { projectPath } from './project-path.ts';
import { answerFor } from './trust.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags: { ...hostFlags, yes: 'boolean' } });
  if (!parsed.ok) return refuseArgs(parsed, 'up', io);
  const { yes, ...host } = parsed.flags;
  const path = projectPath(io.cwd);
  if (path === undefined) {
    complain(io, `there is no project file .cotty in ${io.cwd} or above it`);
    return ExitCode.failure;
  }
  const read = readProject(path);
  if (!read.ok) {
    complain(io, read.error);
    return ExitCode.failure;
  }
  const { project } = read;
  if (yes) keepOrComplain(project, 'yes', io);
  else if (answerFor(project, io.env) !== 'yes' && !(await mayOpen(project, io))) {
    if (io.stdin.isTTY !== true)
      complain(io, `${planText(project)}this project file is not trusted: cotty up --yes trusts it`);
    return ExitCode.failure;
  }
  const opened = await openClient({ ...host, start: true }, io);
  if (!opened.ok) return opened.exitCode;
  const { client } = opened;
  try {
    const { made, failed } = await openMissing(client, project, io);
    const left = project.terminals.length - made.length - failed;
    for (const uri of made) say(io, `${uri}\n`);
    if (left > 0) complain(io, `${left} of them ${left === 1 ? 'is' : 'are'} open already`);
    return failed > 0 ? ExitCode.failure : ExitCode.ok;
  } finally {
    client.close();
  }
}
