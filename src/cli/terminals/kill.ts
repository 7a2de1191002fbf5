/** `cotty kill` — ends terminals and the programs that run in them, at once and for good. */

import type { Client } from '../../client/client.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { RpcError } from '../../rpc/errors.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { complain, say } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { confirmed, NOBODY_TO_ASK } from '../connect/confirm.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { withTerminals } from '../connect/with-terminal.ts';
import { runningLine } from '../host/running-line.ts';

const flags = { ...hostFlags, all: 'boolean', yes: 'boolean' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['NAME'], many: true });
  if (!parsed.ok) return refuseArgs(parsed, 'kill', io);
  const { all, yes, ...host } = parsed.flags;
  const wrong = whatIsWrong(parsed.input, all, yes);
  if (wrong !== undefined) return refuseUsage(wrong, 'kill', io);
  return withTerminals(parsed.input, host, io, async (client, named) => {
    if (!all) return killEach(client, named, io);
    const terminals = client.root.state.terminals ?? [];
    if (terminals.length === 0) {
      say(io, 'No terminals.\n');
      return ExitCode.ok;
    }
    say(io, `${terminals.map(runningLine).join('\n')}\n`);
    const agreed =
      yes || (await confirmed(io, `End ${countOf(terminals)} and everything that runs there? [y/N] `));
    if (agreed) return killEach(client, terminals, io);
    complain(io, io.stdin.isTTY ? 'nothing was ended' : NOBODY_TO_ASK);
    return ExitCode.failure;
  });
}

function whatIsWrong(names: readonly string[], all: boolean, yes: boolean): string | undefined {
  if (all) return names.length > 0 ? '--all ends every terminal: leave out the names' : undefined;
  if (yes) return '--yes works only with --all';
  return names.length === 0 ? 'NAME is missing' : undefined;
}

function countOf({ length }: readonly TerminalInfo[]): string {
  return length === 1 ? 'this terminal' : `these ${length} terminals`;
}

/** Ends each terminal. An error of one does not keep the others from ending. */
async function killEach(client: Client, terminals: readonly TerminalInfo[], io: Io): Promise<number> {
  const outcomes = await Promise.allSettled(
    terminals.map(({ resource }) => client.disposeTerminal(resource)),
  );
  let code: number = ExitCode.ok;
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome.status === 'fulfilled') continue;
    if (!(outcome.reason instanceof RpcError)) throw outcome.reason;
    complain(io, `"${printable(terminals[at]?.title ?? '')}" was not ended: ${outcome.reason.message}`);
    code = outcome.reason.code === ErrorCode.PermissionDenied ? ExitCode.refused : ExitCode.failure;
  }
  return code;
}
