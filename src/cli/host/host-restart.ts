/**
 * `cotty host restart`: replaces the running host by one of the installed version, by a handoff. The programs in its terminals
 * keep running, and windows and agents reconnect on their own.
 */

import { askHost } from '../../host/listener/host-question.ts';
import type { HostStatus } from '../../protocol/messages.ts';
import { ExitCode } from '../common/exit-code.ts';
import { launcher, readVersion } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';
import { complain, say } from '../common/print.ts';
import { hostPaths } from '../connect/host-paths.ts';
import { openClient } from '../connect/open-client.ts';
import { runningHost } from '../connect/running-host.ts';
import { counted } from './host-status.ts';

/** Time limit for the new host to answer. It usually starts within a second, on a busy machine within several. */
const WAIT_MS = 30_000;
const LOOK_EVERY_MS = 50;

export async function hostRestart(io: Io): Promise<number> {
  const opened = await openClient({ start: false, onlyOne: true }, io);
  if (!opened.ok) return opened.exitCode;
  const { client } = opened;
  let before: HostStatus;
  try {
    before = await client.cotty.status();
    await client.cotty.restart([process.execPath, launcher]);
  } catch (error) {
    complain(io, error instanceof Error ? printable(error.message) : String(error));
    return ExitCode.failure;
  } finally {
    client.close();
  }
  if (!(await isFollowed(before.pid, io))) {
    complain(
      io,
      `the host (process ${before.pid}) has ended, and the new host did not answer within ${WAIT_MS / 1000} s; the programs keep running; to find out more: cotty doctor`,
    );
    return ExitCode.noHost;
  }
  return printNext(before, io);
}

/** Waits until a process other than `pid` answers as the host. Returns false if none does in time. */
async function isFollowed(pid: number, io: Io): Promise<boolean> {
  const paths = hostPaths(io.env);
  const until = Date.now() + WAIT_MS;
  while (paths.ok && Date.now() < until) {
    const socket = await runningHost(paths.socket, io.env);
    const answer = socket === undefined ? undefined : await askHost(socket);
    if (answer !== undefined && answer.pid !== pid) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  return false;
}

/** Reports which host answers now. If the new version failed to start, that is the earlier version again. */
async function printNext(before: HostStatus, io: Io): Promise<number> {
  const opened = await openClient({ start: false }, io);
  if (!opened.ok) return opened.exitCode;
  try {
    const now = await opened.client.cotty.status();
    const which = (status: HostStatus) => `cotty ${printable(status.version)}, process ${status.pid}`;
    say(io, `${which(before)}, was followed by ${which(now)}\n`);
    say(io, `${counted(now.terminals, 'terminal')} went on\n`);
    if (now.version === readVersion()) return ExitCode.ok;
    complain(io, `version ${readVersion()} did not start; the log of the host says why`);
    return ExitCode.failure;
  } finally {
    opened.client.close();
  }
}
