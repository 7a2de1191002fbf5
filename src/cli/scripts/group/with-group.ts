/** Connects to the host for a subcommand with `--each`, and looks up the named terminals. */

import type { Client } from '../../../client/client.ts';
import { onceEach } from '../../../client/run/group.ts';
import { fullName } from '../../../protocol/cotty/terminal-names.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { ExitCode } from '../../common/exit-code.ts';
import type { Io } from '../../common/io.ts';
import { printable } from '../../common/plain-text.ts';
import { complain } from '../../common/print.ts';
import type { HostFlags } from '../../connect/host-flags.ts';
import { withClient } from '../../connect/open-client.ts';
import { refusalOf, refused } from '../../connect/refusal.ts';
import {
  askingMachines,
  type ClosedTerminal,
  closedNamed,
  printClosed,
} from '../../connect/with-terminal.ts';
import { groupMembers, memberOf, type NamedTerminal } from './group-names.ts';

/** With `closed`, a name without `*` may also mean a terminal that was closed in the last minutes: it can only be read. */
type Options = HostFlags & { readonly retry?: boolean; readonly closed?: boolean };

/** Reports each name that cannot be resolved, and calls `run` if at least one name was found. */
export async function withGroup(
  names: readonly string[],
  options: Options,
  io: Io,
  run: (client: Client, members: readonly NamedTerminal[]) => Promise<number>,
): Promise<number> {
  const host = await askingMachines(names, options, io);
  return withClient({ ...host, start: false }, io, async (client) => {
    const open = groupMembers(client.root.state.terminals ?? [], names);
    const members = options.closed === true ? await orClosed(client, open, io) : open;
    for (const member of members) if (!member.ok) complain(io, member.error);
    if (!members.some(({ ok }) => ok)) return ExitCode.noTerminal;
    try {
      return await run(client, members);
    } catch (error) {
      return refused(error, io);
    }
  });
}

/** Looks for names without an open terminal among the closed ones, and says until when each of these can be read. */
async function orClosed(
  client: Client,
  named: readonly NamedTerminal[],
  io: Io,
): Promise<readonly NamedTerminal[]> {
  const found = new Map<string, ClosedTerminal>();
  const members = await Promise.all(
    named.map(async (member): Promise<NamedTerminal> => {
      const closed = member.ok ? undefined : await closedNamed(client, member.name);
      // Commands of one are no member.
      if (closed === undefined || closed.seqs !== undefined) return member;
      const { terminal } = closed;
      found.set(terminal.resource, closed);
      return memberOf(terminal);
    }),
  );
  for (const closed of found.values()) printClosed(closed, io);
  return onceEach(members);
}

/**
 * Does the same to each terminal, one after the other. A refusal is reported with the terminal's name, and the others follow.
 * Returns the highest exit code.
 */
export function eachOfGroup(
  names: readonly string[],
  options: Options,
  io: Io,
  act: (client: Client, terminal: TerminalInfo) => Promise<number>,
): Promise<number> {
  return withGroup(names, options, io, async (client, members) => {
    let highest: number = ExitCode.ok;
    for (const member of members) {
      const code = member.ok ? await actOn(member.terminal) : ExitCode.noTerminal;
      highest = Math.max(highest, code);
    }
    return highest;

    async function actOn(terminal: TerminalInfo): Promise<number> {
      try {
        return await act(client, terminal);
      } catch (error) {
        const { code, message } = refusalOf(error);
        complain(io, `${printable(fullName(terminal))}: ${message}`);
        return code;
      }
    }
  });
}
