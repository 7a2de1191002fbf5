/**
 * `cotty host stop` — ends the host and every terminal, and returns when the host has exited. It asks first while commands run;
 * if stdin is not a terminal, it needs `--yes` instead. Messages name the socket, because a user may run several hosts.
 */

import { hasEnded, processStat } from '../../host/common/process-stat.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';
import { complain, say } from '../common/print.ts';
import { confirmed, NOBODY_TO_ASK } from '../connect/confirm.ts';
import type { HostFlags } from '../connect/host-flags.ts';
import { withClient } from '../connect/open-client.ts';
import { counted } from './host-status.ts';
import { isBusy, runningLine } from './running-line.ts';

/** Time limit for the end. Programs get SIGHUP and time to save before they are killed. */
const WAIT_MS = 10_000;

export function hostStop(
  { connect, token, yes }: HostFlags & { readonly yes: boolean },
  io: Io,
): Promise<number> {
  return withClient({ connect, token, start: false, onlyOne: true }, io, async (client) => {
    const { pid, terminals, socket } = await client.cotty.status();
    const host = `the host${socket === undefined ? '' : ` at ${printable(socket)}`}`;
    const open = client.root.state.terminals ?? [];
    if (!yes && !(await isMeant(host, open, io))) return ExitCode.failure;
    await client.cotty.stop();
    // A host elsewhere has no process here to wait for.
    if (connect === undefined && !(await isGone(pid))) {
      complain(
        io,
        `${host} (process ${pid}) was asked to stop but is still running; to force it: kill ${pid}`,
      );
      return ExitCode.failure;
    }
    say(io, `stopped ${host} (process ${pid}) and ${counted(terminals, 'terminal')}\n`);
    for (const terminal of open.filter(isBusy)) say(io, `${runningLine(terminal)}\n`);
    return ExitCode.ok;
  });
}

/**
 * Returns whether to end the host, and prints why if not. At a terminal, the user is asked only if commands are running, because
 * idle terminals come back with the next host. Without a terminal, any open terminal is reason enough to require `--yes`.
 */
async function isMeant(host: string, open: readonly TerminalInfo[], io: Io): Promise<boolean> {
  const busy = open.filter(isBusy);
  const mayAsk = io.stdin.isTTY === true;
  if ((mayAsk ? busy : open).length === 0) return true;
  for (const terminal of busy) say(io, `${runningLine(terminal)}\n`);
  const what = busy.length === 1 ? 'this command' : `these ${busy.length} commands`;
  if (await confirmed(io, `End ${what}, and every terminal of ${host}? [y/N] `)) return true;
  const would = `It would end ${host} and ${counted(open.length, 'terminal')}`;
  complain(io, mayAsk ? 'nothing was ended' : `${NOBODY_TO_ASK}\n${would}`);
  return false;
}

async function isGone(pid: number): Promise<boolean> {
  const deadline = Date.now() + WAIT_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    // ESRCH: the process is gone. EPERM cannot occur, since the host belongs to the same user.
    return false;
  }
  // In a container whose init does not reap children, a host that has ended stays as a zombie.
  const stat = processStat(pid);
  return stat === undefined || !hasEnded(stat);
}
