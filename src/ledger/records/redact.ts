/** Redacts secrets before text is written to disk: replaces the known forms of them with a mark. */

import type { RedactedField } from '../../protocol/cotty/command-record.ts';
import type { LedgerRecord } from './record.ts';

const MARK = '[redacted]';

/** A name whose value is a secret. Repetitions are bounded, so that no text makes the search slow. */
const NAME =
  '[\\w-]{0,40}(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?)[\\w-]{0,20}';
/** Colour sequences that may stand between a name and its value. */
const COLOR = '(?:\\x1b\\[[\\d;]*m){0,4}';
/** A literal value; a reference to a variable (`$NAME`) is no secret. */
const VALUE = `(?!\\$)(?:"[^"\\r\\n]+"?|'[^'\\r\\n]+'?|[^\\s"'&;|<>()\\x1b]+)`;

/** Forms of secrets; the first group of each pattern is kept in the text. */
const PATTERNS: readonly RegExp[] = [
  /()-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g,
  // Keys and tokens with a prefix of their issuer.
  /\b()(?:gh[pousr]_\w{30,255}|github_pat_\w{22,255}|glpat-[\w-]{20,255}|xox[abeoprs]-[\w-]{10,255}|sk-[\w-]{20,255}|[rs]k_(?:live|test)_\w{10,255}|A[KS]IA[0-9A-Z]{16}|AIza[\w-]{30,255}|npm_\w{30,255}|SG\.[\w-]{16,80}\.[\w-]{16,80}|eyJ[\w-]{8,2048}\.[\w-]{8,2048}\.[\w-]{8,2048})/g,
  /\b((?:bearer|authorization:\s{0,4}(?:basic|token))\s{1,4})[\w.~+/=-]{8,8192}/gi,
  new RegExp(`\\b(${NAME}=${COLOR})${VALUE}`, 'gi'),
  // `name: value` only where it must be data: with a quoted key, or alone on a line.
  new RegExp(`(["']${NAME}["']\\s{0,4}:\\s{0,4}${COLOR})${VALUE}`, 'gi'),
  new RegExp(`^([ \\t]{0,40}${NAME}:[ \\t]{1,4}${COLOR})${VALUE}(?=[ \\t]*\\r?$)`, 'gim'),
  new RegExp(`((?:^|\\s)--${NAME}[ \\t]{1,4})(?!-)${VALUE}`, 'gi'),
  /(:\/\/[^\s/:@]{1,64}:)[^\s/:@]{1,256}(?=@)/g,
];

/** The rest of a private key whose beginning was cut off. */
const KEY_END = /^[\s\S]*?-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----/;

export function redact(text: string): string {
  const cut = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY-----/.exec(text)?.[1] === 'END';
  const start = cut ? text.replace(KEY_END, MARK) : text;
  return PATTERNS.reduce((left, pattern) => left.replace(pattern, `$1${MARK}`), start);
}

/** Whether a private key begins in this text. */
export function opensKey(text: string): boolean {
  return /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/.test(text);
}

/** Whether a private key ends in this text. */
export function endsKey(text: string): boolean {
  return /-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----/.test(text);
}

/** Returns the record as it may be written to disk, with the names of the fields that were redacted. */
export function redactRecord(record: LedgerRecord): LedgerRecord {
  const commandLine = redact(record.commandLine);
  const head = redact(record.output.head);
  const tail = redact(record.output.tail);
  const changed: RedactedField[] = [];
  if (commandLine !== record.commandLine) changed.push('cmd');
  if (head !== record.output.head || tail !== record.output.tail) changed.push('stdout');
  if (changed.length === 0) return record;
  const output = { ...record.output, head, tail };
  return { ...record, commandLine, output, redacted: changed };
}
