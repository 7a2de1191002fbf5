/** `cotty doctor` — reports what can be changed so that more works: in the outer terminal, the shell, the host, the installation. */

import { accessSync, constants, existsSync, lstatSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { whatIsWrong } from '../../host/listener/socket-path.ts';
import { stateFolder } from '../../ledger/files/state-folder.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { causeText } from '../common/error-text.ts';
import { ExitCode } from '../common/exit-code.ts';
import { readVersion } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { say, sayJson } from '../common/print.ts';
import { refuseArgs } from '../common/usage-error.ts';
import { hostPaths } from '../connect/host-paths.ts';
import { openClient } from '../connect/open-client.ts';
import { runningHost } from '../connect/running-host.ts';
import { readConfig } from '../settings/read-config.ts';
import type { Finding } from './finding.ts';
import { loginFindings } from './login-findings.ts';
import { packageFindings, shellFindings, tmuxFindings } from './machine-findings.ts';
import { askTerminal, outerFindings } from './outer-findings.ts';

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

// Findings about this user's host: whether it answers, its version, and shells that do not report their commands.

async function hostFindings(io: Io): Promise<readonly Finding[]> {
  const paths = hostPaths(io.env);
  if (!paths.ok) return [{ id: 'socket-folder', status: 'bad', text: paths.error }];
  const socket = await runningHost(paths.socket, io.env);
  if (socket === undefined) return [];
  const opened = await openClient({ start: false }, io);
  if (!opened.ok)
    return [
      {
        id: 'host',
        status: 'bad',
        text: `a host listens at ${socket}, but does not answer`,
        hint: `Its log: ${paths.log}`,
      },
    ];
  const { client } = opened;
  try {
    const { version, pid } = await client.cotty.status();
    const shells = (client.root.state.terminals ?? []).flatMap(shellFinding);
    const own = readVersion();
    if (version === own) return shells;
    const text = `the host (process ${pid}) is cotty ${version}, this program is cotty ${own}`;
    return [{ id: 'host', status: 'no', text, hint: 'To use this version: cotty host restart' }, ...shells];
  } finally {
    client.close();
  }
}

/** A finding for a terminal whose shell does not report its commands; none for other terminals. */
function shellFinding({ title, resource, _meta }: TerminalInfo): readonly Finding[] {
  const { integration } = cottyMeta<TerminalMeta>(_meta);
  if (typeof integration !== 'object') return [];
  const text = `terminal "${printable(title) || resource}": ${integration.off}`;
  return [{ id: 'terminal-hook', status: 'no', text }];
}

// Findings about files: whether the records can be written and have enough disk space, and errors in the configuration.

/** Less free space than this is reported: sixteen long outputs would fill it. */
const SCARCE_BYTES = 256 * 1024 * 1024;
const MIB = 1024 * 1024;

export function recordFindings(env: Io['env']): readonly Finding[] {
  return [...folderFindings(stateFolder(env)), ...configFindings(env)];
}

function folderFindings(folder: string): readonly Finding[] {
  const id = 'records';
  const hint = 'A host that cannot record goes on and says so in its log; its terminals do not come back.';
  // lstat, because the folder may be a symbolic link, even one whose target is missing.
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  const wrong = (stat === undefined ? undefined : whatIsWrong(stat)) ?? unwritable(folder);
  if (wrong !== undefined)
    return [{ id, status: 'bad', text: `the folder of the records, ${folder}, ${wrong}`, hint }];
  return roomFindings(folder, freeBytes(nearest(folder)));
}

export function roomFindings(folder: string, free: number | undefined): readonly Finding[] {
  if (free === undefined || free >= SCARCE_BYTES) return [];
  const room = `only ${Math.floor(free / MIB).toLocaleString('en')} MiB are free`;
  const text = `records: ${folder}, ${room}: a full disk stops the recording, not the terminals`;
  return [{ id: 'records', status: 'no', text }];
}

function unwritable(folder: string): string | undefined {
  try {
    accessSync(nearest(folder), constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const why = causeText(error);
    return `cannot be written (${why})`;
  }
}

/** The folder, or the nearest existing folder above it, in which it would be created. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // Some file systems do not tell.
    return undefined;
  }
}

function configFindings(env: Io['env']): readonly Finding[] {
  const id = 'configuration';
  const read = readConfig(undefined, env);
  if (!read.ok) return [{ id, status: 'bad', text: printable(read.error) }];
  const { problems } = read.config;
  if (problems.length === 0) return [];
  const lines = problems.map(({ line, problem }) => {
    return `${line === 0 ? '' : `line ${line}: `}${printable(problem)}`;
  });
  const text = `configuration: ${read.path}, ${problems.length} not read`;
  return [{ id, status: 'no', text, hint: lines.join('\n') }];
}
