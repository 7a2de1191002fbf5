/** Runs a command line: finds the subcommand, loads only that one, and reports errors that nothing else caught. */

import { ExitCode } from './common/exit-code.ts';
import { allHelp, subcommandHelp } from './common/help-pages.ts';
import { readAbout, readVersion } from './common/installation.ts';
import type { Io } from './common/io.ts';
import { complain, say, sayJson } from './common/print.ts';
import { isSubcommand, type SubcommandText, subcommands, windowText } from './common/subcommands.ts';
import { loaders, loadWindow } from './loaders.ts';
import { attempt } from './process.ts';

export async function runCli(given: readonly string[], io: Io): Promise<number> {
  const argv = hostBehind(given);
  const [first, ...rest] = argv;
  if (first === '--version' || first === '-v') return printVersion(rest, io);
  if (first === '--help' || first === '-h' || (first === 'help' && rest.length === 0))
    return printEverydayHelp(io);
  if (first === 'help') return printHelp(rest, io);
  const isWindow = first === undefined || first.startsWith('-');
  const load = isWindow ? loadWindow : isSubcommand(first) ? loaders[first] : undefined;
  if (load === undefined) {
    complain(io, `unknown subcommand "${first}"${await suggestion(first ?? '')}\nSee: cotty --help`);
    return ExitCode.usage;
  }
  const refused = isWindow ? undefined : connectRefused(first, rest);
  if (refused !== undefined) {
    complain(io, refused);
    return ExitCode.usage;
  }
  return attempt(async () => (await load()).run(isWindow ? argv : rest, io), io);
}

/** Options that name a host, which may stand before the subcommand as well as behind it. */
const HOST_OPTIONS = ['--connect', '--token'];

/** Puts options that name the host behind the subcommand, before what is behind `--`. */
function hostBehind(argv: readonly string[]): readonly string[] {
  let at = 0;
  while (HOST_OPTIONS.some((name) => argv[at] === name || argv[at]?.startsWith(`${name}=`)))
    at += argv[at]?.includes('=') ? 1 : 2;
  const name = argv[at];
  if (at === 0 || name === undefined || name.startsWith('-')) return argv;
  const rest = argv.slice(at + 1);
  const dashes = rest.indexOf('--');
  return [name, ...rest.toSpliced(dashes < 0 ? rest.length : dashes, 0, ...argv.slice(0, at))];
}

/** Returns why a subcommand takes no host, if one is named. */
function connectRefused(name: string, args: readonly string[]): string | undefined {
  const { noConnect }: SubcommandText = isSubcommand(name) ? subcommands[name] : windowText;
  const dashes = args.indexOf('--');
  const own = dashes < 0 ? args : args.slice(0, dashes);
  const isNamed = own.some((arg) => arg === '--connect' || arg.startsWith('--connect='));
  return noConnect === undefined || !isNamed ? undefined : `cotty ${name} takes no --connect: ${noConnect}`;
}

/** Prints the help of a subcommand, or everything. */
async function printHelp([about = '', extra]: readonly string[], io: Io): Promise<number> {
  if (extra === undefined && about === 'all') return print(io, allHelp(readVersion()));
  if (extra === undefined && isSubcommand(about)) return print(io, subcommandHelp(about));
  const said =
    extra === undefined
      ? `unknown subcommand "${about}"${await suggestion(about)}`
      : `unexpected argument "${extra}"`;
  complain(io, `${said}\nUsage: cotty help [all | SUBCOMMAND]`);
  return ExitCode.usage;
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

async function printEverydayHelp(io: Io): Promise<number> {
  const { everydayHelp } = await import('./common/everyday-help.ts');
  return print(io, everydayHelp(readVersion()));
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
