/** Marks of shell integration: the parsed payload of an OSC 633 (ours, or VS Code's) or an OSC 133 (of other shells). */

export type MarkEvent =
  | { readonly kind: 'promptStart' }
  | { readonly kind: 'promptEnd' }
  /** Exact text that the shell is about to run; always before its `executed`. */
  | { readonly kind: 'commandLine'; readonly line: string }
  /** `line` is set only when a foreign mark carries it (kitty, fish 4). */
  | { readonly kind: 'executed'; readonly line?: string }
  | { readonly kind: 'finished'; readonly exitCode?: number }
  | { readonly kind: 'property'; readonly key: string; readonly value: string };

/**
 * A mark. `unverified` for an OSC 133 or the OSC 633 of another program: it carries no secret, so that any program can print
 * it. `shell` is the random name that our script has chosen for an inner shell: `~` and some characters.
 */
export type Mark = MarkEvent & { readonly unverified?: true; readonly shell?: string };

/** Length of the name of an inner shell, with its `~`. */
const NAME_LENGTH = { least: 7, most: 41 };

/**
 * Parses the text after `633;`. The last field of our sequences is the nonce of the terminal's own shell, or the name of an inner
 * shell. A sequence with neither is foreign: of VS Code's integration, or printed by any program.
 */
export function parseMark(payload: string, nonce: string): Mark | undefined {
  const last = payload.lastIndexOf(';');
  const signature = payload.slice(last + 1);
  const isOurs = nonce !== '' && last >= 0 && signature === nonce;
  if (!isOurs && !isShellName(signature)) return parseVsCodeMark(payload);
  const [letter = '', ...fields] = payload.slice(0, last).split(';');
  const event = readEvent(letter, fields.map(unescapeField));
  return event && (isOurs ? event : { ...event, shell: signature });
}

function isShellName(signature: string): boolean {
  const { length } = signature;
  return (
    signature.startsWith('~') &&
    length >= NAME_LENGTH.least &&
    length <= NAME_LENGTH.most &&
    /^[0-9A-Za-z]+$/.test(signature.slice(1))
  );
}

/** Parses a sequence as VS Code's own scripts print it. Its `E` may end with a nonce of VS Code, which is ignored. */
function parseVsCodeMark(payload: string): Mark | undefined {
  const [letter = '', ...fields] = payload.split(';');
  const event = readEvent(letter, fields.map(unescapeField));
  return event && { ...event, unverified: true };
}

/** Parses the text after `133;`: the FinalTerm letters, and the command line that kitty and fish 4 add. */
export function parseForeignMark(payload: string): Mark | undefined {
  const [letter = '', ...fields] = payload.split(';');
  if (letter === 'C') {
    const line = foreignLine(fields);
    return { kind: 'executed', unverified: true, ...(line === undefined ? {} : { line }) };
  }
  if (letter !== 'A' && letter !== 'B' && letter !== 'D') return undefined;
  // A right, continuation or secondary prompt belongs to the one before it.
  if (letter === 'A' && fields.some((field) => /^k=[rcs]$/.test(field))) return undefined;
  const event = readEvent(letter, fields);
  return event && { ...event, unverified: true };
}

function readEvent(letter: string, fields: readonly string[]): MarkEvent | undefined {
  switch (letter) {
    case 'A':
      return { kind: 'promptStart' };
    case 'B':
      return { kind: 'promptEnd' };
    case 'C':
      return { kind: 'executed' };
    case 'D':
      return finished(fields[0]);
    case 'E':
      return { kind: 'commandLine', line: fields[0] ?? '' };
    case 'P':
      return property(fields[0] ?? '');
    default:
      return undefined;
  }
}

/** An exit code that is not a number is unknown, not 0. */
function finished(field: string | undefined): MarkEvent {
  return field !== undefined && /^-?\d{1,10}$/.test(field)
    ? { kind: 'finished', exitCode: Number(field) }
    : { kind: 'finished' };
}

function property(field: string): MarkEvent | undefined {
  const equals = field.indexOf('=');
  if (equals <= 0) return undefined;
  return { kind: 'property', key: field.slice(0, equals), value: field.slice(equals + 1) };
}

/** Unescapes a field: `\\` is a backslash, `\xHH` a byte below 0x80; all other characters stay. */
function unescapeField(field: string): string {
  if (!field.includes('\\')) return field;
  return field.replaceAll(/\\(?:\\|x([0-9a-fA-F]{2}))/g, (_, hex: string | undefined) =>
    hex === undefined ? '\\' : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function foreignLine(fields: readonly string[]): string | undefined {
  const encoded = fields.find((field) => field.startsWith('cmdline_url='))?.slice('cmdline_url='.length);
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    // A lone percent sign: the sender did not encode the text.
    return encoded;
  }
}
