/** Splits one line of the config file into its parts, without knowing the meaning of the names. */

export type ConfigLine =
  | { readonly kind: 'empty' }
  | { readonly kind: 'setting'; readonly name: string; readonly value: string }
  | { readonly kind: 'keys'; readonly words: readonly string[] }
  | { readonly kind: 'bad'; readonly problem: string };

export function readLine(line: string): ConfigLine {
  const setting = /^\s*([A-Za-z][\w.-]*)\s*=(.*)$/s.exec(line);
  const words = readWords(setting?.[2] ?? line);
  if (words === undefined) return { kind: 'bad', problem: 'a quote is not closed' };
  const name = setting?.[1];
  if (name !== undefined) return { kind: 'setting', name, value: words.join(' ') };
  const [first] = words;
  if (first === undefined) return { kind: 'empty' };
  if (first === 'bind' || first === 'unbind') return { kind: 'keys', words };
  return { kind: 'bad', problem: 'a line must be "name = value", "bind …" or "unbind …"' };
}

/**
 * A word, quoted or plain. `#` begins a comment only at the start of a word: `bind browse "#" …` and `a#b` are
 * valid.
 */
const WORD = /\s*(?:"((?:[^"\\]|\\.)*)"(?=\s|$)|([^\s"#][^\s]*)|(#.*$))/gsy;

/** Splits at blanks. Double quotes keep blanks and `#`; in them `\` keeps the next character. */
function readWords(rest: string): string[] | undefined {
  const words: string[] = [];
  const trimmed = rest.trimEnd();
  WORD.lastIndex = 0;
  while (WORD.lastIndex < trimmed.length) {
    const match = WORD.exec(trimmed);
    if (match === null) return undefined;
    const [, quoted, plain] = match;
    if (quoted !== undefined) words.push(quoted.replace(/\\(.)/gs, '$1'));
    else if (plain !== undefined) words.push(plain);
  }
  return words;
}
