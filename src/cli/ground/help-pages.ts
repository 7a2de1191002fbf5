/** Help texts, made from the table of subcommands so that they cannot disagree with it. */

import { exitCodeMeanings } from './exit-code.ts';
import { type SubcommandName, subcommands, windowText } from './subcommands.ts';

type Line = readonly [left: string, right: string];

const flags: readonly Line[] = [
  ['--connect URL', 'join this host: unix:PATH, ws://… or wss://… (all but history, doctor, keys, config)'],
  ['--token FILE', 'the token for that host, where it is at ws:// or wss://; -: from a pipe'],
  ['--listen HOST:PORT', 'let the host listen there, too, for whoever has the token (cotty host)'],
  ['--cert, --key FILE', 'with --listen: encrypted, wss:// instead of ws://'],
  ['--allow-origin URL', 'with --listen: admit web pages of this origin; several with commas'],
  ['--limits NAME=N,…', 'other limits than those that `cotty host limits` prints (cotty host)'],
  ['--config FILE', 'read this configuration instead of your own'],
  ['--embed', 'run the host inside this window; its terminals end with it'],
  ['--clean', 'where this starts a host: bring no terminal back, archive their records'],
  ['--ephemeral', 'where this starts a host: record nothing, bring nothing back'],
  ['--raw-log', 'where this starts a host: write down all that terminals print, as asciicasts'],
  ['--nest', 'open a window even inside a cotty terminal'],
  ['--help, --version', 'also behind a subcommand: cotty new --help'],
];

const variables: readonly Line[] = [
  ['COTTY_RUNTIME_DIR', 'folder of the socket and the log (else $XDG_RUNTIME_DIR/cotty)'],
  ['COTTY_STATE_DIR', 'folder of the records (else $XDG_STATE_HOME/cotty, else ~/.local/state/cotty)'],
  ['COTTY_TOKEN_FILE', 'instead of --token'],
  ['COTTY_LIMITS', 'instead of --limits, also for hosts that start by themselves'],
  ['COTTY_DEBUG', 'show the stack of an unexpected error'],
  ['NO_COLOR', 'no colours in the frame around the terminals'],
];

/** What a usage line only names: shown behind the subcommands in whose usage it stands. */
const words: readonly Line[] = [
  ['NAME', 'a title as `cotty ls` shows it, or the last part of a terminal URI'],
  ['SEQ', 'number of a command in its terminal, as `cotty read` shows it'],
  ['S', 'seconds, or with a unit: 200ms, 1.5s, 5m, 2h'],
  ['T', 'so long ago (90s, 15m, 2h, 3d, 1w), or a date (2026-05-22T14:03)'],
  ['RE', 'a regular expression; in the commands and their output'],
  ['WHO', 'user:NAME or agent:HANDLE, or the name alone'],
  ['COMMAND…', 'one word is a whole line for the shell; several are quoted'],
  ['KEYS…', 'each is a key by its tmux name (Enter, C-c, M-x, F5), else text'],
  ['--plain, --raw', 'without escape sequences, or with them; else by where the output goes'],
  ['--raw', 'with escape sequences; else plain text'],
  ['--json', 'one JSON object, or one a line'],
  ['--failed', 'only what did not end with 0'],
  ['--detached', 'do not open a window on it'],
  ['--cwd DIR', 'folder to start in; else this one'],
  ['--yes', 'do not ask'],
  ['--handle NAME', 'what the agent is called; else like its MCP client'],
  ['--root DIR', 'its terminals start in this folder or below'],
  ['--compat', 'also the tool names and parameters of older set-ups'],
  ['--to URL', 'the host that shows it; else your own'],
];

export function mainHelp(version: string): string {
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
    ...words.slice(0, 1).map(([word, meaning]) => `${word} is ${meaning}.`),
    'In the window: Esc, then ? for help; F9 for every command.',
    '',
  ].join('\n');
}

/** Help of one subcommand, or of the window: how it is written and what it does. */
export function subcommandHelp(name: SubcommandName | 'window'): string {
  const { usage, summary } = name === 'window' ? windowText : subcommands[name];
  const legend = [...words, ...flags].filter(([left]) => stands(left, usage));
  const codes = exitCodeMeanings.filter(([, meaning]) => meaning.split(':')[0]?.split(', ').includes(name));
  return [
    `Usage: ${usage}`,
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    '',
    ...(legend.length === 0 ? [] : section('In that line', legend)),
    ...(codes.length === 0
      ? []
      : section(
          'Exit codes beside the usual ones',
          codes.map(([code, meaning]) => [String(code), meaning.replace(/^[^:]*: /, '')]),
        )),
    'All of it: cotty --help',
    '',
  ].join('\n');
}

/** As a whole word of the usage. Of two that say the same the first counts: `--plain, --raw`. */
function stands(left: string, usage: string): boolean {
  const wanted = left.split(', ').map((each) => each.replace(/ .*$/, ''));
  if (left === '--raw' && usage.includes('--plain')) return false;
  // Elsewhere it is one that is given.
  if (left === 'NAME') return /^cotty (?!new)\w+ [[(]?NAME|--terminal NAME/.test(usage);
  const there = usage.split(/[\s[\]()|]+/).flatMap((word) => [word, word.replace('…', '')]);
  return wanted.every((word) => there.includes(word));
}

function section(title: string, lines: readonly Line[]): readonly string[] {
  const width = Math.max(...lines.map(([left]) => left.length));
  // Long usages get their summary on the next line: a table wider than a window helps nobody.
  const body = lines.map(([left, right]) =>
    width > 40 ? `  ${left}\n      ${right}` : `  ${left.padEnd(width)}  ${right}`.trimEnd(),
  );
  return [`${title}:`, ...body, ''];
}
