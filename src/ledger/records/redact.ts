/** Takes secrets out of what is written to disk: known forms of them, replaced where they stood. */

import type { RedactedField } from '../../protocol/cotty/command-record.ts';
import type { LedgerRecord } from './record.ts';

const MARK = '[redacted]';

/** A name that says its value is a secret. Repetitions are bounded: no text makes the search slow. */
const NAME =
  '[\\w-]{0,40}(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?)[\\w-]{0,20}';
/** Colours may stand between a name and its value. */
const COLOR = '(?:\\x1b\\[[\\d;]*m){0,4}';
/** A reference to a variable is no secret, its value is elsewhere. */
const VALUE = `(?!\\$)(?:"[^"\\r\\n]+"?|'[^'\\r\\n]+'?|[^\\s"'&;|<>()\\x1b]+)`;

/** Each keeps its first group. */
const PATTERNS: readonly RegExp[] = [
  /()-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g,
  // Prefixes by which their issuers make keys recognisable.
  /\b()(?:gh[pousr]_\w{30,255}|github_pat_\w{22,255}|glpat-[\w-]{20,255}|xox[abeoprs]-[\w-]{10,255}|sk-[\w-]{20,255}|[rs]k_(?:live|test)_\w{10,255}|A[KS]IA[0-9A-Z]{16}|AIza[\w-]{30,255}|npm_\w{30,255}|SG\.[\w-]{16,80}\.[\w-]{16,80}|eyJ[\w-]{8,2048}\.[\w-]{8,2048}\.[\w-]{8,2048})/g,
  /\b((?:bearer|authorization:\s{0,4}(?:basic|token))\s{1,4})[\w.~+/=-]{8,8192}/gi,
  new RegExp(`\\b(${NAME}=${COLOR})${VALUE}`, 'gi'),
  // `name: value` only where it can be nothing but data: as a quoted key, or as a line of its own.
  new RegExp(`(["']${NAME}["']\\s{0,4}:\\s{0,4}${COLOR})${VALUE}`, 'gi'),
  new RegExp(`^([ \\t]{0,40}${NAME}:[ \\t]{1,4}${COLOR})${VALUE}(?=[ \\t]*\\r?$)`, 'gim'),
  new RegExp(`((?:^|\\s)--${NAME}[ \\t]{1,4})(?!-)${VALUE}`, 'gi'),
  /(:\/\/[^\s/:@]{1,64}:)[^\s/:@]{1,256}(?=@)/g,
];

/** The rest of a key whose beginning was not kept. */
const KEY_END = /^[\s\S]*?-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----/;

export function redact(text: string): string {
  const cut = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY-----/.exec(text)?.[1] === 'END';
  const start = cut ? text.replace(KEY_END, MARK) : text;
  return PATTERNS.reduce((left, pattern) => left.replace(pattern, `$1${MARK}`), start);
}

/** A private key begins here, or ends. */
export function opensKey(text: string): boolean {
  return /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----/.test(text);
}

export function endsKey(text: string): boolean {
  return /-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----/.test(text);
}

/** The record as it may lie on a disk; it says where something was taken out. */
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
