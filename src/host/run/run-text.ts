/** A command that was asked for, as what has to be typed so that a shell takes all of it for one command. */

import { KILL_LINE, pasted } from '../../protocol/terminal/shell-line.ts';

/** How a shell wants it; `posix`: any that understands what sh does. */
export type Dialect = 'bash' | 'zsh' | 'fish' | 'posix';

const POSIX: ReadonlySet<string> = new Set([
  'ash',
  'busybox',
  'dash',
  'ksh',
  'ksh93',
  'mksh',
  'oksh',
  'posh',
  'rbash',
  'sh',
  'yash',
]);

/** Undefined: none that commands can be typed into with confidence. */
export function dialectOf(shell: string): Dialect | undefined {
  const name = shell.replace(/-?\d[\d.]*$/, '');
  if (name === 'bash' || name === 'zsh' || name === 'fish') return name;
  return POSIX.has(shell) || POSIX.has(name) ? 'posix' : undefined;
}

export type WantedLine =
  | { readonly ok: true; readonly commandLine: string }
  | { readonly ok: false; readonly reason: string };

/** The command as it will be recorded: without line breaks around it, and with nothing in it that would be a key. */
export function wantedLine(text: string): WantedLine {
  const commandLine = text.replaceAll('\r\n', '\n').replace(/^\n+|\n+$/g, '');
  if (commandLine.trim() === '') return { ok: false, reason: 'there is no command in this line' };
  const key = /[\x00-\x08\x0b-\x1f\x7f]/.exec(commandLine)?.[0];
  if (key === undefined) return { ok: true, commandLine };
  const code = key.charCodeAt(0).toString(16).padStart(2, '0');
  return {
    ok: false,
    reason: `a command has no control character (\\x${code}) in it; keys are sent as input`,
  };
}

export type Editor = {
  readonly bracketedPaste: boolean;
  /** Its line holds something half-typed. */
  readonly dirty: boolean;
};

/** For a shell that marks its commands. */
export function keysOf(commandLine: string, dialect: Dialect, { bracketedPaste, dirty }: Editor): string {
  const text = asOne(commandLine, dialect, bracketedPaste);
  return `${dirty ? KILL_LINE : ''}${bracketedPaste ? pasted(text) : quoted(text)}\r`;
}

/** Of one line, in bytes: what a terminal keeps for a program that reads line by line. It drops the rest without a word. */
const MAX_PLAIN_LINE = process.platform === 'linux' ? 4095 : 1023;

/** Why it cannot be typed into a shell without a line editor; undefined: it can. */
export function plainRefusal(commandLine: string): string | undefined {
  const most = Math.max(...commandLine.split('\n').map((line) => Buffer.byteLength(line)));
  if (most < MAX_PLAIN_LINE) return undefined;
  return `a line of ${most} bytes is too long for this shell, which may read no more than ${MAX_PLAIN_LINE}: write it to a file, or in shorter lines`;
}

/** For one that does not: the marks are printed by what is typed. Anybody could print those, so they prove nothing. */
export function markedKeys(commandLine: string, { dirty }: Pick<Editor, 'dirty'>): string {
  const line = `printf '\\033]133;C\\007'; {\n${commandLine}\n}; printf '\\033]133;D;%s\\007' "$?"`;
  return `${dirty ? KILL_LINE : ''}${quoted(line)}\r`;
}

/** bash would run the lines of a paste one by one; the others do so only where they cannot tell that it is one. */
function asOne(commandLine: string, dialect: Dialect, bracketedPaste: boolean): string {
  if (!commandLine.includes('\n') || (dialect !== 'bash' && bracketedPaste)) return commandLine;
  return dialect === 'fish' ? `begin\n${commandLine}\nend` : `{\n${commandLine}\n}`;
}

/** Typed key by key: a tab would complete something. */
function quoted(text: string): string {
  return text.replaceAll('\t', '\x16\t').replaceAll('\n', '\r');
}
