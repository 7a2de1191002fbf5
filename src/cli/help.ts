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
    'NAME is a title as `cotty ls` shows it, or the last part of a terminal URI.',
    'In the window: Esc, then ? for help; F9 for every command.',
    '',
  ].join('\n');
}

/** Help of one subcommand, or of the window: how it is written and what it does. */
export function subcommandHelp(name: SubcommandName | 'window'): string {
  const { usage, summary } = name === 'window' ? windowText : subcommands[name];
  return `Usage: ${usage}\n${summary[0]?.toUpperCase()}${summary.slice(1)}.\nAll of it: cotty --help\n`;
}

function section(title: string, lines: readonly Line[]): readonly string[] {
  const width = Math.max(...lines.map(([left]) => left.length));
  // Long usages get their summary on the next line: a table wider than a window helps nobody.
  const body = lines.map(([left, right]) =>
    width > 40 ? `  ${left}\n      ${right}` : `  ${left.padEnd(width)}  ${right}`.trimEnd(),
  );
  return [`${title}:`, ...body, ''];
}
