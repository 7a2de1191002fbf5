/** Marks of shell integration — the payload of an OSC 633 (ours) or OSC 133 (somebody else's) as a value. */

export type MarkEvent =
  | { readonly kind: 'promptStart' }
  | { readonly kind: 'promptEnd' }
  /** The exact text that the shell is about to run; always before its `executed`. */
  | { readonly kind: 'commandLine'; readonly line: string }
  /** `line` only where the foreign mark carries it itself (kitty, fish 4). */
  | { readonly kind: 'executed'; readonly line?: string }
  | { readonly kind: 'finished'; readonly exitCode?: number }
  | { readonly kind: 'property'; readonly key: string; readonly value: string };

/** `unverified`: an OSC 133, which anybody can print and which carries no nonce of ours. */
export type Mark = MarkEvent & { readonly unverified?: true };

/**
 * Reads what follows `633;`. The last field of each of our marks is the nonce: a mark without it is
 * somebody else's (a nested editor's shell, a file that was printed) and reads as nothing.
 */
export function parseMark(payload: string, nonce: string): Mark | undefined {
  const last = payload.lastIndexOf(';');
  if (nonce === '' || last < 0 || payload.slice(last + 1) !== nonce) return undefined;
  const [letter = '', ...fields] = payload.slice(0, last).split(';');
  return readEvent(letter, fields.map(unescapeField));
}

/** Reads what follows `133;`: the FinalTerm letters and the command line that kitty and fish 4 add. */
export function parseForeignMark(payload: string): Mark | undefined {
  const [letter = '', ...fields] = payload.split(';');
  if (letter === 'C') {
    const line = foreignLine(fields);
    return { kind: 'executed', unverified: true, ...(line === undefined ? {} : { line }) };
  }
  if (letter !== 'A' && letter !== 'B' && letter !== 'D') return undefined;
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

/** An exit code that is no number is unknown, which is not 0. */
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

/** `\\` is a backslash, `\xHH` a byte below 0x80; anything else stands for itself. */
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
    // A lone percent sign: the sender did not encode after all.
    return encoded;
  }
}
