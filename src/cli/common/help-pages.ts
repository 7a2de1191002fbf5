/** Help texts, generated from the table of subcommands so that they cannot disagree with it. */

import { ADDRESS_FORMS } from '../../machine/address.ts';
import { exitCodeMeanings } from './exit-code.ts';
import { type SubcommandName, subcommands, windowText } from './subcommands.ts';

/** A row of a table: what is typed, and what it means. */
export type Line = readonly [left: string, right: string];

export const flags: readonly Line[] = [
  ['--connect URL', 'use the host at unix:PATH, ws://… or wss://…, or of a machine by name or address'],
  ['--token FILE', 'file with the token for a host at ws:// or wss://; use - to read it from a pipe'],
  [
    '--listen HOST:PORT',
    'listen on TCP: for clients that have the token (cotty host), for browsers (cotty web)',
  ],
  ['--cert, --key FILE', 'with --listen: certificate and key, for wss:// instead of ws://'],
  ['--http', 'with cotty web --listen: no certificate of its own where other machines reach it'],
  ['--allow-origin URL', 'with --listen: accept web pages of this origin; separate several by commas'],
  ['--allow-host NAME', 'with --listen: a name by which clients may call this machine; several with commas'],
  ['--nats URL', 'the NATS servers of a fleet, nats://HOST:4222 or tls://…, with commas between'],
  ['--nats-creds FILE', 'credentials as nsc writes them; or --nats-nkey FILE, with the seed of an nkey'],
  ['--nats-ca FILE', 'who signs the certificate of the server; --nats-cert, --nats-key FILE: our own'],
  ['--nats-prefix WORDS', 'with --nats: the first words of all subjects (default: cotty)'],
  ['--limits NAME=N,…', 'change limits; `cotty host limits` lists them (cotty host)'],
  ['--config FILE', 'read this configuration file instead of your own'],
  ['--embed', 'run the host inside this window; its terminals end with the window'],
  ['--clean', 'if this starts a host: archive the records and restore no terminals'],
  ['--ephemeral', 'if this starts a host: record nothing and restore nothing'],
  ['--raw-log', 'if this starts a host: record everything that terminals print, as asciicasts'],
  ['--nest', 'open a window even inside a cotty terminal'],
  [
    '--help, --version',
    'print everyday help (cotty help all: everything; cotty help new: one), or the version',
  ],
  ['--version --json', 'print version, commit, Node and platform as JSON: what a report of a defect needs'],
];

export const variables: readonly Line[] = [
  ['COTTY_RUNTIME_DIR', 'folder for the socket and the log (default: $XDG_RUNTIME_DIR/cotty)'],
  ['COTTY_STATE_DIR', 'folder for the records (default: $XDG_STATE_HOME/cotty or ~/.local/state/cotty)'],
  ['COTTY_TOKEN_FILE', 'used if --token is not given'],
  ['COTTY_LIMITS', 'used if --limits is not given; also for a host that starts in the background'],
  ['COTTY_NATS', 'used if --nats is not given, also for a host that starts in the background; so are'],
  ['', 'COTTY_NATS_CREDS, _NKEY, _CA, _CERT, _KEY, _PREFIX, and COTTY_NATS_OUTPUTS=1'],
  ['COTTY_DEBUG', 'show the stack trace of an unexpected error'],
  ['NO_COLOR', 'draw the frame around the terminals without colours'],
];

/** Words of the usage lines and what they mean. The help of a subcommand lists those in its own usage. */
export const glossary: readonly Line[] = [
  [
    'NAME',
    'a terminal: the name that `cotty ls` shows, one that it had before, or its id; MACHINE:NAME elsewhere',
  ],
  [
    '--each NAMES',
    'names of several terminals, with commas between them; * stands for any characters: web-*,build',
  ],
  [
    '--all, --any',
    'with --each: wait for all (exit code: the highest; the default), or the first (exit code: its own)',
  ],
  [
    '--on MACHINES',
    'ask other machines, by name or address, with commas between them; .: your own host; all: it and all of them',
  ],
  ['MACHINE', 'another machine, by its name (`cotty machine ls`) or address'],
  ['--port LOCAL', 'the port here; without it that of the same number if it is free, else any'],
  ['SEQ', 'the number of a command in its terminal; `cotty read` shows it'],
  ['S', 'seconds, or a number with a unit: 200ms, 1.5s, 5m, 2h'],
  ['T', 'how long ago (90s, 15m, 2h, 3d, 1w), or a date (2026-05-22T14:03)'],
  ['RE', 'a regular expression, searched for in commands and their output'],
  ['WHO', 'user:NAME or agent:HANDLE, or only the name'],
  ['COMMAND…', 'one argument is a whole line for the shell; several arguments are quoted'],
  ['KEYS…', 'keys by their tmux names (Enter, C-c, M-x, F5); anything else is text'],
  ['--plain, --raw', 'without escape sequences, or with them; default: with them only to a terminal'],
  ['--raw', 'with escape sequences; default: plain text'],
  ['--queue', 'in a busy terminal, wait for its turn instead of being refused; --timeout counts from then'],
  ['--json', 'print JSON; for commands, one object per line; with --each of run and wait, one for all'],
  ['--failed', 'only commands whose exit code is not 0, and that are not suspended'],
  ['--agent AGENT', 'whose rules to apply: codex, claude, gemini, opencode, pi, or a file of your own'],
  ['--file SCREEN', 'a file with the text of a screen, as `cotty read NAME --screen` prints it'],
  ['--title TITLE', 'the title that the terminal had'],
  ['--detached', 'do not open a window'],
  ['--cwd DIR', 'folder to start in (default: the current one)'],
  ['--cwd FOLDER', 'only commands that ran in this folder or below'],
  ['--watch', 'the browser only looks'],
  ['--no-open', 'start no browser here'],
  ['ID', 'what `cotty web links` calls a link, and the session made of it'],
  [
    '--until STATE',
    'until the program is blocked (it waits for you), done, failed, working or idle; or: blocked,done',
  ],
  ['--program …', 'each program that comes to wait for an answer; or that is done, has failed or ended'],
  ['--kind KIND', 'with blocked, what it waits for: permission, question, or auth (a sign-in)'],
  ['--progress N', 'percent of the work that is done, with working and blocked'],
  ['--msg TEXT', 'one line about it, such as the question, at most 2048 bytes'],
  ['--app NAME', 'a stable name of the program, at most 32 of A-Z a-z 0-9 _ . + -'],
  ['--title TEXT', 'one line that names the work, at most 192 bytes'],
  ['RUNS…', 'commands: NAME (its last one), NAME:SEQ, NAME:A-B, or NAME:-N (the N-th from its end)'],
  ['--format FORMAT', 'md, html, svg, png, cast, json or txt; default: as FILE ends, and md without one'],
  ['--recording', 'with --cast: all that terminal NAME has printed, from its raw.log'],
  ['--cast', 'the same as --format cast: an asciicast, which `asciinema play` plays'],
  ['-o FILE', 'write this file instead of stdout; one that exists is kept'],
  ['--force', 'replace the file if it exists'],
  ['--theme …', 'colours of html, svg and png; auto: as the system of the reader (png: light)'],
  ['--title HEADING', 'a heading, also above a picture'],
  ['--with-secrets', 'keep what looks like a secret; default: redacted, and reported'],
  ['--id PATH', 'a part of the program, such as tests/unit; clear removes it with all below it'],
  [
    '--ntfy URL',
    'the address of the topic, such as https://ntfy.sh/TOPIC; the name of a topic is its password',
  ],
  ['--webhook URL', 'gets each notice as JSON, by POST'],
  ['--with-text', 'notices include the question, where a hook of the program has reported it'],
  ['--with-done', 'notices also report that work of more than a minute is done or has failed'],
  ['--test', 'send a notice now, and print how it was answered'],
  ['--longer S', 'only commands that took at least so long'],
  ['--until T', 'only commands that began before'],
  ['--exit N', 'only commands that ended with this exit code'],
  ['--host NAME', 'only commands that ran on this machine; localhost: on the one of the host'],
  ['--repo (NAME | FOLDER)', 'only commands that ran in this git repository; . for the one you are in'],
  ['--output TEXT', 'only commands whose output has this text; case counts only if it has a capital'],
  ['--order ORDER', 'newest (last), or the first of: oldest, longest, shortest, failed, command'],
  ['--format FMT', 'table, json, csv or markdown'],
  [
    'WORDS…',
    'only commands that have all these words in their line or note; case counts only if one has a capital',
  ],
  ['--svg', 'draw it as a picture, light or dark as the system of the reader'],
  ['A, B', 'a command: NAME (its last one), NAME:SEQ, or NAME:-N (the N-th from its end)'],
  ['--green', 'compare with the last run of the same command that succeeded'],
  ['--side', 'both side by side'],
  [
    '--unmasked',
    'times, durations, hashes and other noise differ everywhere, not only where they are the value of a line',
  ],
  ['--context N', 'lines around each change (default: 3)'],
  ['--no-color', 'no colours; also with NO_COLOR, and where the output is no terminal'],
  ['--markdown', 'print commands with their output, as Markdown'],
  ['--nats-outputs', 'send the output of a command to who asks for it by `cotty fleet output`'],
  ['TEXT…', 'pieces of the command line; case does not count'],
  [
    '--name WATCHER',
    'what ended while no watcher of this name ran is printed by the next (default: USER-MACHINE)',
  ],
  ['--forget', 'remove the watcher, with what waits for it'],
  ['--rebuild', 'make the index anew from the stream'],
  ['HOST', 'name or id of a host in the fleet'],
  ['--yes', 'do not ask first'],
  ['ADDRESS', `${ADDRESS_FORMS} (sudo -u build)`],
  ['--node', "bring this machine's own Node along where there is none, if system and C library are the same"],
  ['--purge', 'also remove there what was installed, and end its host; records stay'],
  ['--handle NAME', 'name of the agent (default: the name of its MCP client)'],
  ['--root DIR', 'the terminals of the agent start in this folder or below'],
  ['--compat', 'also offer the tool names and parameters of older set-ups'],
  ['--systemd, --launchd', 'for which service manager (default: that of this system)'],
  ['--to URL', 'the host that shows the tab (default: your own)'],
];

/** Returns all that there is, as `cotty help all` prints it. */
export function allHelp(version: string): string {
  const entries = [windowText, ...Object.values(subcommands)];
  return [
    `cotty ${version}: a terminal multiplexer whose terminals people and agents share`,
    '',
    ...section(
      'Usage',
      entries.map(({ usage, summary }) => [usage, summary]),
    ),
    ...section('Options', flags),
    ...section('Environment', variables),
    ...section(
      'Exit codes',
      exitCodeMeanings.map(([code, meaning]) => [String(code), meaning]),
    ),
    ...glossary.slice(0, 1).map(([word, meaning]) => `${word} is ${meaning}.`),
    'In the window: press Esc, then ? for help; F9 lists every command.',
    '',
  ].join('\n');
}

/** Help of one subcommand, or of the window: its usage, what it does, and what the words of the usage mean. */
export function subcommandHelp(name: SubcommandName | 'window'): string {
  const { usage, summary } = name === 'window' ? windowText : subcommands[name];
  const legend = [...glossary, ...flags].filter(([left]) => isInUsage(left, usage));
  const codes = exitCodeMeanings.filter(([, meaning]) => meaning.split(':')[0]?.split(', ').includes(name));
  return [
    `Usage: ${usage.replaceAll('\n', '\n       ')}`,
    sentence(summary),
    '',
    ...(legend.length === 0 ? [] : section('Arguments and options', legend)),
    ...(codes.length === 0
      ? []
      : section(
          'Further exit codes',
          codes.map(([code, meaning]) => [String(code), meaning.replace(/^[^:]*: /, '')]),
        )),
    'All subcommands and options: cotty help all',
    '',
  ].join('\n');
}

/** Returns a summary as a sentence: with a capital letter and a full stop. */
export function sentence(summary: string): string {
  return `${summary[0]?.toUpperCase()}${summary.slice(1)}.`;
}

/** Whether the usage contains `left` as a whole word. `--plain, --raw` explains both, so `--raw` alone is left out. */
function isInUsage(left: string, usage: string): boolean {
  // Their values tell what they mean.
  if (/^--(?:cwd|title|until|format|output|host|exit|repo|order) /.test(left)) return usage.includes(left);
  const wanted = left.split(', ').map((each) => each.replace(/ .*$/, ''));
  if (left === '--raw' && usage.includes('--plain')) return false;
  // In `cotty new NAME` and `--name NAME` it is a new name, not that of a terminal.
  if (left === 'NAME') return /^cotty (?!new)\w+ [[(]?NAME|--terminal NAME/.test(usage);
  const parts = usage.split(/[\s[\]()|]+/).flatMap((word) => [word, word.replace('…', '')]);
  return wanted.every((word) => parts.includes(word));
}

function section(title: string, lines: readonly Line[]): readonly string[] {
  const width = Math.max(...lines.map(([left]) => left.length));
  // A long usage gets its summary on the next line: a table wider than the window is hard to read.
  const body = lines.map(([left, right]) =>
    width > 40
      ? `  ${left.replaceAll('\n', '\n  ')}\n      ${right}`
      : `  ${left.padEnd(width)}  ${right}`.trimEnd(),
  );
  return [`${title}:`, ...body, ''];
}
