/**
 * `cotty status` — tells the terminal what a script does: reports to the host with the secret of the terminal. Where there is none, in
 * other terminals and on other machines, it writes a report of the Program Status Protocol (OSC 7501).
 */

import { closeSync, openSync, writeSync } from 'node:fs';
import {
  BLOCKED_KINDS,
  PROGRAM_STATES,
  SCRIPT_SESSION,
  type StatusReport,
  statusSequence,
} from '../../protocol/terminal/program-status.ts';
import { REPORT_KEY } from '../../shell/report-key.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { type FlagValues, parseArgs } from '../common/parse-args.ts';
import { complain, sayOutput } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';

const flags = {
  kind: 'string',
  progress: 'string',
  app: 'string',
  id: 'string',
  title: 'string',
  msg: 'string',
} as const;

const STATES = [...PROGRAM_STATES, 'clear'] as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['STATE'] });
  if (!parsed.ok) return refuseArgs(parsed, 'status', io);
  const read = readReport(parsed.input[0], parsed.flags);
  if (!read.ok) return refuseUsage(read.error, 'status', io);
  if (await isReported(read.report, io)) return ExitCode.ok;
  if (writeToTerminal(read.sequence, io)) return ExitCode.ok;
  complain(io, 'there is no terminal to report to: neither stdout nor /dev/tty is one');
  return ExitCode.failure;
}

type ReadReport =
  | { readonly ok: true; readonly report: StatusReport; readonly sequence: string }
  | { readonly ok: false; readonly error: string };

function readReport(word: string | undefined, given: FlagValues<typeof flags>): ReadReport {
  if (word === undefined) return wrong('STATE is missing (for the host: cotty host status)');
  const state = STATES.find((known) => known === word);
  if (state === undefined) return wrong(`"${word}" is no state; the states are ${STATES.join(', ')}`);
  const misused = misuseOf(state, given);
  if (misused !== undefined) return wrong(misused);
  const { kind, progress, id = '', ...texts } = given;
  const known = BLOCKED_KINDS.find((each) => each === kind);
  const report: StatusReport = {
    state,
    id,
    ...(known === undefined ? {} : { kind: known }),
    ...(progress === undefined ? {} : { progress: Number(progress) }),
    ...textsOf(texts),
  };
  try {
    return { ok: true, report, sequence: statusSequence(report) };
  } catch (error) {
    if (error instanceof RangeError) return wrong(`--${error.message}`);
    throw error;
  }
}

/** Returns what is wrong with the options that some states do not have. */
function misuseOf(
  state: StatusReport['state'],
  { kind, progress }: Pick<FlagValues<typeof flags>, 'kind' | 'progress'>,
): string | undefined {
  if (kind !== undefined) {
    if (state !== 'blocked') return `--kind works only with blocked, not ${state}`;
    if (!BLOCKED_KINDS.some((known) => known === kind))
      return `--kind "${kind}" is none; the kinds are ${BLOCKED_KINDS.join(', ')}`;
  }
  if (progress === undefined) return undefined;
  if (state !== 'working' && state !== 'blocked')
    return `--progress works only with working and blocked, not ${state}`;
  return /^\d{1,3}$/.test(progress)
    ? undefined
    : `--progress "${progress}" is not a whole number from 0 to 100`;
}

function textsOf({
  app,
  title,
  msg,
}: Pick<FlagValues<typeof flags>, 'app' | 'title' | 'msg'>): Pick<StatusReport, 'app' | 'title' | 'msg'> {
  return {
    ...(app === undefined ? {} : { app }),
    ...(title === undefined ? {} : { title }),
    ...(msg === undefined ? {} : { msg }),
  };
}

function wrong(error: string): ReadReport {
  return { ok: false, error };
}

/** Returns false if the report cannot be made with the secret of the terminal. */
async function isReported({ id, ...report }: StatusReport, { env }: Io): Promise<boolean> {
  if (!env[REPORT_KEY]) return false;
  const { reportToHost } = await import('../connect/report-to-host.ts');
  const failure = await reportToHost(
    { report: { ...report, ...(id === '' ? {} : { id }) }, hook: 'cotty status', session: SCRIPT_SESSION },
    env,
  );
  return failure === undefined;
}

/** A script whose output goes to a file or a pipe still has a terminal. Returns false if there is none. */
function writeToTerminal(sequence: string, io: Io): boolean {
  if (io.stdout.isTTY === true) {
    sayOutput(io, sequence);
    return true;
  }
  try {
    const tty = openSync('/dev/tty', 'w');
    try {
      writeSync(tty, sequence);
    } finally {
      closeSync(tty);
    }
    return true;
  } catch {
    // A job of cron or of a build server.
    return false;
  }
}
