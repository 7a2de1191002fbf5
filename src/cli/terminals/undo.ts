/** `cotty undo` — brings back a terminal that was closed in some window, for as long as the host keeps it. */

import type { Client } from '../../client/client.ts';
import { meaningOf } from '../../protocol/cotty/terminal-names.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { complain, say } from '../common/print.ts';
import { refuseArgs } from '../common/usage-error.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { withClient } from '../connect/open-client.ts';
import { refused } from '../connect/refusal.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags: hostFlags, positionals: ['NAME'], required: 0 });
  if (!parsed.ok) return refuseArgs(parsed, 'undo', io);
  const [name] = parsed.input;
  return withClient({ ...parsed.flags, start: false }, io, async (client) => {
    try {
      const closed = await client.cotty.closed();
      const found = name === undefined ? closed[0] : await closedNamed(client, name);
      if (found === undefined) {
        const names = closed.map(({ title }) => printable(title)).join(', ');
        complain(io, nothing(name, names));
        return ExitCode.noTerminal;
      }
      await client.cotty.restore(found.resource);
      say(io, `${printable(found.title)} is back\n`);
      return ExitCode.ok;
    } catch (error) {
      return refused(error, io);
    }
  });
}

/** Returns the terminal of that name that was closed last and can be brought back. */
async function closedNamed({ cotty }: Client, name: string): Promise<TerminalInfo | undefined> {
  const closed = (await cotty.allClosed()).filter(({ ended }) => !ended);
  const { found, seqs } = meaningOf(
    closed.map(({ info }) => info),
    name,
  );
  return seqs === undefined ? found[0] : undefined;
}

function nothing(name: string | undefined, names: string): string {
  if (name === undefined || names === '')
    return 'nothing to undo: no terminal was closed in the last minutes';
  return `no closed terminal is called "${name}"; closed are: ${names}`;
}
