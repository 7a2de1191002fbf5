/** The manual page, made from the same tables as `--help`: the build writes it, and an installation brings it along. */

import { exitCodeMeanings } from '../common/exit-code.ts';
import { flags, glossary, type Line, sentence, variables } from '../common/help-pages.ts';
import { subcommands, windowText } from '../common/subcommands.ts';

/** Returns the source of `cotty.1`, in the macros of man(7). */
export function manPage(version: string): string {
  const commands = [windowText, ...Object.values(subcommands)];
  const files: readonly Line[] = [
    ['~/.config/cotty/config', 'the configuration; `cotty config` prints a sample with every setting'],
    ['~/.local/state/cotty', 'the records of all commands, readable by you alone'],
  ];
  return [
    `.TH COTTY 1 "" "cotty ${roff(version)}" "User Commands"`,
    '.SH NAME',
    'cotty \\- a terminal multiplexer whose terminals people and agents share',
    '.SH SYNOPSIS',
    ...commands.flatMap(({ usage }) => usage.split('\n').flatMap((form) => ['.HP', bold(form)])),
    '.SH DESCRIPTION',
    roff(
      'Your shells run in a small background process, the host, and go on when you close the window. Every finished ' +
        'command becomes a block with its exit code. In the window, press Esc and then ? for help.',
    ),
    '.SH COMMANDS',
    ...commands.flatMap(({ usage, summary }) => ['.TP', bold(commandOf(usage)), roff(sentence(summary))]),
    ...section('OPTIONS', [...flags, ...glossary.filter(([left]) => left.startsWith('--'))]),
    ...section(
      'WORDS',
      glossary.filter(([left]) => !left.startsWith('--')),
    ),
    ...section('ENVIRONMENT', variables),
    ...section('FILES', files),
    ...section(
      'EXIT STATUS',
      exitCodeMeanings.map(([code, meaning]) => [String(code), meaning] as const),
    ),
    '.SH SEE ALSO',
    '.BR tmux (1),',
    '.BR script (1)',
    '',
  ].join('\n');
}

/** The words of a usage before its arguments: `cotty history`. */
function commandOf(usage: string): string {
  const words = usage.split(' ');
  return words.slice(0, /^[a-z]/.test(words[1] ?? '') ? 2 : 1).join(' ');
}

function section(title: string, lines: readonly Line[]): readonly string[] {
  return [`.SH ${title}`, ...lines.flatMap(([left, right]) => ['.TP', bold(left), roff(right)])];
}

/** A macro takes its text from the same line; quotes in it are doubled. */
function bold(text: string): string {
  return `.B "${roff(text).replaceAll('"', '""')}"`;
}

/** Text that roff prints unchanged: without escapes and macros. */
function roff(text: string): string {
  const shown = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...');
  return /^[.']/.test(shown) ? `\\&${shown}` : shown;
}
