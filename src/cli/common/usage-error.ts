/** Prints help, or an error about the arguments followed by help, for every subcommand. */

import { ExitCode } from './exit-code.ts';
import { subcommandHelp } from './help-pages.ts';
import type { Io } from './io.ts';
import type { ParsedArgs } from './parse-args.ts';
import { complain, say } from './print.ts';
import type { SubcommandName } from './subcommands.ts';

type NotParsed = Exclude<ParsedArgs<Record<never, never>>, { ok: true }>;

export function refuseArgs(parsed: NotParsed, name: SubcommandName | 'window', io: Io): number {
  if (parsed.help) {
    say(io, subcommandHelp(name));
    return ExitCode.ok;
  }
  return refuseUsage(parsed.error, name, io);
}

export function refuseUsage(error: string, name: SubcommandName | 'window', io: Io): number {
  complain(io, `${error}\n${subcommandHelp(name).trimEnd()}`);
  return ExitCode.usage;
}
