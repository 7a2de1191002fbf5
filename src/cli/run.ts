/** Runs a command line: finds the subcommand, loads only that one, and reports errors that nothing else caught. */

import { ExitCode } from './common/exit-code.ts';
import { mainHelp } from './common/help-pages.ts';
import { readAbout, readVersion } from './common/installation.ts';
import type { Io } from './common/io.ts';
import { complain, say, sayJson } from './common/print.ts';
import { isSubcommand, subcommands } from './common/subcommands.ts';
import { loaders, loadWindow } from './loaders.ts';

export async function runCli(argv: readonly string[], io: Io): Promise<number> {
  const [first, ...rest] = argv;
  if (first === '--version' || first === '-v') return printVersion(rest, io);
  if (first === '--help' || first === '-h' || first === 'help') return print(io, mainHelp(readVersion()));
  const isWindow = first === undefined || first.startsWith('-');
  const load = isWindow ? loadWindow : isSubcommand(first) ? loaders[first] : undefined;
  if (load === undefined) {
    complain(io, `unknown subcommand "${first}"${await suggestion(first ?? '')}\nSee: cotty --help`);
    return ExitCode.usage;
  }
  try {
    const { run } = await load();
    return await run(isWindow ? argv : rest, io);
  } catch (error) {
    const { errorText } = await import('./common/error-text.ts');
    complain(io, errorText(error, io.env));
    return ExitCode.failure;
  }
}

/** Prints the version; with `--json` also commit, version of Node and platform. */
function printVersion(rest: readonly string[], io: Io): number {
  if (rest.length === 0) return print(io, `${readVersion()}\n`);
  if (rest.length === 1 && rest[0] === '--json') {
    sayJson(io, readAbout());
    return ExitCode.ok;
  }
  complain(
    io,
    `unexpected argument "${rest.find((arg) => arg !== '--json') ?? '--json'}"\nUsage: cotty --version [--json]`,
  );
  return ExitCode.usage;
}

function print(io: Io, text: string): number {
  say(io, text);
  return ExitCode.ok;
}

/** Names of subcommands in other programs, and the subcommand of cotty for each. */
const synonyms: Readonly<Record<string, string>> = {
  list: 'ls',
  open: 'attach',
  a: 'attach',
  create: 'new',
  rm: 'kill',
  close: 'kill',
  stop: 'host stop',
  'kill-server': 'host stop',
};

async function suggestion(name: string): Promise<string> {
  const { nearest } = await import('../protocol/common/nearest.ts');
  const names = Object.keys(subcommands);
  const byStart = names.find((known) => name !== '' && known.startsWith(name));
  const own = Object.hasOwn(synonyms, name) ? synonyms[name] : undefined;
  const known = own ?? byStart ?? nearest(name, [...names, ...Object.keys(synonyms)]);
  return known === undefined ? '' : `; did you mean \`cotty ${known}\`?`;
}
