/** Tells which rows may have a text, before they are parsed. */

/** Only characters that JSON does not escape, and that have no meaning in an expression. */
const PLAIN = /^[\w ,:=@%#~-]+$/;

/** Returns a test of the rows as they are written; undefined when the text may be written otherwise. */
export function rowsThatMayHave(text: string, ignoreCase = false): ((line: string) => boolean) | undefined {
  if (!PLAIN.test(text)) return undefined;
  const literal = ignoreCase ? text.toLowerCase() : text;
  const has = (line: string): boolean => (ignoreCase ? line.toLowerCase() : line).includes(literal);
  return (line) => {
    // The middle of a long output is in files of its own.
    if (has(line) || !line.includes(',"omitted":0,')) return true;
    if (!line.includes('\\u001b')) return false;
    const colorless = line.replace(WRITTEN_COLOR, '');
    // Another escape sequence may split the literal.
    return has(colorless) || colorless.includes('\\u001b');
  };
}

/** A colour sequence as JSON writes it. */
const WRITTEN_COLOR = /\\u001b\[[\d;:]*m/g;
