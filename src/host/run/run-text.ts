/** Encodes a requested command as keys, so that a shell reads all of it as one command. */

import { pasted } from '../../protocol/terminal/paste.ts';
import { KILL_LINE } from '../../protocol/terminal/shell-line.ts';

/** Dialects of shells; `posix` is any shell that understands sh. */
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

/** Returns undefined for a shell into which commands cannot be typed safely. */
export function dialectOf(shell: string): Dialect | undefined {
  const name = shell.replace(/-?\d[\d.]{0,20}$/, '');
  if (name === 'bash' || name === 'zsh' || name === 'fish') return name;
  return POSIX.has(shell) || POSIX.has(name) ? 'posix' : undefined;
}

export type WantedLine =
  | { readonly ok: true; readonly commandLine: string }
  | { readonly ok: false; readonly reason: string };

/** Returns the command as it is recorded, without line breaks around it. Refuses text that no shell can read. */
export function wantedLine(text: string): WantedLine {
  const commandLine = text.replace(/^\n+|\n+$/g, '');
  if (commandLine.trim() === '') return { ok: false, reason: 'the command is empty' };
  if (text.includes('\0'))
    return { ok: false, reason: 'a command cannot contain the character NUL (\\x00): no shell reads it' };
  if (/\p{Surrogate}/u.test(text))
    return { ok: false, reason: 'the command is not valid Unicode text: it has half a surrogate pair' };
  return { ok: true, commandLine };
}

/** Returns why a command cannot be typed as keys, or undefined: control characters would act as keys. */
export function keyRefusal(commandLine: string): string | undefined {
  const key = /[\x00-\x08\x0b-\x1f\x7f\x9b]/.exec(commandLine)?.[0];
  if (key === undefined) return undefined;
  const code = key.charCodeAt(0).toString(16).padStart(2, '0');
  return `commands are typed into this shell, so they cannot contain control characters (\\x${code})`;
}

/** State of the shell's line editor. */
export type Editor = {
  readonly bracketedPaste: boolean;
  /** Whether the line has text that was not sent. */
  readonly dirty: boolean;
};

/** Returns the keys for a shell with integration. */
export function keysOf(commandLine: string, dialect: Dialect, { bracketedPaste, dirty }: Editor): string {
  const text = asOne(commandLine, dialect, bracketedPaste);
  return `${dirty ? KILL_LINE : ''}${bracketedPaste ? pasted(text) : quoted(text)}\r`;
}

/** Longest line in bytes that the kernel buffers in canonical mode; it drops the rest silently. */
const MAX_PLAIN_LINE = process.platform === 'linux' ? 4095 : 1023;

/** Returns why a command cannot be typed into a shell without a line editor, or undefined. */
export function plainRefusal(commandLine: string): string | undefined {
  const most = Math.max(...commandLine.split('\n').map((line) => Buffer.byteLength(line)));
  if (most < MAX_PLAIN_LINE) return undefined;
  return `a line of ${most} bytes is too long for this shell, which may read at most ${MAX_PLAIN_LINE}: use shorter lines, or put it into a file`;
}

/**
 * Returns the keys for a shell without integration: the typed line prints the OSC 133 marks itself. These are unverified, because
 * any program could print them.
 */
export function markedKeys(commandLine: string, { dirty }: Pick<Editor, 'dirty'>): string {
  const line = `printf '\\033]133;C\\007'; {\n${commandLine}\n}; printf '\\033]133;D;%s\\007' "$?"`;
  return `${dirty ? KILL_LINE : ''}${quoted(line)}\r`;
}

/** Makes one command of several lines. bash, and other shells without bracketed paste, would run them one by one. */
function asOne(commandLine: string, dialect: Dialect, bracketedPaste: boolean): string {
  if (!commandLine.includes('\n') || (dialect !== 'bash' && bracketedPaste)) return commandLine;
  return dialect === 'fish' ? `begin\n${commandLine}\nend` : `{\n${commandLine}\n}`;
}

/** Quotes keys that are typed one by one: a tab gets Ctrl+V before it, because it would complete a word. */
function quoted(text: string): string {
  return text.replaceAll('\t', '\x16\t').replaceAll('\n', '\r');
}
