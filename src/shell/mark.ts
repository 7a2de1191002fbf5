/** Marks of shell integration: the parsed payload of an OSC 633 (ours) or an OSC 133 (foreign). */

export type MarkEvent =
  | { readonly kind: 'promptStart' }
  | { readonly kind: 'promptEnd' }
  /** Exact text that the shell is about to run; always before its `executed`. */
  | { readonly kind: 'commandLine'; readonly line: string }
  /** `line` is set only when a foreign mark carries it (kitty, fish 4). */
  | { readonly kind: 'executed'; readonly line?: string }
  | { readonly kind: 'finished'; readonly exitCode?: number }
  | { readonly kind: 'property'; readonly key: string; readonly value: string };

/** A mark; `unverified` for an OSC 133, which carries no nonce of ours and which any program can print. */
export type Mark = MarkEvent & { readonly unverified?: true };

/**
 * Parses the text after `633;`. The last field of our marks is the nonce. A mark without it is foreign (the shell of a
 * nested editor, a printed file) and gives undefined.
 */
export function parseMark(payload: string, nonce: string): Mark | undefined {
  const last = payload.lastIndexOf(';');
  if (nonce === '' || last < 0 || payload.slice(last + 1) !== nonce) return undefined;
  const [letter = '', ...fields] = payload.slice(0, last).split(';');
  return readEvent(letter, fields.map(unescapeField));
}

/** Parses the text after `133;`: the FinalTerm letters, and the command line that kitty and fish 4 add. */
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
